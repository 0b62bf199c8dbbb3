"""The figure: bound entities, fitted frames, and findings about them."""
