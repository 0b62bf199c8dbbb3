"""Lua goes through tables in one order, and otherwise as it always does."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from mathvis.assets import asset

pytestmark = pytest.mark.tex

STEADY = asset("sandbox") / "tex" / "mathvis-steady.lua"
PROGRAM = r"""
dofile(arg[1])
local function all(t) local out = {} for k, v in pairs(t) do out[#out + 1] = tostring(k) .. "=" .. tostring(v) end
  return table.concat(out, " ") end
print(all({b = 1, a = 2, [10] = "x", [2] = "y", [1.5] = "z", aa = 3}))
print(all({5, 6, nil, 8, n = 4}))
print(all({}))
local t = {a = 1, b = 2, c = 3, d = 4}
local seen = {}
for k in pairs(t) do seen[#seen + 1] = k t.c = nil t[k] = nil end
print(table.concat(seen, " "), next(t))
print(all(setmetatable({a = 1}, {__pairs = function() return function(_, k) if not k then return "own", 7 end end end})))
print(all(setmetatable({a = 1}, {__index = {b = 2}, __metatable = "shut"})))
local key = {}
print(select("#", pairs({})), all({[true] = 1, z = 2}), all({[key] = 1}) == tostring(key) .. "=1")
print(select(2, pcall(function() for _ in pairs(nil) do end end)))
print(select(2, pcall(function() for _ in pairs(5) do end end)))
local big = {} for n = 1, 200000 do big[n] = n end
local last = 0 for k, v in pairs(big) do assert(k == last + 1 and v == k) last = k end print(last)
"""


@pytest.fixture(scope="module")
def lines(tmp_path_factory):
    texlua = shutil.which("texlua")
    if texlua is None:
        pytest.skip("there is no LuaTeX here")
    program = tmp_path_factory.mktemp("lua") / "program.lua"
    program.write_text(PROGRAM, encoding="utf-8")
    ran = subprocess.run([texlua, str(program), str(STEADY)], capture_output=True, text=True, check=True, timeout=60)
    return ran.stdout.splitlines()


def test_numbers_come_first_then_strings_each_in_their_order(lines):
    assert lines[0] == "1.5=z 2=y 10=x a=2 aa=3 b=1"


def test_what_is_not_there_is_left_out(lines):
    assert lines[1] == "1=5 2=6 4=8 n=4"
    assert lines[2] == ""


def test_what_is_taken_out_on_the_way_does_not_come_any_more(lines):
    assert lines[3] == "a b d\tnil"


def test_a_table_that_has_its_own_way_keeps_it(lines):
    assert lines[4] == "own=7"
    assert lines[5] == "a=1"


def test_other_keys_come_last(lines):
    assert lines[6] == "3\tz=2 true=1\ttrue"


def test_what_is_no_table_is_refused_as_ever(lines):
    assert all("bad argument #1 to 'for iterator' (table expected" in line for line in lines[7:9])


def test_a_long_list_is_gone_through_in_its_order(lines):
    assert lines[9] == "200000"
