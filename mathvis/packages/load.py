"""Load task packages from their folders; nothing in them is executed."""

from __future__ import annotations

import hashlib
import random
import re
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

from mathvis.assets import asset
from mathvis.errors import PackageError, UsageError
from mathvis.extract.model import Format
from mathvis.goldir.load import load_gold, read_yaml
from mathvis.packages.check import check_declarations, check_gold
from mathvis.packages.contract import contract
from mathvis.packages.model import Drawing, Expected, Task
from mathvis.predicates.registry import Registry, load_registry

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

FAMILY_SCHEMA = "mathvis/family@1"
MAX_FILE_BYTES = 2_000_000
_PARAMETER = re.compile(r"\{\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*\}\}")
_SUFFIX = {Format.TIKZ: ".tex", Format.SVG: ".svg"}
_KEYS = {"schema", "title", "object", "source", "formats", "variants", "authors", "rights", "canary"}


def load_tasks(
    selectors: Sequence[str] = ("*",),
    *,
    root: Path | None = None,
    disciplines: Sequence[str] = (),
    sample: int | None = None,
    seed: int = 0,
    registry: Registry | None = None,
) -> tuple[Task, ...]:
    """Load the tasks that any of the selectors names.

    Parameters
    ----------
    selectors
        Full names or globs over ``discipline/family/variant``; ``discipline/family`` means all its variants.
    root
        Folder of packages; the tasks that come with mathvis by default.
    disciplines
        Keep only these.
    sample, seed
        Keep this many, drawn with the seed.
    registry
        The predicates that statements may use; all installed families if None.

    Raises
    ------
    UsageError
        Nothing matches; the message lists near names.
    PackageError
        A selected package is broken.
    """
    base = root if root is not None else asset("tasks")
    if not base.is_dir():
        raise UsageError(f"the folder of task packages {base} does not exist")
    predicates = registry if registry is not None else load_registry()
    tasks: dict[str, Task] = {}
    unused = set(selectors)
    for folder in sorted(path.parent for path in base.glob("*/*/family.yaml")):
        family = f"{folder.parent.name}/{folder.name}"
        if disciplines and folder.parent.name not in disciplines:
            continue
        for variant in variants(folder):
            name = f"{family}/{variant}"
            hits = {s for s in selectors if fnmatchcase(name, s) or s in (family, name)}
            if hits:
                unused -= hits
                tasks[name] = load_task(folder, variant, predicates)
    if unused or not tasks:
        wanted = ", ".join(sorted(unused or selectors))
        known = ", ".join(sorted(f"{p.parent.parent.name}/{p.parent.name}" for p in base.glob("*/*/family.yaml")))
        raise UsageError(f"no task matches {wanted}; the families are: {known or 'none'}")
    chosen = [tasks[name] for name in sorted(tasks)]
    if sample is not None:
        if sample < 1:
            raise UsageError("--sample must be at least 1")
        chosen = sorted(random.Random(seed).sample(chosen, min(sample, len(chosen))), key=lambda t: t.name)  # noqa: S311
    return tuple(chosen)


def variants(folder: Path) -> tuple[str, ...]:
    """Return the names of a family's variants."""
    return tuple(_family(folder)["variants"])


def load_task(folder: Path, variant: str, registry: Registry) -> Task:
    """Load one variant of the family in `folder`.

    Raises
    ------
    PackageError
        Something in the package is missing or wrong.
    """
    family = _family(folder)
    known: Mapping[str, Any] = family["variants"]
    if variant not in known:
        raise PackageError(f"no variant {variant!r} (there are {', '.join(known)})", file="family.yaml")
    parameters = {key: str(value) for key, value in (known[variant] or {}).items()}
    formats = frozenset(Format(item) for item in family["formats"])
    gold_file = f"{folder.name}/gold.yaml"
    gold = load_gold(_fill(_read(folder, "gold.yaml"), parameters, gold_file), file=gold_file)
    check_gold(gold, registry, file=gold_file)
    drawings = {
        part: tuple(_drawing(folder, path, parameters, formats) for path in _programs(folder, part, variant))
        for part in ("", "negatives", "accepted")
    }
    negatives = _declared(folder, drawings["negatives"], parameters)
    check_declarations(gold, negatives, file=f"{folder.name}/negatives/negatives.yaml")
    if not drawings[""]:
        raise PackageError("there is no reference.tex or reference.svg", file=folder.name)
    return Task(
        name=f"{folder.parent.name}/{folder.name}/{variant}",
        title=family["title"],
        object=family.get("object", ""),
        prompt=_fill(_read(folder, "prompt.md"), parameters, "prompt.md").strip() + "\n",
        contract=contract(gold, formats),
        formats=formats,
        gold=gold,
        references=drawings[""],
        negatives=negatives,
        accepted=drawings["accepted"],
        digest=_digest(folder, variant, parameters),
    )


