"""The languages that Scorekeeper speaks, each by its own name. What they say is in locale/."""

LANGUAGES = (
    ("en", "English"),
    ("de", "Deutsch"),
    ("pt", "Português"),
    ("tr", "Türkçe"),
    ("el", "Ελληνικά"),
)
