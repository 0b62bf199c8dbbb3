"""Functions and colours of PDF."""

from __future__ import annotations

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from mathvis.scene.readers.pdf_color import cmyk, read_space, shading_mean
from mathvis.scene.readers.pdf_function import read_function


@pytest.fixture
def document():
    return pikepdf.new()


def exponential(c0, c1, n=1):
    return Dictionary(FunctionType=2, Domain=Array([0, 1]), C0=Array(c0), C1=Array(c1), N=n)


def test_exponential():
    function = read_function(exponential([0, 1], [2, 0], 2))
    assert function([0.5]) == pytest.approx([0.5, 0.75])
    assert function([7]) == pytest.approx([2, 0])


def test_stitching():
    parts = Array([exponential([0], [1]), exponential([10], [20])])
    made = Dictionary(
        FunctionType=3, Domain=Array([0, 2]), Functions=parts, Bounds=Array([1]), Encode=Array([0, 1, 1, 0])
    )
    function = read_function(made)
    assert [function([x])[0] for x in (0, 0.5, 1, 1.5, 2)] == pytest.approx([0, 0.5, 20, 15, 10])


def test_sampled(document):
    stream = document.make_stream(bytes([0, 255, 128, 0]))
    for key, value in {
        "/FunctionType": 0,
        "/Domain": Array([0, 1]),
        "/Range": Array([0, 1, 0, 2]),
        "/Size": Array([2]),
        "/BitsPerSample": 8,
    }.items():
        stream[key] = value
    function = read_function(stream)
    assert function([0]) == pytest.approx([0, 2])
    assert function([1]) == pytest.approx([128 / 255, 0])


@pytest.mark.parametrize(
    ("program", "inputs", "outputs"),
    [
        (b"{ add 2 div }", [1, 2], [1.5]),
        (b"{ dup 0.5 gt { pop 1 } { 2 mul } ifelse }", [0.25], [0.5]),
        (b"{ dup 0.5 gt { pop 1 } { 2 mul } ifelse }", [0.75], [1]),
        (b"{ 1 exch sub dup mul sqrt }", [0.25], [0.75]),
        (b"{ 3 1 roll exch pop pop }", [0.1, 0.2, 0.3], [0.3]),
        (b"{ 90 mul sin }", [1], [1]),
        (b"{ 0 index add true { neg } if }", [0.25], [-0.5]),
    ],
)
def test_calculator(document, program, inputs, outputs):
    stream = document.make_stream(program)
    stream["/FunctionType"] = 4
    stream["/Domain"] = Array([0, 9] * len(inputs))
    stream["/Range"] = Array([-1, 2])
    assert read_function(stream)(inputs) == pytest.approx(outputs)


def test_functions_nested_too_deeply_are_refused():
    function = exponential([0], [1])
    for _ in range(30):
        function = Dictionary(
            FunctionType=3, Domain=Array([0, 1]), Functions=Array([function]), Bounds=Array([]), Encode=Array([0, 1])
        )
    with pytest.raises(ValueError, match="deep"):
        read_function(function)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ((0, 0, 0, 0), (1, 1, 1)),
        ((0, 0, 1, 0), (1, 0.949, 0)),
        ((0, 1, 1, 0), (0.9294, 0.1098, 0.1412)),
        ((1, 1, 1, 1), (0, 0, 0)),
    ],
)
def test_corners_of_cmyk(values, expected):
    assert cmyk(values) == pytest.approx(expected)


def test_spaces(document):
    indexed = read_space(Array([Name.Indexed, Name.DeviceRGB, 1, pikepdf.String(bytes([255, 0, 0, 0, 0, 255]))]), {})
    assert [indexed.convert([i]) for i in (0, 1, 9)] == [(1, 0, 0), (0, 0, 1), (0, 0, 0)]
    profile = document.make_stream(b"")
    profile["/N"] = 4
    assert read_space(Array([Name.ICCBased, profile]), {}).components == 4
    lab = read_space(Array([Name.Lab, Dictionary()]), {})
    assert lab.convert([100, 0, 0]) == pytest.approx((1, 1, 1), abs=0.01)
    nonsense = read_space(Array([Name.Nothing]), {})
    assert nonsense.components == 1


def test_a_space_that_refers_to_itself_ends():
    resources = Dictionary(ColorSpace=Dictionary(a=Name.b, b=Name.a))
    assert read_space(Name.a, resources).components == 1


def test_the_mean_of_a_shading():
    made = Dictionary(ShadingType=2, ColorSpace=Name.DeviceRGB, Function=exponential([1, 0, 0], [0, 0, 1]))
    assert shading_mean(made, {}) == pytest.approx((0.5, 0, 0.5))
    assert shading_mean(Dictionary(ShadingType=7, ColorSpace=Name.DeviceRGB), {}) == (0.5, 0.5, 0.5)
