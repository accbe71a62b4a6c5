#!/usr/bin/env python3
"""Tests of scripts/find_torch.py on folders that look like an installed torch."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parent.parent.parent / "scripts" / "find_torch.py"


class FindTorch(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.torch = pathlib.Path(self.folder.name) / "torch"

    def install(self, version, cuda="None", cmake_files=True):
        (self.torch / "share/cmake/Torch").mkdir(parents=True)
        (self.torch / "__init__.py").write_text("raise RuntimeError('torch was imported')")
        (self.torch / "version.py").write_text(f"__version__ = '{version}'\ncuda: Optional[str] = {cuda}\n")
        if cmake_files:
            (self.torch / "share/cmake/Torch/TorchConfig.cmake").write_text("")

    def find(self, **environment):
        # -S leaves out the site-packages of this Python, which may hold a torch.
        command = [sys.executable, "-S", str(SCRIPT)]
        environment = {"PYTHONPATH": self.folder.name, "PATH": "/nowhere", "CUDA_HOME": "/nowhere", **environment}
        return subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=True)

    def assert_passed_over(self, reason):
        result = self.find()
        self.assertNotIn(str(self.torch), result.stdout)
        self.assertIn(f"passing over {self.torch}: {reason}", result.stderr)

    def test_prints_the_cmake_folder_without_importing_torch(self):
        self.install("2.13.0+cpu")
        self.assertEqual(self.find().stdout.strip(), str(self.torch / "share/cmake"))

    def test_takes_the_oldest_version_that_is_supported(self):
        self.install("2.9.0")
        self.assertEqual(self.find().stdout.strip(), str(self.torch / "share/cmake"))

    def test_passes_over_an_older_version(self):
        self.install("2.8.1")
        self.assert_passed_over("it is older than 2.9")

    def test_passes_over_a_torch_without_cmake_files(self):
        self.install("2.13.0", cmake_files=False)
        self.assert_passed_over("it comes without its CMake files")

    def test_passes_over_what_is_left_of_a_torch(self):
        self.torch.mkdir()
        self.assert_passed_over("it isn't a complete torch")

    def test_passes_over_a_cuda_build_where_there_is_no_cuda_compiler(self):
        self.install("2.13.0", cuda="'13.0'")
        self.assert_passed_over("it is a CUDA build")

    def test_takes_a_cuda_build_where_there_is_a_cuda_compiler(self):
        self.install("2.13.0", cuda="'13.0'")
        self.assertEqual(self.find(CUDACXX="/some/nvcc").stdout.strip(), str(self.torch / "share/cmake"))


if __name__ == "__main__":
    unittest.main()
