"""The minus sign in numbers that people read. Tables for programs have numbers, which spreadsheets show in their own way."""


def with_minus(number: object) -> str:
    """Return the number, or its text, with a minus sign in place of a hyphen."""
    return str(number).replace("-", "\N{MINUS SIGN}")
