"""What the door lets in and what it refuses, for the server's Python and the phone's."""

from typing import Any


def unread(at: int) -> str:
    return f"This is no JSON: it cannot be read on from byte {at}."


CONTROL = "A control character stands in a text."
HALF = "Half a character stands here (a lone surrogate)."
LARGE = "A number here is too large; numbers stay below 1000000000."
DEEP = "Lists and objects stand more than 20 deep here."
NO_UTF8 = "This is no text in UTF-8."
NO_NUMBER = "A whole number is needed here, of 6 digits at most."

TAKEN: list[tuple[bytes, Any]] = [
    (b"null", None),
    (b"true", True),
    (b"false", False),
    (b"[true,false , null]", [True, False, None]),
    (b" \t\r\n[ 1 ,\n2 ]\r\n", [1, 2]),
    (b"{}", {}),
    (b'{"a" : {"a": [{}]}}', {"a": {"a": [{}]}}),
    (b"[" * 20 + b"]" * 20, [[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]),
    # numbers
    (b"0", 0),
    (b"-0", 0),
    (b"7", 7),
    (b"999999999", 999_999_999),
    (b"-999999999", -999_999_999),
    (b"7.0", 7.0),
    (b"-2.50", -2.5),
    (b"1e3", 1000.0),
    (b"1E+2", 100.0),
    (b"25e-1", 2.5),
    (b"999999999.5", 999_999_999.5),
    # texts
    (b'""', ""),
    (b'"hearts"', "hearts"),
    ('"Pişti ♦ Ζηνοβία 😀"'.encode(), "Pişti ♦ Ζηνοβία 😀"),
    (rb'"\"\\\/"', '"\\/'),
    (rb'"\u015f\u015F"', "şş"),
    (rb'"\ud83d\ude00"', "😀"),
    (rb'"\uD83D\uDE00!"', "😀!"),
    ("\"\u00a0\u2028\ufeff\uffff\"".encode(), "\u00a0\u2028\ufeff\uffff"),
    ("\"\U00010000\U0010ffff\"".encode(), "\U00010000\U0010ffff"),
    ("\"\u0800\ud7ff\ue000\"".encode(), "\u0800\ud7ff\ue000"),
    (rb'{"a": 1, "A": 2, "\u0062": 3}', {"a": 1, "A": 2, "b": 3}),
]  # fmt: skip

REFUSED: list[tuple[bytes, str, str]] = [
    (b"", "json", unread(0)),
    (b" \n", "json", unread(2)),
    (b"\xef\xbb\xbf\xef\xbb\xbf{}", "json", unread(0)),  # one mark is enough
    (b"\x00", "json", unread(0)),
    (b"[1]\x00", "json", unread(3)),
    (b"1 2", "json", unread(2)),
    (b"{}\n{}", "json", unread(3)),
    (b"[1,]", "json", unread(3)),
    (b"[,1]", "json", unread(1)),
    (b"[1 2]", "json", unread(3)),
    (b"[1", "json", unread(2)),
    (b"]", "json", unread(0)),
    (b'{"a":1,}', "json", unread(7)),
    (b'{"a"}', "json", unread(4)),
    (b'{"a":}', "json", unread(5)),
    (b"{a:1}", "json", unread(1)),
    (b"{1:1}", "json", unread(1)),
    (b'{"a":1', "json", unread(6)),
    (b"// seven\n7", "json", unread(0)),
    (b"7 # seven", "json", unread(2)),
    (b"/* seven */ 7", "json", unread(0)),
    (b"\x0c7", "json", unread(0)),
    (b"\xc2\xa07", "json", unread(0)),
    (b"NaN", "json", unread(0)),
    (b"Infinity", "json", unread(0)),
    (b"-Infinity", "json", unread(1)),
    (b"True", "json", unread(0)),
    (b"nul", "json", unread(0)),
    (b"truefalse", "json", unread(4)),
    (b"'a'", "json", unread(0)),
    # numbers
    (b"01", "json", unread(1)),
    (b"-01", "json", unread(2)),
    (b"00", "json", unread(1)),
    (b"+1", "json", unread(0)),
    (b"-", "json", unread(1)),
    (b"--1", "json", unread(1)),
    (b"1.", "json", unread(2)),
    (b".5", "json", unread(0)),
    (b"1.e5", "json", unread(2)),
    (b"1e", "json", unread(2)),
    (b"1e+", "json", unread(3)),
    (b"0x7", "json", unread(1)),
    (b"1_000", "json", unread(1)),
    ("７".encode(), "json", unread(0)),
    (b"1000000000", "large", LARGE),
    (b"-1000000000", "large", LARGE),
    (b"[" + b"9" * 5000 + b"]", "large", LARGE),
    (b"1000000000.0", "large", LARGE),
    (b"1e9", "large", LARGE),
    (b"-1e9", "large", LARGE),
    (b"1e999", "large", LARGE),
    (b"-1e999", "large", LARGE),
    # texts
    (b'"', "json", unread(1)),
    (b'"a', "json", unread(2)),
    (b'"\\"', "json", unread(3)),
    (b'"\\', "json", unread(2)),
    (rb'"\x41"', "json", unread(3)),
    (rb'"\u00e"', "json", unread(3)),
    (rb'"\u+0e9"', "json", unread(3)),
    (rb'"\U0001f600"', "json", unread(3)),
    (b'"a\nb"', "text", CONTROL),
    (b'"a\x00b"', "text", CONTROL),
    (b'"\x1f"', "text", CONTROL),
    (b'"\x7f"', "text", CONTROL),
    (b'"\xc2\x80"', "text", CONTROL),
    (b'"\xc2\x9f"', "text", CONTROL),
    (rb'"\n"', "text", CONTROL),
    (rb'"\t"', "text", CONTROL),
    (rb'"\u0000"', "text", CONTROL),
    (rb'"\u007f"', "text", CONTROL),
    (rb'"\u0085"', "text", CONTROL),
    (rb'{"\u001b": 1}', "text", CONTROL),
    (rb'"\ud800"', "text", HALF),
    (rb'"\udc00"', "text", HALF),
    (rb'"\ude00\ud83d"', "text", HALF),
    (rb'"\ud83d\u0041"', "text", HALF),
    (rb'"\ud83dx"', "text", HALF),
    (b'"\xff"', "text", NO_UTF8),
    (b'"\xc3"', "text", NO_UTF8),
    (b'"\x80"', "text", NO_UTF8),
    (b'"\xc0\x80"', "text", NO_UTF8),  # longer than it need be
    (b'"\xc1\xbf"', "text", NO_UTF8),
    (b'"\xe0\x9f\xbf"', "text", NO_UTF8),
    (b'"\xf0\x8f\xbf\xbf"', "text", NO_UTF8),
    (b'"\xed\xa0\x80"', "text", NO_UTF8),  # half a character
    (b'"\xed\xbf\xbf"', "text", NO_UTF8),
    (b'"\xf4\x90\x80\x80"', "text", NO_UTF8),  # beyond the last character
    (b'"\xf5\x80\x80\x80"', "text", NO_UTF8),
    (b'"\xe2\x82"', "text", NO_UTF8),
    # what JSON allows, but nobody means
    (b'{"a":1,"a":1}', "doubled", "“a” stands twice in one object."),
    (rb'[{"ab":1,"\u0061b":2}]', "doubled", "“ab” stands twice in one object."),
    ('{"ş":1,"b":2,"ş":3}'.encode(), "doubled", "“ş” stands twice in one object."),
    (b"[" * 21 + b"]" * 21, "deep", DEEP),
    (b'{"a":' * 21 + b"1" + b"}" * 21, "deep", DEEP),
    (b"[" * 100_000, "deep", DEEP),
]  # fmt: skip

NUMBERS_TAKEN: list[tuple[str, int | None]] = [
    ("7", 7),
    ("0", 0),
    (" 7 ", 7),
    ("007", 7),
    ("999999", 999_999),
    ("", None),
    ("   ", None),
]

NUMBERS_REFUSED = (
    "1000000", "0000007", "+1", "-1", "1 2", "7.0", "7,0", "1e3", "0x7", "1_0", "\t7", "7\n", "７", "٧", "۷", "²", "7\u00a0", "\u2007", "seven", "\x00",
)  # fmt: skip
