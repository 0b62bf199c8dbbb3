"""Predicates: one statement about a figure each; the registry, the families, and what evaluates them."""
