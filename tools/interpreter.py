"""Removes modules and functions of Python from the compiled interpreter, with all that only they use.

The interpreter finds modules and functions by name. Without its name nothing can call a function, so it can be empty.
What is still used follows from the program. A function uses the functions that it calls, and the objects whose addresses are
in it. An object uses the objects whose addresses are in it, and its functions. A number in a function may be an address by
chance, which keeps an object. Numbers of functions are small, like many other numbers, so only those in objects count.
The tests of the phone run the program that remains.
"""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from tools.steps import Trouble
from tools.wasm import Program

# Addresses in the program whose hash is in tools/micropython.py. Each object begins with the address of its type.
NAMES = 86732  # the first list of names; the second begins with this address
TYPE, DICT, MODULE = 98404, 93328, 95720
FUNCTIONS = {94908: 4, 94932: 4, 94956: 4, 94980: 8, 95004: 8}  # the types of functions, and where they have its number

COUNT, FIRST_NAME = 12, 24  # where a list of names has their number, and the first
ABILITIES, SLOTS = range(8, 20), 20  # where a type has the numbers of its slots, and the first slot
PROTOCOL, MOST_IN_PROTOCOL = 9, 4  # which ability is a table of functions, and its size
DICT_SIZE, ENTRIES = 4, 12  # where a dict has its size, and the address of its entries


class DataObject(NamedTuple):
    """An object, or a table that belongs to one."""

    words: range  # their addresses
    uses: list[int]  # addresses of other objects
    functions: list[int]  # numbers in the table of functions


class Interpreter:
    def __init__(
        self, content: bytes, modules: Collection[str], functions: Collection[str], exports: Collection[str]
    ) -> None:
        """Name what to remove: modules, functions of Python, and functions that JavaScript can call."""
        self.program = Program(content)
        self.unused_exports = exports
        self.words = self.program.words()
        if self.words.get(TYPE) != TYPE or self.words.get(DICT) != TYPE:
            raise Trouble("MicroPython's program has its types elsewhere than we think.")
        [following] = [address for address, word in self.words.items() if word == NAMES]
        self.names = self.names_at(NAMES) + self.names_at(following)
        self.removed = {
            word
            for entry, name, value in self.possible_entries()
            if name in (modules if self.words[value] == MODULE else functions)
            for word in (entry, entry + 4)
        }
        self.objects = dict(self.find_objects())

    def names_at(self, address: int) -> list[str]:
        first = address + FIRST_NAME
        return [self.program.text(self.words[first + 4 * place]) for place in range(self.words[address + COUNT])]

    def possible_entries(self) -> Iterator[tuple[int, str, int]]:
        """Return all that may be an entry of a table: its address, its name and its value."""
        for address, word in self.words.items():
            if word & 7 == 2 and word >> 3 < len(self.names) and self.words.get(address + 4) in self.words:
                yield address, self.names[word >> 3], self.words[address + 4]

    def find_objects(self) -> Iterator[tuple[int, DataObject]]:
        for address, kind in self.words.items():
            if kind in FUNCTIONS:
                last = address + FUNCTIONS[kind]
                yield address, DataObject(range(address, last + 4, 4), [kind], [self.words[last]])
            elif kind == TYPE:
                yield address, self.object_of_type(address)
            elif kind == MODULE:
                yield address, DataObject(range(address, address + 8, 4), [kind, self.words[address + 4]], [])
            elif kind == DICT and self.words.get(address + ENTRIES) in self.words:
                yield from self.objects_of_dict(address)

    def object_of_type(self, address: int) -> DataObject:
        place = self.program.place(address)
        slots = [self.program.content[place + ability] for ability in ABILITIES]
        values = [self.words[address + SLOTS + 4 * (slot - 1)] if slot else 0 for slot in slots]
        uses = [TYPE, *(value for value in values if value in self.words)]
        functions = [value for value in values if value not in self.words]
        if values[PROTOCOL] in self.words:
            functions += [self.words[values[PROTOCOL] + 4 * place] for place in range(MOST_IN_PROTOCOL)]
        return DataObject(range(address, address + SLOTS + 4 * max(slots), 4), uses, functions)

    def objects_of_dict(self, address: int) -> Iterator[tuple[int, DataObject]]:
        size, entries = self.words[address + DICT_SIZE] >> 3, self.words[address + ENTRIES]
        yield address, DataObject(range(address, address + ENTRIES + 4, 4), [DICT, entries], [])
        table = range(entries, entries + 8 * size, 4)
        yield entries, DataObject(table, [self.words[word] for word in table if word not in self.removed], [])

    def used(self) -> tuple[set[int], set[int]]:
        """Return the numbers of all functions that are used, and the addresses of all objects."""
        object_of = {word: address for address, item in self.objects.items() for word in item.words}
        in_objects = {number for item in self.objects.values() for number in item.functions}
        table, exports = self.program.table, self.program.exports
        functions = {function for number, function in table.items() if number not in in_objects}
        functions |= {function for name, function in exports.items() if name not in self.unused_exports}
        outside = self.words.keys() - object_of.keys() - self.removed
        objects = {object_of[self.words[word]] for word in outside if self.words[word] in object_of}
        used_functions, used_objects = set[int](), set[int]()
        while functions or objects:
            numbers = set[int]()
            if objects:
                used_objects.add(address := objects.pop())
                numbers.update(self.objects[address].uses)
                functions |= {table[number] for number in self.objects[address].functions if number in table}
            else:
                used_functions.add(function := functions.pop())
                if function >= self.program.first:
                    calls, numbers = self.program.uses(self.program.bodies[function - self.program.first])
                    functions |= calls
            objects |= {object_of[number] for number in numbers if number in object_of}
            functions -= used_functions
            objects -= used_objects
        return used_functions, used_objects

    def cut(self) -> bytes:
        """Return the program without the removed names, and with zeros in place of all that is unused."""
        functions, objects = self.used()
        last = self.program.first + len(self.program.bodies)
        unused = {word for item in self.objects.values() for word in item.words}
        unused -= {word for address in objects for word in self.objects[address].words}
        return self.program.emptied({*range(self.program.first, last)} - functions, unused | self.removed)
