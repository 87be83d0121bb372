"""Plug-in games: files of a folder outside the source, which only the host writes."""
