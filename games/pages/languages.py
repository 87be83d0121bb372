"""The languages of Scorekeeper, each by its own name. Their texts are in locale/."""

LANGUAGES = (
    ("en", "English"),
    ("de", "Deutsch"),
    ("pt", "Português"),
    ("tr", "Türkçe"),
    ("el", "Ελληνικά"),
)
