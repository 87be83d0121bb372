"""Export of a match, an evening or a period, one file per format."""
