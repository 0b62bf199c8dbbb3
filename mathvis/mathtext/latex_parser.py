"""Recursive descent over the source of a label; what each macro does stands in `mathvis.mathtext.latex`."""

from __future__ import annotations

import re
from typing import Final

from mathvis.mathtext import macros
from mathvis.mathtext.symbols import symbols
from mathvis.mathtext.tree import MAX_DEPTH, SPACE, Accent, Frac, Node, Row, Script, Stack, Sym

_LEXEME: Final = re.compile(r"\\(?:operatorname|hspace|vspace)\*|\\[A-Za-z]+|\\.|[{}_^$&~]|\s+|%[^\n]*\n?|.", re.DOTALL)


class Parser:
    """Recursive descent over the lexemes of a label."""

    def __init__(self, source: str) -> None:
        self.lexemes = [lexeme for lexeme in _LEXEME.findall(source) if not lexeme.startswith("%")]
        self.at = 0
        self.depth = 0
        self.math = False
        self.style = ""

    def whole(self) -> Row:
        """The whole label."""
        row = self.row(())
        if self.at < len(self.lexemes):
            raise ValueError(f"unexpected {self.lexemes[self.at]!r} in a label")
        return row

    def row(self, stops: tuple[str, ...]) -> Row:
        """Nodes up to one of the stop lexemes, which is left standing."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise ValueError(f"label nested deeper than {MAX_DEPTH}")
        out: list[Node] = []
        style = self.style
        while (lexeme := self.peek()) is not None and lexeme not in stops and lexeme not in ("}", "&"):
            if lexeme in (r"\\", r"\right", r"\end"):
                if r"\\" in stops or lexeme != r"\\":
                    break
                self.at += 1
                out.append(Sym(SPACE))
                continue
            if lexeme in (r"\over", r"\atop", r"\choose"):
                self.at += 1
                rest = self.row(stops)
                over: Node = Frac(tuple(out), rest) if lexeme == r"\over" else Stack((tuple(out), rest))
                out = [over] if lexeme != r"\choose" else [Sym("("), over, Sym(")")]
                break
            out.extend(self.item())
        self.style = style
        self.depth -= 1
        return tuple(out)

    def peek(self) -> str | None:
        """The next lexeme, left standing."""
        return self.lexemes[self.at] if self.at < len(self.lexemes) else None

    def take(self) -> str:
        """The next lexeme."""
        lexeme = self.peek()
        if lexeme is None:
            raise ValueError("label source ends too early")
        self.at += 1
        return lexeme

    def skip_space(self) -> None:
        """Pass over white space."""
        while (lexeme := self.peek()) is not None and lexeme.isspace():
            self.at += 1

    def argument(self) -> Row:
        """The next group or single lexeme."""
        self.skip_space()
        if self.peek() in (None, "}", "$", "&"):
            raise ValueError("a macro's argument is missing at the end of a group")
        return self.item()

    def optional(self) -> Row | None:
        """An optional argument in brackets, if there is one."""
        self.skip_space()
        if self.peek() != "[":
            return None
        self.at += 1
        row = self.row(("]",))
        self.expect("]")
        return row

    def raw(self) -> str:
        """The text of the next group, uninterpreted."""
        self.skip_space()
        if self.peek() != "{":
            return self.take()
        self.at += 1
        start, level = self.at, 1
        while level:
            lexeme = self.take()
            level += (lexeme == "{") - (lexeme == "}")
        return "".join(self.lexemes[start : self.at - 1])

    def expect(self, lexeme: str) -> None:
        """Take one certain lexeme."""
        found = self.peek()
        if found != lexeme:
            raise ValueError(f"{lexeme!r} expected in a label, found {found!r}")
        self.at += 1

    def group(self, *, math: bool | None = None, style: str | None = None) -> Row:
        """An argument read in another mode or alphabet."""
        before = self.math, self.style
        if math is not None:
            self.math = math
        if style is not None:
            self.style = style
        row = self.argument()
        self.math, self.style = before
        return row

    def item(self) -> Row:
        """Nodes of one lexeme or construction."""
        lexeme = self.take()
        if lexeme == "{":
            row = self.row(())
            self.expect("}")
            return row
        if lexeme == "}":
            raise ValueError("'}' without '{' in a label")
        if lexeme == "$":
            return self.dollars()
        if lexeme in ("_", "^"):
            script = self.argument()
            return (Script(sub=script),) if lexeme == "_" else (Script(sup=script),)
        if lexeme == "~" or lexeme.isspace():
            return () if self.math and lexeme != "~" else (Sym(SPACE),)
        if lexeme.startswith("\\"):
            return self.macro(lexeme[1:])
        return self.characters(lexeme)

    def dollars(self) -> Row:
        """Mathematics up to the dollars that end it; those that begin it are taken."""
        if self.math:
            raise ValueError("'$' inside mathematics")
        double = self.peek() == "$"
        self.at += double
        self.math = True
        row = self.row(("$",))
        self.expect("$")
        if double:
            self.expect("$")
        self.math = False
        return row

    def characters(self, lexeme: str) -> Row:
        """A plain character; in text, dashes and quotes make ligatures."""
        if self.math:
            return symbols(lexeme, self.style)
        if lexeme == "-" and self.peek() == "-":
            self.at += 1
            if self.peek() == "-":
                self.at += 1
                return symbols("—")
            return symbols("–")
        if lexeme == "`":
            return symbols("‘")
        return symbols(lexeme, self.style)

    def macro(self, name: str) -> Row:
        """Nodes of a macro and its arguments."""
        if not name:
            raise ValueError("a label ends with a backslash")
        name = name if len(name) == 1 else name.rstrip("*")
        if name[0].isalpha():
            self.skip_space()
        if name in macros.SYMBOLS:
            return tuple(node for char in macros.SYMBOLS[name] for node in symbols(char, self.style))
        if name in macros.OPERATORS:
            return tuple(Sym(char) for char in macros.OPERATORS[name] if char != " ")
        if name in macros.SPACES:
            return (Sym(SPACE),) if macros.SPACES[name] else ()
        if name in macros.IGNORED:
            return ()
        if name in macros.IGNORED_ARGUMENTS:
            for _ in range(macros.IGNORED_ARGUMENTS[name]):
                self.raw()
            return ()
        if name in macros.GROUPS:
            math, style = macros.GROUPS[name]
            return self.group(math=math, style=style)
        if name in macros.SWITCHES:
            self.style = macros.SWITCHES[name]
            return ()
        if name in macros.ACCENTS:
            return (Accent(macros.ACCENTS[name], self.argument()),)
        if name in macros.TEXT_ACCENTS and not self.math:
            return (Accent(macros.TEXT_ACCENTS[name], self.argument()),)
        if name in macros.DELIMITER_SIZES:
            return self.delimiter()
        return self.construction(macros.SAME.get(name, name))

    def construction(self, name: str) -> Row:
        """Nodes of a macro with a shape of its own."""
        raise ValueError(f"unknown macro \\{name} in a label")

    def delimiter(self) -> Row:
        """A delimiter, or nothing for a dot."""
        self.skip_space()
        if self.peek() == ".":
            self.at += 1
            return ()
        return self.item()
