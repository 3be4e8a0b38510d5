"""The guides' examples, run from top to bottom as a notebook is.

With QUINCUNX_REGENERATE set, what they print is written into them instead of compared; read the difference.
"""

import doctest
import os
import pathlib
import re

import pytest

import quincunx

DOCS = pathlib.Path(__file__).parents[3] / "docs"
GUIDES = sorted((DOCS / "how-to" / "python").glob("*.md"))
PAGES = [*GUIDES, DOCS / "tutorial" / "python.md"]

BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Told(doctest.DocTestRunner):
    """Notes what examples print."""

    def __init__(self) -> None:
        super().__init__(verbose=False)
        self.answers: dict[int, str] = {}

    def report_success(self, out: object, test: object, example: doctest.Example, got: str) -> None:
        self.answers[example.lineno] = got

    def report_failure(self, out: object, test: object, example: doctest.Example, got: str) -> None:
        self.answers[example.lineno] = got


def with_answers(block: str, names: dict[str, object], name: str) -> str:
    """Runs a block and returns it with what it prints."""
    examples = doctest.DocTestParser().get_examples(block, name)
    runner = Told()
    test = doctest.DocTest(examples, names, name, None, 0, None)
    failures: list[str] = []
    runner.run(test, out=failures.append, clear_globs=False)
    # The test has a copy of the names; the next block knows those of this one.
    names.update(test.globs)
    # What raises is no example.
    assert len(runner.answers) == len(examples), "".join(failures)
    lines = block.splitlines(keepends=True)
    written = []
    for number, example in enumerate(examples):
        source = example.source.count("\n")
        written += lines[example.lineno : example.lineno + source] + [runner.answers[example.lineno]]
        if number + 1 < len(examples):
            after = example.lineno + source + example.want.count("\n")
            assert after == examples[number + 1].lineno, "nothing stands between two examples"
    return "".join(written)


@pytest.mark.parametrize("guide", PAGES, ids=lambda guide: guide.stem)
def test_guides_print_what_they_say(guide: pathlib.Path) -> None:
    text = guide.read_text(encoding="utf-8")
    names: dict[str, object] = {"__name__": "guide"}
    answers = BLOCK.sub(lambda block: f"```python\n{with_answers(block[1], names, guide.name)}```", text)
    if os.environ.get("QUINCUNX_REGENERATE"):
        guide.write_text(answers, encoding="utf-8")
    assert answers == text, "QUINCUNX_REGENERATE=1 writes what is printed now"


def test_the_page_about_python_runs_from_top_to_bottom(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyspiel")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "page"}
    blocks = BLOCK.findall((DOCS / "reference" / "python.md").read_text(encoding="utf-8"))
    assert len(blocks) >= 8
    for number, block in enumerate(blocks):
        exec(compile(block, f"python.md, example {number + 1}", "exec"), names)


def test_there_is_a_guide_to_every_game() -> None:
    assert {guide.stem for guide in GUIDES} >= {game.id for game in quincunx.games()}
