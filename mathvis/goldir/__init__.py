"""What must be true of a figure: entities, frames, statements, rubric, error codes, expressions."""
