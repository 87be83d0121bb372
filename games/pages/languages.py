"""The languages of Scorekeeper, each by its own name. Their texts are in locale/."""

LANGUAGES = (
    ("en", "English"),
    ("de", "Deutsch"),
    ("pt", "Português (Portugal)"),
    ("pt-br", "Português (Brasil)"),
    ("tr", "Türkçe"),
    ("el", "Ελληνικά"),
)
