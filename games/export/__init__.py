"""Taking it home: a match, an evening or a whole period in the formats that people use, one file each."""
