"""The table of error codes and the table of predicate groups."""

from __future__ import annotations

from enum import StrEnum

CODES_VERSION = "1"


class Group(StrEnum):
    """The chain from understanding to action; every statement belongs to one group."""

    PARSING = "parsing"
    RELATION = "relation"
    SYNTHESIS = "synthesis"
    RENDERING = "rendering"
    VERIFICATION = "verification"


class Code(StrEnum):
    """Typed reasons why a figure is wrong."""

    T1 = "T1"
    T2 = "T2"
    T3 = "T3"
    T4 = "T4"
    O1 = "O1"
    O2 = "O2"
    O3 = "O3"
    O4 = "O4"
    O5 = "O5"
    R1 = "R1"
    R2 = "R2"
    R3 = "R3"
    R4 = "R4"
    R5 = "R5"
    R6 = "R6"
    R7 = "R7"
    R8 = "R8"
    R9 = "R9"
    R10 = "R10"
    R11 = "R11"
    R12 = "R12"
    B1 = "B1"
    B2 = "B2"
    B3 = "B3"
    X1 = "X1"
    X2 = "X2"
    U1 = "U1"
    U2 = "U2"
    U3 = "U3"
    U4 = "U4"
    U5 = "U5"

    @property
    def meaning(self) -> str:
        """The code in words."""
        return MEANINGS[self]


MEANINGS: dict[Code, str] = {
    Code.T1: "no program in the reply",
    Code.T2: "the program does not compile",
    Code.T3: "blank, clipped, oversized, or over a limit",
    Code.T4: "the output contract is broken",
    Code.O1: "an object is missing",
    Code.O2: "a label or value is missing or unreadable as text",
    Code.O3: "a required conclusion is missing",
    Code.O4: "a set is incomplete",
    Code.O5: "a stated value or conclusion is wrong",
    Code.R1: "wrong incidence or tangency",
    Code.R2: "wrong length, angle, ratio or scale",
    Code.R3: "wrong direction or orientation",
    Code.R4: "wrong topology or structure",
    Code.R5: "wrong order or position",
    Code.R6: "wrong sign, branch, side or chirality",
    Code.R7: "wrong source, target or composite",
    Code.R8: "wrong curve or formula",
    Code.R9: "wrong count or multiplicity",
    Code.R10: "wrong symmetry or transformation",
    Code.R11: "wrong region",
    Code.R12: "wrong meaning of a style",
    Code.B1: "a label stands at the wrong object",
    Code.B2: "labels are swapped",
    Code.B3: "a printed value contradicts this very drawing",
    Code.X1: "an object too many",
    Code.X2: "an additional object contradicts the figure",
    Code.U1: "overlap or occlusion",
    Code.U2: "too small",
    Code.U3: "outside the canvas",
    Code.U4: "ambiguous",
    Code.U5: "too little contrast",
}
