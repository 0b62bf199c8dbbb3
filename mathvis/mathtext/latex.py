"""Normal form of LaTeX source."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mathvis.mathtext import macros, units
from mathvis.mathtext.canonical import form_of
from mathvis.mathtext.latex_parser import Parser
from mathvis.mathtext.symbols import symbols
from mathvis.mathtext.tree import CELL, SPACE, Frac, Root, Row, Script, Stack, Sym

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_SOURCE: Final = 4000
"""Longest label source in characters."""


def from_latex(source: str) -> str:
    r"""Normal form of a label given as LaTeX source.

    Parameters
    ----------
    source
        What would be written into a node: ``$f(C)$``, ``N = 3``, ``$\operatorname{coker} a$``. Scripts and
        macros are understood outside dollars too.

    Raises
    ------
    ValueError
        An unknown macro (named in the message), unbalanced braces, a missing argument, or a label that is
        too long or nested too deeply.
    """
    if len(source) > MAX_SOURCE:
        raise ValueError(f"label source longer than {MAX_SOURCE} characters")
    try:
        return form_of(_Label(source).whole())
    except RecursionError:
        raise ValueError("label nested too deeply") from None


class _Label(Parser):
    """A parser that knows what each macro prints."""

    def construction(self, name: str) -> Row:
        """Nodes of a macro that has a method here."""
        handler: Callable[[], Row] | None = getattr(self, f"macro_{name}", None)
        return super().construction(name) if handler is None else handler()

    def macro_left(self) -> Row:
        opening = self.delimiter()
        body = self.row((r"\right",))
        self.expect(r"\right")
        return (*opening, *body, *self.delimiter())

    def macro_frac(self) -> Row:
        return (Frac(self.argument(), self.argument()),)

    def macro_binom(self) -> Row:
        return (Sym("("), Stack((self.argument(), self.argument())), Sym(")"))

    def macro_sqrt(self) -> Row:
        index = self.optional()
        return (Root(self.argument(), index or ()),)

    def macro_overset(self) -> Row:
        above = self.argument()
        return (*self.argument(), Script(sup=above))

    def macro_underset(self) -> Row:
        below = self.argument()
        return (*self.argument(), Script(sub=below))

    def macro_xrightarrow(self) -> Row:
        return self.arrow("→")

    def macro_xleftarrow(self) -> Row:
        return self.arrow("←")

    def macro_xleftrightarrow(self) -> Row:
        return self.arrow("↔")

    def macro_xRightarrow(self) -> Row:
        return self.arrow("⇒")

    def macro_xmapsto(self) -> Row:
        return self.arrow("↦")

    def macro_xhookrightarrow(self) -> Row:
        return self.arrow("↪")

    def arrow(self, char: str) -> Row:
        below = self.optional()
        return (Sym(char), Script(sub=below or (), sup=self.argument()))

    def macro_not(self) -> Row:
        return (*self.argument(), *symbols("\u0338"))

    def macro_begin(self) -> Row:
        name = self.raw()
        if name not in macros.ENVIRONMENTS:
            raise ValueError(f"unknown environment {name!r} in a label")
        if name == "array":
            self.raw()
        gap = SPACE if name in ("aligned", "split") else CELL
        rows: list[Row] = []
        while True:
            cells = [self.row((r"\\", r"\end"))]
            while self.peek() == "&":
                self.at += 1
                cells.append(self.row((r"\\", r"\end")))
            rows.append(tuple(node for at, cell in enumerate(cells) for node in ((Sym(gap), *cell) if at else cell)))
            if self.take() == r"\end":
                break
        if self.raw() != name:
            raise ValueError(f"environment {name!r} is not closed in a label")
        rows = [row for row in rows if any(node != Sym(SPACE) for node in row)]
        opening, closing = macros.ENVIRONMENTS[name]
        return (*(Sym(char) for char in opening), Stack(tuple(rows)), *(Sym(char) for char in closing))

    def macro_substack(self) -> Row:
        self.skip_space()
        self.expect("{")
        rows = [self.row((r"\\",))]
        while self.peek() == r"\\":
            self.at += 1
            rows.append(self.row((r"\\",)))
        self.expect("}")
        return (Stack(tuple(rows)),)

    def macro_num(self) -> Row:
        return self.printed(units.number(self.plain()))

    def macro_unit(self) -> Row:
        return self.printed(units.unit(self.plain()))

    def macro_qty(self) -> Row:
        amount = self.plain()
        return (*self.printed(units.number(amount)), *self.printed(units.unit(self.raw())))

    def macro_ang(self) -> Row:
        return self.printed(units.angle(self.plain()))

    def plain(self) -> str:
        """The argument of a macro whose options, which change what it prints, are not understood."""
        if self.optional() is not None:
            raise ValueError("options of numbers and units are not understood in a label")
        return self.raw()

    @staticmethod
    def printed(source: str) -> Row:
        """Nodes of mathematics that a macro prints."""
        return _Label(f"${source}$").whole()

    def macro_textsuperscript(self) -> Row:
        return (Script(sup=self.argument()),)

    def macro_textsubscript(self) -> Row:
        return (Script(sub=self.argument()),)

    def macro_pmod(self) -> Row:
        return (Sym("("), *(Sym(char) for char in "mod"), *self.argument(), Sym(")"))

    def macro_textcolor(self) -> Row:
        self.optional()
        self.raw()
        return self.argument()
