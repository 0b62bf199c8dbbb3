"""Readers, from a document's bytes to a scene.

They run inside the sandbox, on the standard library, pikepdf and lxml.
"""
