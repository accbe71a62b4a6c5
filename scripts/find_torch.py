#!/usr/bin/env python3
"""Prints the folder of CMake files of the LibTorch inside a Python torch that tfm can be built on; nothing if none can.

Looks at the torch that this Python would import, then at the one that scripts/setup.sh installs into .deps. Torch itself
isn't imported: that takes seconds. What is passed over is named on stderr, with the reason.
"""

import importlib.util
import os
import pathlib
import re
import shutil
import sys

OLDEST = (2, 9)
PROJECT = pathlib.Path(__file__).resolve().parent.parent


def importable_torch():
    spec = importlib.util.find_spec("torch")
    return [pathlib.Path(folder) for folder in spec.submodule_search_locations or []] if spec else []


def project_torch():
    return sorted(PROJECT.glob(".deps/venv/lib/python3*/site-packages/torch"))


def has_cuda_compiler():
    home = os.environ.get("CUDA_HOME", "/usr/local/cuda")
    return bool(os.environ.get("CUDACXX") or shutil.which("nvcc") or os.path.exists(os.path.join(home, "bin", "nvcc")))


def objection(folder):
    """Why the torch in `folder` can't be built on, or None."""
    try:
        text = (folder / "version.py").read_text()
    except OSError:
        return "it isn't a complete torch"
    version = re.search(r"^__version__ = '(\d+)\.(\d+)", text, re.MULTILINE)
    if not version or tuple(map(int, version.groups())) < OLDEST:
        return "it is older than %d.%d" % OLDEST
    if not (folder / "share/cmake/Torch/TorchConfig.cmake").is_file():
        return "it comes without its CMake files"
    if re.search(r"^cuda\b[^=]*= '", text, re.MULTILINE) and not has_cuda_compiler():
        return "it is a CUDA build, and building on it needs CUDA's compiler (nvcc), which isn't here"
    return None


def main():
    for folder in importable_torch() + project_torch():
        reason = objection(folder)
        if reason is None:
            print(folder / "share/cmake")
            return
        print(f"passing over {folder}: {reason}", file=sys.stderr)


if __name__ == "__main__":
    main()
