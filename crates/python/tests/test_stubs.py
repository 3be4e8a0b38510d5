"""The type stubs have the docstrings of the native module, as editors show those of stubs alone.

With QUINCUNX_REGENERATE set, they are written into the stubs instead of compared; read the difference.
"""

import ast
import importlib
import inspect
import os
import pathlib
from collections.abc import Iterator

import pytest

from quincunx import _native

STUBS = pathlib.Path(__file__).parents[1] / "python" / "quincunx" / "_native.pyi"

Documented = ast.FunctionDef | ast.ClassDef


def documented(body: list[ast.stmt], of: object) -> Iterator[tuple[Documented, str]]:
    """Lists the classes and functions of stubs that have a docstring in the module, in their order, overloads once."""
    seen = set()
    for node in body:
        if not isinstance(node, Documented) or node.name.startswith("_") or node.name in seen:
            continue
        seen.add(node.name)
        own = inspect.getattr_static(of, node.name)
        # What is static has its own docstring, and not that of what makes it so.
        yield node, inspect.cleandoc(getattr(own, "__func__", own).__doc__)
        if isinstance(node, ast.ClassDef):
            yield from documented(node.body, own)


def with_docstrings(stubs: str) -> str:
    """Returns stubs with the docstrings of the module in the place of those that they have."""
    lines = stubs.splitlines()
    # From the end, so that what is not looked at yet stays where it is.
    for node, written in reversed(list(documented(ast.parse(stubs).body, _native))):
        assert '"""' not in written and "\\" not in written and not written.endswith('"'), written
        indent = " " * (node.col_offset + 4)
        first, *rest = written.splitlines()
        end = [f'{indent}"""'] if rest else []
        docstring = [f'{indent}"""{first}', *(f"{indent}{line}".rstrip() for line in rest), *end]
        if not rest:
            docstring[0] += '"""'
        had = node.body[0]
        if ast.get_docstring(node) is not None:
            lines[had.lineno - 1 : had.end_lineno] = docstring
        elif isinstance(node, ast.ClassDef):
            lines[node.lineno : node.lineno] = docstring
        else:
            lines[had.lineno - 1 : had.lineno] = [lines[had.lineno - 1].removesuffix(" ..."), *docstring]
    return "\n".join(lines) + "\n"


def test_stubs_have_the_docstrings_of_the_module() -> None:
    stubs = STUBS.read_text(encoding="utf-8")
    written = with_docstrings(stubs)
    assert with_docstrings(written) == written
    if os.environ.get("QUINCUNX_REGENERATE"):
        STUBS.write_text(written, encoding="utf-8")
    assert written == stubs, "QUINCUNX_REGENERATE=1 writes the docstrings of now"


@pytest.mark.parametrize(
    ("module", "needs"),
    [
        ("quincunx", None),
        ("quincunx.gym", "gymnasium"),
        ("quincunx.zoo", "pettingzoo"),
        ("quincunx.openspiel", "pyspiel"),
        ("quincunx.ray", "ray"),
        ("quincunx.referee", "numpy"),
    ],
)
def test_all_that_is_public_is_documented(module: str, needs: str | None) -> None:
    if needs is not None:
        pytest.importorskip(needs)
    package = importlib.import_module(module)
    assert package.__doc__
    for name in package.__all__:
        if name.startswith("__"):
            continue
        public = getattr(package, name)
        assert public.__doc__, name
        for member, own in vars(public).items() if isinstance(public, type) else ():
            if not member.startswith("_") and (callable(getattr(public, member)) or inspect.isdatadescriptor(own)):
                # Of its own: what it replaces in another package says less.
                assert getattr(public, member).__doc__, f"{name}.{member}"
