"""Loads the extension ``_native``: the faster of a wheel's two where the processor can run it.

A wheel for x86-64 has one extension for every processor, and beside it one for the level x86-64-v3. The trained networks, which
both need, are in the folder ``networks``.
"""

import sys
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from . import _native

_FOLDER = Path(__file__).parent


def _load_faster() -> None:
    """Puts the faster extension in the place of the one that is loaded, if it is there and can run."""
    file = _FOLDER / ("_native-x86-64-v3" + Path(_native.__file__).suffix)
    if not file.exists() or not _native._is_x86_64_v3():
        return
    name = _native.__name__
    loader = ExtensionFileLoader(name, str(file))
    spec = spec_from_file_location(name, file, loader=loader)
    if spec is None:
        return
    module = module_from_spec(spec)
    loader.exec_module(module)
    sys.modules[name] = module
    setattr(sys.modules[__package__], "_native", module)


_load_faster()
sys.modules[_native.__name__]._set_networks_folder(_FOLDER / "networks")
