"""Pages with files to take home."""
