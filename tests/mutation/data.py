"""Mutation tests of the rules: change one number, boolean or operator at a time, and run the fast tests.

    .venv/bin/python tests/mutation/data.py [--functions] [file ...]

Without `--functions` it changes the code outside functions, which mutmut ignores, and the defaults of arguments. The
files stay as they are: a separate process imports the changed module and runs the tests.
"""

import ast
import importlib.abc
import importlib.util
import multiprocessing
import os
import signal
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RULES, TESTS = ROOT / "games" / "rules", ROOT / "tests" / "rules"
LONGEST = 120  # seconds; a mutant that takes longer counts as noticed

# Why no test can notice a mutant, by file, beginning of the line, and change.
Reason = tuple[str, str, str]
REASONS: dict[Reason, str] = {
    ("capixaba.py", 'CountTier("all_points"', "120 -> 119"): "119 to 1 is impossible",
    ("capixaba.py", "return 0 if tier is None", "0 -> 1"): "at 60 to 60 nobody gets it",
    ("capixaba.py", "return 0 if tier is None", "0 -> -1"): "at 60 to 60 nobody gets it",
    (
        "capixaba.py",
        "return deal.to(winner(deal), count_worth(deal) or 0)",
        "0 -> 1",
    ): "the points are known once they are counted",
    (
        "capixaba.py",
        "return deal.to(winner(deal), count_worth(deal) or 0)",
        "0 -> -1",
    ): "the points are known once they are counted",
    ("game.py", "return sides[0]", "0 -> -1"): "there is only one",
    ("pilotta.py", 'Line(_("Pilotta")', "10 -> 9"): "20 // 9 is 2 as well",
    ("pilotta.py", 'if deal["bid"] >= 160', "160 -> 159"): "bids go in tens",
    ("pilotta_declarations.py", "RUNS = ", "3 -> 2"): "no run is shorter than three",
    (
        "pilotta_declarations.py",
        'side = deal["declarations_to"]',
        "best(deal, 0) > best(deal, 1) -> best(deal, 0) >= best(deal, 1)",
    ): "if they are tied and the question is open, there are none",
    ("pilotta_declarations.py", "and len(ranks(declaration)) <", "0 -> -1"): "0 cards are not fewer",
    ("pilotta_declarations.py", 'return [Problem("declarations", "doubled", _("Four', "0 -> -1"): "there is only one",
    ("pilotta_tens.py", "KAPO = ", "250 -> 251"): "bids go in tens",
    ("pilotta_tens.py", "return 0 if left > right", "left > right -> left >= right"): "81 to 81 leaves no ten",
    ("pisa.py", "return sum([card // OF_EACH", "players * LEAST -> players // LEAST"): "LEAST is 1",
    ("pisa.py", 'yield Moment("level_bids"', "0 -> 1"): "all bids are equal",
    ("pisa.py", 'yield Moment("level_bids"', "0 -> -1"): "all bids are equal",
    ("pisa_votes.py", "result[name] = winners[0]", "0 -> -1"): "there is only one",
    ("pisa_votes.py", "yield Follows(name, winners[0]", "0 -> -1"): "there is only one",
}