def _family(folder: Path) -> dict[str, Any]:
    body = read_yaml(_read(folder, "family.yaml"), file="family.yaml")
    if not isinstance(body, dict) or body.get("schema") != FAMILY_SCHEMA:
        raise PackageError(f"expected 'schema: {FAMILY_SCHEMA}'", file="family.yaml")
    unknown = set(body) - _KEYS
    if unknown:
        raise PackageError(f"unknown keys {', '.join(sorted(map(str, unknown)))}", file="family.yaml")
    if not isinstance(body.get("title"), str):
        raise PackageError("a text is required", file="family.yaml", where="title")
    formats = body.get("formats")
    if not isinstance(formats, list) or not formats or not set(formats) <= {f.value for f in Format}:
        raise PackageError("expected a list of tikz, svg", file="family.yaml", where="formats")
    if not isinstance(body.get("variants"), dict) or not body["variants"]:
        raise PackageError("expected a mapping from variant to parameters", file="family.yaml", where="variants")
    for name, parameters in body["variants"].items():
        if not (parameters is None or isinstance(parameters, dict)):
            raise PackageError("expected a mapping of parameters", file="family.yaml", where=f"variants.{name}")
    return body


def _read(folder: Path, name: str) -> str:
    path = folder / name
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise PackageError(f"larger than {MAX_FILE_BYTES} bytes", file=name)
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise PackageError("the file is missing", file=f"{folder.name}/{name}") from None
    except UnicodeDecodeError as error:
        raise PackageError(f"not UTF-8 (byte {error.start})", file=f"{folder.name}/{name}") from error
    except OSError as error:
        raise PackageError(f"cannot be read: {error.strerror}", file=f"{folder.name}/{name}") from error


def _fill(text: str, parameters: Mapping[str, str], file: str, *, strict: bool = True) -> str:
    """Substitute ``{{parameter}}``; in drawings (not strict) other double braces are left alone."""

    def value(match: re.Match[str]) -> str:
        name = match.group(1)
        if name in parameters:
            return parameters[name]
        if strict:
            raise PackageError(f"{{{{{name}}}}} is no parameter of this variant", file=file)
        return match.group(0)

    return _PARAMETER.sub(value, text)


def _programs(folder: Path, part: str, variant: str) -> Iterable[Path]:
    """Programs of a part: files for all variants, and those marked ``name.<variant>.tex`` for this one."""
    here = folder / part if part else folder
    if not here.is_dir():
        return []
    chosen: dict[str, Path] = {}
    for path in sorted(here.iterdir()):
        if path.suffix not in _SUFFIX.values():
            continue
        stem, _, mark = path.stem.partition(".")
        if not part and stem != "reference":
            continue
        if mark and mark != variant:
            continue
        key = stem + path.suffix
        if mark or key not in chosen:
            chosen[key] = path
    return list(chosen.values())


def _drawing(folder: Path, path: Path, parameters: Mapping[str, str], formats: frozenset[Format]) -> Drawing:
    name = path.relative_to(folder).as_posix()
    kind = next(item for item in Format if _SUFFIX[item] == path.suffix)
    if kind not in formats:
        raise PackageError(f"is {kind}, which the family does not ask for", file=name)
    source = _fill(_read(folder, name), parameters, name, strict=False)
    return Drawing(path.name, kind, source)


def _declared(folder: Path, drawings: tuple[Drawing, ...], parameters: Mapping[str, str]) -> tuple[Drawing, ...]:
    file = "negatives/negatives.yaml"
    if not drawings:
        return ()
    body = read_yaml(_fill(_read(folder, file), parameters, file), file=file)
    if not isinstance(body, dict):
        raise PackageError("expected a mapping from file name to its declaration", file=file)
    names = {drawing.name for drawing in drawings}
    out = []
    for drawing in drawings:
        entry = body.get(drawing.name)
        if not isinstance(entry, dict) or set(entry) - {"error", "must_fail", "may_fail"}:
            raise PackageError("expected error, must_fail, may_fail", file=file, where=drawing.name)
        must = _expected(entry.get("must_fail"), file, f"{drawing.name}.must_fail")
        may = _expected(entry.get("may_fail"), file, f"{drawing.name}.may_fail")
        if not must:
            raise PackageError("a negative must fail something", file=file, where=f"{drawing.name}.must_fail")
        out.append(
            Drawing(drawing.name, drawing.format, drawing.source, str(entry.get("error", "")), must, may),
        )
    for name in body:
        path = folder / "negatives" / str(name)
        if name not in names and not path.is_file():
            raise PackageError("declares a drawing that is not there", file=file, where=str(name))
    return tuple(out)


def _expected(value: Any, file: str, where: str) -> tuple[Expected, ...]:
    if value is None:
        return ()
    if not isinstance(value, list):
        raise PackageError("expected a list of [statement, code]", file=file, where=where)
    out = []
    for item in value:
        if isinstance(item, str):
            out.append(Expected(item))
        elif isinstance(item, list) and len(item) == 2 and all(isinstance(part, str) for part in item):
            out.append(Expected(item[0], item[1]))
        else:
            raise PackageError(f"expected [statement, code], got {item!r}", file=file, where=where)
    return tuple(out)


def _digest(folder: Path, variant: str, parameters: Mapping[str, str]) -> str:
    """Hash of all files of the package and of the variant's parameters."""
    total = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            data = path.read_bytes()
            total.update(f"{path.relative_to(folder).as_posix()}\0{len(data)}\0".encode())
            total.update(data)
    total.update(repr((variant, sorted(parameters.items()))).encode())
    return total.hexdigest()
