"""Pages to follow, for anyone with the link."""
