"""A request that names charsets leaves nothing in the memory of the process."""

import codecs
import encodings

import pytest


@pytest.mark.parametrize(
    "name", ["utf-8", "UTF8", "latin-1", "iso-8859-15", "ISO_8859-1", "cp1252", "idna", "ascii", "mbcs_"]
)
def test_charsets_of_python_are_found(name: str) -> None:
    if name == "mbcs_":
        with pytest.raises(LookupError):
            codecs.lookup(name)
    else:
        assert "".encode(name) in (b"", codecs.BOM_UTF8)


@pytest.mark.parametrize(
    "name", ["unknown{}", "utf-8.{}", "utf" + "-{}" * 3 + "8", "os.{}", "iso x8859 {}", "\u017fx{}"]
)
def test_an_unknown_charset_is_not_stored(name: str) -> None:
    before = len(encodings._cache)  # type: ignore[attr-defined]
    for number in range(100, 300):
        with pytest.raises(LookupError):
            codecs.lookup(name.replace("{}", str(number)))
    assert len(encodings._cache) == before  # type: ignore[attr-defined]


def test_spellings_of_a_charset_are_stored_together() -> None:
    before = len(encodings._cache)  # type: ignore[attr-defined]
    for number in range(1, 200):
        assert codecs.lookup("utf" + "-" * number + "8").name == "utf-8"
    assert len(encodings._cache) <= before + 1  # type: ignore[attr-defined]
