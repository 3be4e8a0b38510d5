"""What the tests have in common: referees that are asked where they are installed, and how many games they see."""

import importlib.util
import signal

import pytest

# A shell has what it runs in the background ignore it, and tests of Ctrl-C would wait for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)

#: Test files by the package that they ask; not all have wheels for every platform and every Python.
ASKING = {
    "pyspiel": ["test_openspiel.py", "test_referees.py"],
    "jumanji": ["test_jumanji.py"],
    "stable_baselines3": ["test_baselines.py"],
}

collect_ignore = [
    file for package, files in ASKING.items() if importlib.util.find_spec(package) is None for file in files
]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--games", type=int, default=1, help="how many times as many games the referees see")


@pytest.fixture
def times(request: pytest.FixtureRequest) -> int:
    """How many times as many games the referees see as usual."""
    return int(request.config.getoption("--games"))
