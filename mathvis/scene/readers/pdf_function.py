"""PDF functions: sampled, exponential, stitched, and the calculator."""

from __future__ import annotations

import math
import operator
import re
from typing import TYPE_CHECKING, Any, TypeAlias

import pikepdf

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Function: TypeAlias = Callable[[Sequence[float]], list[float]]

_MAX_STEPS = 10_000
_MAX_DEPTH = 16


def read_function(value: Any, depth: int = 0) -> Function:
    """Return a PDF function as a callable from inputs to outputs.

    Raises
    ------
    ValueError, KeyError, TypeError
        It is none that can be read.
    """
    if depth > _MAX_DEPTH:
        raise ValueError("functions are nested too deeply")
    if isinstance(value, pikepdf.Name):
        return list
    kind = int(value["/FunctionType"])
    domain = [float(v) for v in value["/Domain"]]
    ranges = [float(v) for v in value["/Range"]] if "/Range" in value else None
    body = (_sampled, None, _exponential, _stitched, _calculator)[kind]
    if body is None:
        raise ValueError("unknown kind of function")
    inner = body(value, domain, ranges, depth)

    def function(inputs: Sequence[float]) -> list[float]:
        outputs = inner(_clamped(inputs, domain))
        return outputs if ranges is None else _clamped(outputs, ranges)

    return function


def _clamped(values: Sequence[float], limits: Sequence[float]) -> list[float]:
    return [min(max(v, low), high) for v, low, high in zip(values, limits[0::2], limits[1::2], strict=False)]


def _exponential(value: Any, _domain: list[float], _ranges: list[float] | None, _depth: int) -> Function:
    low = [float(v) for v in value.get("/C0", [0])]
    high = [float(v) for v in value.get("/C1", [1])]
    power = float(value["/N"])
    return lambda x: [a + x[0] ** power * (b - a) for a, b in zip(low, high, strict=False)]


def _stitched(value: Any, domain: list[float], _ranges: list[float] | None, depth: int) -> Function:
    parts = [read_function(f, depth + 1) for f in value["/Functions"]]
    limits = [domain[0], *(float(v) for v in value["/Bounds"]), domain[1]]
    encode = [float(v) for v in value["/Encode"]]

    def function(x: Sequence[float]) -> list[float]:
        index = 0
        while index < len(parts) - 1 and x[0] >= limits[index + 1]:
            index += 1
        low, high = limits[index], limits[index + 1]
        start, end = encode[2 * index], encode[2 * index + 1]
        share = (x[0] - low) / (high - low) if high > low else 0.0
        return parts[index]([start + share * (end - start)])

    return function


def _sampled(value: Any, domain: list[float], ranges: list[float] | None, _depth: int) -> Function:
    if ranges is None:
        raise ValueError("a sampled function needs a range")
    sizes = [int(v) for v in value["/Size"]]
    bits = int(value["/BitsPerSample"])
    outputs = len(ranges) // 2
    data = value.read_bytes()
    top = (1 << bits) - 1
    decode = [float(v) for v in value["/Decode"]] if "/Decode" in value else ranges

    def sample(index: int) -> list[float]:
        found = []
        for j in range(outputs):
            at = (index * outputs + j) * bits
            chunk = int.from_bytes(data[at // 8 : (at + bits + 7) // 8], "big")
            raw = (chunk >> (-(at + bits) % 8)) & top
            found.append(decode[2 * j] + raw / top * (decode[2 * j + 1] - decode[2 * j]))
        return found

    def function(x: Sequence[float]) -> list[float]:
        index, stride = 0, 1
        for j, size in enumerate(sizes):
            low, high = domain[2 * j], domain[2 * j + 1]
            share = (x[j] - low) / (high - low) if high > low else 0.0
            index += stride * round(share * (size - 1))
            stride *= size
        return sample(index)

    return function


_BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul,
    "div": lambda a, b: a / b if b else 0.0,
    "idiv": lambda a, b: int(a / b) if b else 0, "mod": lambda a, b: math.fmod(a, b) if b else 0,
    "exp": lambda a, b: a**b if a >= 0 else 0.0, "atan": lambda a, b: math.degrees(math.atan2(a, b)) % 360,
    "eq": operator.eq, "ne": operator.ne, "gt": operator.gt, "ge": operator.ge, "lt": operator.lt, "le": operator.le,
    "and": lambda a, b: int(a) & int(b), "or": lambda a, b: int(a) | int(b), "xor": lambda a, b: int(a) ^ int(b),
}  # fmt: skip
_UNARY: dict[str, Callable[[Any], Any]] = {
    "abs": abs, "neg": operator.neg, "ceiling": math.ceil, "floor": math.floor, "round": round, "truncate": int,
    "sqrt": lambda a: math.sqrt(max(a, 0.0)), "sin": lambda a: math.sin(math.radians(a)),
    "cos": lambda a: math.cos(math.radians(a)), "ln": lambda a: math.log(a) if a > 0 else 0.0,
    "log": lambda a: math.log10(a) if a > 0 else 0.0, "cvi": int, "cvr": float,
    "not": lambda a: not a if isinstance(a, bool) else ~int(a),
}  # fmt: skip
_CONSTANTS = {"true": True, "false": False}


def _calculator(value: Any, _domain: list[float], _ranges: list[float] | None, _depth: int) -> Function:
    words = re.findall(r"[{}]|[^\s{}]+", value.read_bytes().decode("latin-1"))
    program, _ = _block(words, 1, 0)

    def function(x: Sequence[float]) -> list[float]:
        stack: list[Any] = list(x)
        _run(program, stack, [_MAX_STEPS])
        return [float(v) for v in stack]

    return function


def _block(words: list[str], pos: int, depth: int) -> tuple[list[Any], int]:
    found: list[Any] = []
    while pos < len(words) and words[pos] != "}":
        if words[pos] == "{":
            if depth > _MAX_DEPTH:
                raise ValueError("a calculator function is nested too deeply")
            inner, pos = _block(words, pos + 1, depth + 1)
            found.append(inner)
        else:
            found.append(words[pos])
        pos += 1
    return found, pos


def _run(program: list[Any], stack: list[Any], left: list[int]) -> None:
    for word in program:
        left[0] -= 1
        if left[0] < 0:
            raise ValueError("a calculator function runs too long")
        if isinstance(word, list):
            stack.append(word)
        elif word in _BINARY:
            b, a = stack.pop(), stack.pop()
            stack.append(_BINARY[word](a, b))
        elif word in _UNARY:
            stack.append(_UNARY[word](stack.pop()))
        elif word in _CONSTANTS:
            stack.append(_CONSTANTS[word])
        elif word in ("if", "ifelse"):
            other = stack.pop() if word == "ifelse" else []
            chosen = stack.pop()
            _run(chosen if stack.pop() else other, stack, left)
        else:
            _shuffle(word, stack)


def _shuffle(word: str, stack: list[Any]) -> None:
    if word == "pop":
        stack.pop()
    elif word == "dup":
        stack.append(stack[-1])
    elif word == "exch":
        stack[-1], stack[-2] = stack[-2], stack[-1]
    elif word == "copy":
        count = int(stack.pop())
        stack.extend(stack[len(stack) - count :] if 0 < count <= 100 else [])
    elif word == "index":
        stack.append(stack[-1 - int(stack.pop())])
    elif word == "roll":
        turns, count = int(stack.pop()), int(stack.pop())
        if 0 < count <= len(stack):
            tail = stack[-count:]
            turns %= count
            stack[-count:] = tail[-turns:] + tail[:-turns] if turns else tail
    else:
        stack.append(float(word))
