"""Pages about the seasons of a circle."""
