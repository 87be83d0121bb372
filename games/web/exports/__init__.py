"""Pages that export files."""
