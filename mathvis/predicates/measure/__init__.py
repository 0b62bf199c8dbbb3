"""Plane geometry that predicates measure with: pure functions of arrays, page coordinates unless stated."""
