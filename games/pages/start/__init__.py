"""The form in which a match is started."""
