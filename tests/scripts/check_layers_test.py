#!/usr/bin/env python3
"""Tests of scripts/check_layers.py on small trees of their own."""

import importlib.util
import pathlib
import tempfile
import unittest

PROJECT = pathlib.Path(__file__).resolve().parent.parent.parent
spec = importlib.util.spec_from_file_location("check_layers", PROJECT / "scripts" / "check_layers.py")
check_layers = importlib.util.module_from_spec(spec)
spec.loader.exec_module(check_layers)

MAP = """
| folder | holds | may include |
|---|---|---|
| `core` | helpers | nothing of ours |
| `model` | tensors | `core` |
| `commands` | wiring | `core`, `model` |

| what | only in |
|---|---|
| `<torch/` | `model`, `pch` |
| `<spdlog/` | `core/log` |
| `std::cout`, `exit` | `commands` |
"""


class CheckLayers(unittest.TestCase):
    def offences(self, files, readme=MAP):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "README.md").write_text(readme, encoding="utf-8")
            for path, text in files.items():
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                (folder / path).write_text(text, encoding="utf-8")
            return check_layers.check(folder)

    def test_allows_what_the_map_allows(self):
        files = {
            "core/a.h": '#include "core/b.h"\n#include <vector>\n',
            "model/m.cc": '#include "core/a.h"\n#include <ATen/ATen.h>\n',
            "commands/main.cc": '#include "model/m.h"\nint main() { std::cout << 1; }\n',
            "pch.h": "#include <ATen/ATen.h>\n",
        }
        self.assertEqual(self.offences(files), [])

    def test_refuses_a_folder_that_looks_upwards(self):
        offences = self.offences({"core/a.cc": '// a comment\n#include "model/m.h"\n'})
        self.assertEqual(offences, ['core/a.cc:2: core may not include model ("model/m.h")'])

    def test_refuses_a_folder_that_is_not_on_the_map(self):
        self.assertEqual(self.offences({"extra/a.cc": ""}), ["extra/a.cc: the folder extra is not on the map"])

    def test_refuses_a_header_that_is_not_named_from_src(self):
        offences = self.offences({"core/a.cc": '#include "a.h"\n'})
        self.assertEqual(offences, ['core/a.cc:1: "a.h" names no folder of the map'])

    def test_refuses_a_package_outside_its_folders(self):
        offences = self.offences({"core/a.cc": "#  include <torch/torch.h>\n"})
        self.assertEqual(offences, ["core/a.cc:1: <torch/ belongs in model, pch only: <torch/torch.h>"])

    def test_takes_a_place_as_the_beginning_of_a_file_name(self):
        files = {"core/log.cc": "#include <spdlog/logger.h>\n", "core/files.cc": "#include <spdlog/logger.h>\n"}
        self.assertEqual(
            self.offences(files), ["core/files.cc:1: <spdlog/ belongs in core/log only: <spdlog/logger.h>"]
        )

    def test_refuses_a_word_outside_its_folder(self):
        offences = self.offences({"core/a.cc": "void f() { exit(1); }\n"})
        self.assertEqual(offences, ["core/a.cc:1: exit belongs in commands only: void f() { exit(1); }"])

    def test_lets_comments_strings_and_longer_words_pass(self):
        files = {"core/a.cc": '// exit\nint on_exit = 1;\nauto s = "std::cout";\nint x; /* exit */\n'}
        self.assertEqual(self.offences(files), [])

    def test_stops_where_the_map_has_no_such_table(self):
        with self.assertRaisesRegex(SystemExit, "no table with the columns folder, holds, may include"):
            self.offences({"core/a.h": ""}, readme="# no table\n")

    def test_stops_where_there_is_nothing_to_check(self):
        with self.assertRaisesRegex(SystemExit, "has no .h or .cc file"):
            self.offences({})


if __name__ == "__main__":
    unittest.main()
