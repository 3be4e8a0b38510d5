"""Leaves out the tests with OpenSpiel where it is not installed: it has no wheel for Windows."""

import importlib.util

collect_ignore = [] if importlib.util.find_spec("pyspiel") else ["test_openspiel.py", "test_referees.py"]
