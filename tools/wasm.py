"""Reads a WebAssembly program far enough to see which function uses which, and replaces functions by empty ones.

All numbers and addresses stay the same, because an empty function keeps its number.
"""

import struct
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from tools.steps import Trouble

IMPORTS, EXPORTS, ELEMENTS, CODE, DATA = 2, 7, 9, 10, 11  # sections
UNREACHABLE = b"\0\0\x0b"  # a body without variables that stops the program
FUNCTION = 0  # a kind of import and export

# Instructions by the kind of what follows them.
PLAIN = {0x00, 0x01, 0x05, 0x0B, 0x0F, 0x1A, 0x1B, *range(0x45, 0xC5)}
ONE_NUMBER = {0x02, 0x03, 0x04, 0x0C, 0x0D, *range(0x20, 0x25), 0x3F, 0x40, 0x42}
MEMORY = range(0x28, 0x3F)
CALL, CALL_INDIRECT, BRANCH_TABLE, INT32, FLOAT32, FLOAT64, LONG = 0x10, 0x11, 0x0E, 0x41, 0x43, 0x44, 0xFC
BYTES_OF_LONG = {**dict.fromkeys(range(8), 0), 10: 2, 11: 1}  # conversions, memory.copy, memory.fill


class Uses(NamedTuple):
    """The functions that a function calls, and the numbers in it that may be addresses."""

    calls: set[int]
    numbers: set[int]


class Program:
    def __init__(self, content: bytes) -> None:
        self.content = content
        self.sections = dict(self._sections())

    def _sections(self) -> Iterator[tuple[int, slice]]:
        place = 8
        while place < len(self.content):
            size, start = self.number(place + 1)
            yield self.content[place], slice(start, start + size)
            place = start + size

    def number(self, place: int) -> tuple[int, int]:
        """Return the number in LEB128 at a place, and the place after it."""
        total = shift = 0
        while True:
            byte = self.content[place]
            total |= (byte & 127) << shift
            place, shift = place + 1, shift + 7
            if byte < 128:
                return total, place

    def numbers(self, place: int, count: int) -> tuple[list[int], int]:
        values = []
        for _ in range(count):
            value, place = self.number(place)
            values.append(value)
        return values, place

    @cached_property
    def first(self) -> int:
        """The number of the first body. The functions before it are imported."""
        count, place = self.number(self.sections[IMPORTS].start)
        for _ in range(count):
            for _name in range(2):
                size, place = self.number(place)
                place += size
            if self.content[place] != FUNCTION:
                raise Trouble("The program imports something that is no function.")
            place = self.number(place + 1)[1]
        return count

    @cached_property
    def exports(self) -> dict[str, int]:
        """The numbers of the exported functions, by name."""
        count, place = self.number(self.sections[EXPORTS].start)
        exports = {}
        for _ in range(count):
            size, place = self.number(place)
            name, kind = self.content[place : place + size].decode(), self.content[place + size]
            number, place = self.number(place + size + 1)
            if kind == FUNCTION:
                exports[name] = number
        return exports

    @cached_property
    def table(self) -> dict[int, int]:
        """The numbers of the functions that have an address, by address."""
        count, place = self.number(self.sections[ELEMENTS].start)
        table: dict[int, int] = {}
        for _ in range(count):
            first, place = self.number(place + 2)  # after the kind and an instruction
            size, place = self.number(place + 1)
            functions, place = self.numbers(place, size)
            table.update(enumerate(functions, first))
        return table

    @cached_property
    def bodies(self) -> list[slice]:
        count, place = self.number(self.sections[CODE].start)
        bodies = []
        for _ in range(count):
            size, start = self.number(place)
            place = start + size
            bodies.append(slice(start, place))
        return bodies

    @cached_property
    def data(self) -> list[tuple[int, slice]]:
        """The addresses of data, and where it is in the file."""
        count, place = self.number(self.sections[DATA].start)
        data = []
        for _ in range(count):
            address, place = self.number(place + 2)
            size, start = self.number(place + 1)
            place = start + size
            data.append((address, slice(start, place)))
        return data

    def words(self) -> dict[int, int]:
        """Return the words of the data by address."""
        return {
            address + offset: struct.unpack_from("<I", self.content, part.start + offset)[0]
            for address, part in self.data
            for offset in range(0, part.stop - part.start - 3, 4)
        }

    def text(self, address: int) -> str:
        """Return the text at an address, which ends with a NUL."""
        place = self.place(address)
        return self.content[place : self.content.index(0, place)].decode()

    def place(self, address: int) -> int:
        """Return where the data of an address is in the file."""
        for first, part in self.data:
            if first <= address < first + part.stop - part.start:
                return int(part.start) + address - first
        raise Trouble(f"The program has no data at {address}.")

    def uses(self, body: slice) -> Uses:
        uses = Uses(set(), set())
        count, place = self.number(body.start)
        for _ in range(count):
            place = self.number(place)[1] + 1
        while place < body.stop:
            place = self._instruction(place, uses)
        if place != body.stop:
            raise Trouble("The program has a function that does not end where it should.")
        return uses

    def _instruction(self, place: int, uses: Uses) -> int:
        """Note what an instruction uses, and return the place after it."""
        code, place = self.content[place], place + 1
        if code in PLAIN:
            return place
        if code in (FLOAT32, FLOAT64):
            return place + (4 if code == FLOAT32 else 8)
        value, place = self.number(place)
        if code == CALL:
            uses.calls.add(value)
        elif code == INT32:
            uses.numbers.add(value)
        elif code in MEMORY:
            offset, place = self.number(place)
            uses.numbers.add(offset)
        elif code == CALL_INDIRECT:
            place = self.number(place)[1]
        elif code == BRANCH_TABLE:
            place = self.numbers(place, value + 1)[1]
        elif code == LONG and value in BYTES_OF_LONG:
            place += BYTES_OF_LONG[value]
        elif code not in ONE_NUMBER:
            raise Trouble(f"The program has an instruction that is unknown here: {code:#x}")
        return place

    def emptied(self, functions: Iterable[int], words: Iterable[int]) -> bytes:
        """Return the program with empty functions, and zeros at these addresses."""
        content = bytearray(self.content)
        for address in words:
            place = self.place(address)
            content[place : place + 4] = bytes(4)
        empty = {*functions}
        bodies = [
            UNREACHABLE if number in empty else bytes(content[body])
            for number, body in enumerate(self.bodies, self.first)
        ]
        code = as_number(len(bodies)) + b"".join(as_number(len(body)) + body for body in bodies)
        section = self.sections[CODE]
        head = section.start - len(as_number(section.stop - section.start))
        return bytes(content[:head]) + as_number(len(code)) + code + bytes(content[section.stop :])


def as_number(value: int) -> bytes:
    """Return a number as LEB128."""
    encoded = bytearray()
    while value > 127:
        encoded.append(value & 127 | 128)
        value >>= 7
    return bytes([*encoded, value])
