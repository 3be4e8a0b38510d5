"""Loads the extension ``_native``: the faster of a wheel's two where the processor can run it.

A wheel for x86-64 has one extension for every processor, and beside it one for the level x86-64-v3. The trained
networks, which both need, are in the folder ``networks``.
"""

import os
import sys

from . import _native

_FOLDER = os.path.dirname(__file__)


def _load_faster() -> None:
    """Puts the faster extension in the place of the one that is loaded, if it is there and can run."""
    suffix = os.path.splitext(_native.__file__)[1]
    file = os.path.join(_FOLDER, "_native-x86-64-v3" + suffix)
    if not os.path.exists(file) or not _native._is_x86_64_v3_wanted():
        return
    # It takes longer to import than all else.
    from importlib.machinery import ExtensionFileLoader, ModuleSpec

    name = _native.__name__
    loader = ExtensionFileLoader(name, file)
    spec = ModuleSpec(name, loader, origin=file)
    spec.has_location = True
    module = loader.create_module(spec)
    module.__spec__ = spec
    module.__file__ = file
    loader.exec_module(module)
    sys.modules[name] = module
    setattr(sys.modules[__package__], "_native", module)


_load_faster()
# Not the name from above, which is that of the first extension.
sys.modules[_native.__name__]._set_networks_folder(os.path.join(_FOLDER, "networks"))
