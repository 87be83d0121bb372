"""Pages with figures: of a circle, of its players, and of one player."""
