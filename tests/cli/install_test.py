"""`cmake --install`: the folder runs wherever it is put, and another program links what is in it."""
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from cli_testing import TFM, Workspace, tfm, trained_model

PROJECT = Path(__file__).resolve().parents[2]
BUILD = Path(TFM).resolve().parent
NOWHERE = {"PATH": "/usr/bin:/bin", "HOME": "/nowhere", "OMP_NUM_THREADS": "1"}
C_LIBRARY = re.compile(r"^(ld-linux.*|linux-vdso|lib(c|m|dl|rt|pthread|util|resolv))\.so")


def run(*words, **options):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, encoding="utf-8", **options)


class Installed(Workspace):
    @classmethod
    def setUpClass(cls):
        if not (BUILD / "cmake_install.cmake").exists():
            raise unittest.SkipTest(f"{BUILD} is no build folder")
        cls.place = Path(tempfile.mkdtemp(prefix="tfm-install-"))
        cls.addClassCleanup(shutil.rmtree, cls.place, ignore_errors=True)
        done = run("cmake", "--install", BUILD, "--prefix", cls.place / "first")
        if done.returncode != 0:
            raise AssertionError(done.stderr)
        cls.root = (cls.place / "first").rename(cls.place / "moved")

    def test_the_program_translates_where_it_has_been_moved_to(self):
        model = trained_model() / "run"
        there = run(self.root / "bin" / "tfm", "translate", "--model", model, "red cat", env=NOWHERE)
        self.assertEqual(there.returncode, 0, there.stderr)
        self.assertEqual(there.stdout, tfm("translate", "--model", model, "red cat").stdout)

    def test_it_brings_along_all_but_the_c_library(self):
        for file in [self.root / "bin" / "tfm", self.root / "bin" / "tfm-engine", *(self.root / "lib").glob("libtfm.so")]:
            listed = run("ldd", file, env=NOWHERE).stdout
            self.assertEqual("libtorch_cpu" in listed, file.name == "tfm-engine", file)
            for name, path in re.findall(r"^\s*(\S+) => (\S+)", listed, re.MULTILINE):
                if not C_LIBRARY.match(name):
                    self.assertTrue(Path(path).resolve().is_relative_to(self.root), f"{file}: {name} => {path}")

    def test_what_translates_is_a_small_part_of_it_that_runs_alone(self):
        small = self.folder / "small"
        done = run("cmake", "--install", BUILD, "--prefix", small, "--component", "decoder")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertLess(sum(file.stat().st_size for file in small.rglob("*") if not file.is_symlink()), 60 << 20)
        program, model = small / "bin" / "tfm", trained_model() / "run"
        there = run(program, "translate", "--model", model, "--alignment", "red cat", env=NOWHERE)
        self.assertEqual(there.returncode, 0, there.stderr)
        self.assertEqual(there.stdout, tfm("translate", "--model", model, "--alignment", "red cat").stdout)
        (self.folder / "said").write_text("猫\n", encoding="utf-8")
        scored = run(program, "eval", "--hypothesis", self.folder / "said", "--reference", self.folder / "said", env=NOWHERE)
        self.assertEqual(scored.returncode, 0, scored.stderr)
        for arguments in (["train", "--config", "run.json"], ["translate", "--model", model, "--device", "cuda", "cat"]):
            missing = run(program, *arguments, env=NOWHERE)
            self.assertEqual(missing.returncode, 1)
            self.assertIn(f"this takes tfm-engine, the part of tfm that trains and computes on GPUs, and {small}/bin "
                          "doesn't have it", missing.stderr)
        self.assertRegex(run(program, "--version", env=NOWHERE).stdout, r"^tfm [0-9.]+\nwithout LibTorch")
        self.assertIn("train and the other commands need tfm-engine", run(program, "--help", env=NOWHERE).stdout)
        unknown = run(program, "tran", env=NOWHERE)
        self.assertEqual((unknown.returncode, unknown.stderr), (2, "error: tran is no command or option; see tfm --help\n"))
        shutil.copy(program, small / "bin" / "tfm-engine")  # which would hand over to itself for ever
        own = run(program, "--version", env=NOWHERE, timeout=60)
        self.assertEqual(own.returncode, 1)
        self.assertIn("tfm-engine isn't tfm's engine; install tfm again", own.stderr)

    def test_openccs_tables_are_the_ones_that_came_along(self):
        (self.root / "share" / "tfm" / "opencc" / "only_here.json").touch()
        wrong = run(self.root / "bin" / "tfm", "config", "check", PROJECT / "configs" / "demo.json", "--set",
                    "/data/source_text/conversion=nothing", env=NOWHERE)
        self.assertIn("only_here", wrong.stdout + wrong.stderr)

    def test_another_program_translates_with_the_library(self):
        build = self.folder / "build"
        configured = run("cmake", "-S", PROJECT / "examples" / "translate", "-B", build, f"-DCMAKE_PREFIX_PATH={self.root}")
        self.assertEqual(configured.returncode, 0, configured.stderr)
        built = run("cmake", "--build", build)
        self.assertEqual(built.returncode, 0, built.stdout + built.stderr)
        model = trained_model() / "run"
        done = run(build / "translate", model, "red cat", "blue dog house", env=NOWHERE)
        self.assertEqual(done.returncode, 0, done.stderr)
        expected = tfm("translate", "--model", model, "--beam-size", 4, "red cat", "blue dog house").stdout.splitlines()
        self.assertEqual([line.split("\t")[0] for line in done.stdout.splitlines()], expected)
        wrong = run(build / "translate", self.folder, "red cat", env=NOWHERE)
        self.assertEqual(wrong.returncode, 1)
        self.assertIn("holds no model", wrong.stderr)

    def test_readme_has_the_example_as_it_is(self):
        readme = (PROJECT / "README.md").read_text(encoding="utf-8")
        for file in ("main.cc", "CMakeLists.txt"):
            self.assertIn((PROJECT / "examples" / "translate" / file).read_text(encoding="utf-8").strip(), readme, file)


if __name__ == "__main__":
    unittest.main()
