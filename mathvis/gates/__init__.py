"""The gates: technical, mathematical, presentation, delivery."""