SWAPPED: dict[type, tuple[type, ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.FloorDiv,),
    ast.FloorDiv: (ast.Mult,),
    ast.Mod: (ast.FloorDiv,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
}


class Mutant:
    def __init__(self, path: Path, line: int, change: str, source: str) -> None:
        self.module = f"games.rules.{path.stem}"
        self.file, self.line, self.change, self.source = path.name, line, change, source
        self.text = path.read_text("utf-8").splitlines()[line - 1].strip()

    def __str__(self) -> str:
        return f"games/rules/{self.file}:{self.line}: {self.change}  in  {self.text}"

    def fits(self, reason: Reason) -> bool:
        file, text, change = reason
        return (self.file, self.change) == (file, change) and self.text.startswith(text)


def mutants(path: Path, functions: bool) -> Iterator[Mutant]:
    tree = ast.parse(path.read_text("utf-8"))
    for node in list(places(tree, functions, inside=False)):
        before, original = first_line(node), dict(vars(node))
        for change in changes(node):
            vars(node).update(change)
            yield Mutant(path, node.lineno, f"{before} -> {first_line(node)}", ast.unparse(tree))
            vars(node).update(original)


def first_line(node: ast.AST) -> str:
    return ast.unparse(node).splitlines()[0]


def places(node: ast.AST, functions: bool, inside: bool) -> Iterator[ast.expr | ast.stmt]:
    """Yield the nodes in functions, or those outside. Defaults of arguments and lambdas count as outside."""
    if isinstance(node, ast.FunctionDef):
        for default in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
            yield from places(default, functions, inside)
        for statement in node.body:
            yield from places(statement, functions, inside=True)
        return
    if inside == functions and isinstance(node, (ast.expr, ast.stmt)):
        yield node
    for child in ast.iter_child_nodes(node):
        if not is_rarity(node, child):
            yield from places(child, functions, inside)


def is_rarity(call: ast.AST, argument: ast.AST) -> bool:
    """Return whether the argument says how rare a moment is, which is measured and not a rule."""
    if isinstance(argument, ast.keyword):
        return argument.arg in ("narrow", "tied", "swept") and isinstance(argument.value, ast.Constant)
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
        return False
    rare = {"Moment": call.args[1:2], "close_moments": call.args[1:3]}
    return argument in rare.get(call.func.id, ())


def changes(node: ast.AST) -> Iterator[dict]:
    """Yield the new attributes of each mutation of a node."""
    match node:
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return
        case ast.If():
            yield {"test": ast.UnaryOp(ast.Not(), node.test)}
        case ast.Constant(value=bool()):
            yield {"value": not node.value}
        case ast.Constant(value=int()):
            yield from ({"value": node.value + 1}, {"value": node.value - 1})
        case ast.Compare():
            for at, sign in enumerate(node.ops):
                for other in SWAPPED[type(sign)]:
                    yield {"ops": [*node.ops[:at], other(), *node.ops[at + 1 :]]}
        case ast.BinOp() | ast.BoolOp() | ast.AugAssign():
            yield from ({"op": other()} for other in SWAPPED.get(type(node.op), ()))
        case ast.UnaryOp(op=ast.Not()):
            yield {"operand": ast.UnaryOp(ast.Not(), node.operand)}
        case ast.IfExp():
            yield {"body": node.orelse, "orelse": node.body}
        case ast.Call(func=ast.Attribute(attr="Pick"), args=[_, _, ast.Tuple(elts=[first, second, *rest])]):
            yield {"args": [*node.args[:2], ast.Tuple([second, first, *rest])]}  # the first value is the default


class Changed(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """An import finder that returns the changed module."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(self, name, path, target=None):  # type: ignore[no-untyped-def]
        return importlib.util.spec_from_loader(name, self) if name == self.mutant.module else None

    def get_source(self, name: str) -> str:
        return self.mutant.source


def is_noticed(mutant: Mutant | None) -> bool:
    """Return whether a test fails. Run in a separate process that has not imported the rules yet."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    os.dup2(1, 2)
    game = "rules"
    if mutant is not None:
        sys.meta_path.insert(0, Changed(mutant))
        game = mutant.module.split(".")[-1].split("_")[0]
    near = [str(path) for path in (TESTS / f"test_{game}.py", TESTS / "test_golden_deals.py") if path.exists()]
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.alarm(LONGEST)
    mutmut = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["mutmut"]
    arguments = [*mutmut["pytest_add_cli_args"], *near, *mutmut["pytest_add_cli_args_test_selection"]]
    return pytest.main(["--rootdir=.", "--assert=plain", "--tb=no", "-qqx", *arguments]) != 0


def main(arguments: list[str]) -> int:
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    names = [Path(name).stem for name in arguments if not name.startswith("-")]
    paths = [path for path in sorted(RULES.glob("*.py")) if not names or path.stem in names]
    all_mutants = [mutant for path in paths for mutant in mutants(path, "--functions" in arguments)]
    survivors = []
    with tempfile.TemporaryDirectory() as cache:
        sys.pycache_prefix, sys.dont_write_bytecode = cache, False
        with multiprocessing.get_context("fork").Pool(maxtasksperchild=1) as pool:
            if pool.apply(is_noticed, (None,)):
                sys.exit("The tests fail before anything is changed.")
            for mutant, noticed in zip(all_mutants, pool.imap(is_noticed, all_mutants), strict=True):
                if not noticed:
                    survivors.append(mutant)
                    print(f"{mutant}{excuse(mutant)}", flush=True)
    print(f"{len(all_mutants)} mutants, {len(all_mutants) - len(survivors)} killed, {len(survivors)} survived")
    return 1 if any(not excuse(mutant) for mutant in survivors) else 0


def excuse(mutant: Mutant) -> str:
    return "".join(f"  ({REASONS[reason]})" for reason in REASONS if mutant.fits(reason))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
