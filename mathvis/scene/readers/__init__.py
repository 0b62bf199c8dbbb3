"""Readers: a document's bytes to a scene. They run inside the sandbox, with the standard library and pikepdf or lxml."""
