"""Puts tests/ on the path, so that builders and strategies can be shared between the folders."""
