#!/usr/bin/env python3
"""Tests of scripts/measure_terms.py with a program that stands in for tfm."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent.parent / "scripts"
sys.path.insert(0, str(SCRIPTS))
import measure_terms  # noqa: E402

# Translates each line to 好; with terms it adds them. Its BLEU is the number of lines that are their references.
STAND_IN = '''#!/usr/bin/env python3
import json, sys
value = lambda name: sys.argv[sys.argv.index(name) + 1]
lines = lambda name: open(value(name), encoding="utf-8").read().splitlines()
if sys.argv[1] == "eval":
    same = sum(a == b for a, b in zip(lines("--hypothesis"), lines("--reference")))
    print(json.dumps([{"name": "BLEU", "score": same}]))
else:
    terms = [line.split("\\t") for line in lines("--terms")] if "--terms" in sys.argv else []
    for line in lines("--input"):
        found = [{"source": s, "target": t, "met": True} for s, t in terms if s in line.split()]
        print(json.dumps({"translation": "好" + "".join(term["target"] for term in found), **({"terms": found} if found else {})}))
'''


class MeasureTerms(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.write("tfm", STAND_IN)
        os.chmod(self.folder / "tfm", 0o755)
        self.write("test.en", "a cat\na dog\na bird\n")
        self.write("test.zh", "好猫\n好狗\n好鸟\n")

    def write(self, name, text):
        (self.folder / name).write_text(text, encoding="utf-8")

    def measure(self, *arguments):
        command = [sys.executable, SCRIPTS / "measure_terms.py", "--tfm", self.folder / "tfm", "--model", "none", "--source",
                   self.folder / "test.en", "--reference", self.folder / "test.zh", *arguments]
        return subprocess.run(list(map(str, command)), capture_output=True, text=True, encoding="utf-8")

    def test_prints_what_terms_change(self):
        self.write("terms.tsv", "# names\ncat\t猫\ndog\t狗\nhouse\t房\nbird\t鱼\n")
        result = self.measure("--terms", self.folder / "terms.tsv", "--write", self.folder / "used.tsv")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("2 of 3 lines have terms.", result.stdout)
        self.assertIn("| without | 0 of 2 (0.0 %) | 0.00 |", result.stdout)
        self.assertIn("| with | 2 of 2 (100.0 %) | 2.00 |", result.stdout)
        self.assertEqual((self.folder / "used.tsv").read_text(encoding="utf-8"), "cat\t猫\ndog\t狗\n")

    def test_a_list_that_no_reference_keeps_to_is_an_error(self):
        self.write("terms.tsv", "cat\t狗\n")
        result = self.measure("--terms", self.folder / "terms.tsv")
        self.assertEqual(result.returncode, 1)
        self.assertIn("no term stands", result.stderr)

    def test_terms_are_learnt_from_text(self):
        sources = ["the red cat", "the red dog", "an old cat", "the old dog", "a house"] * 3
        targets = ["红猫咪。", "红狗。", "旧猫咪。", "旧狗。", "房"] * 3
        terms = dict(measure_terms.learn_terms(sources, targets, 3, 0.9))
        self.assertEqual({word: terms.get(word) for word in ("cat", "dog", "red", "house", "the")},
                         {"cat": "猫咪", "dog": "狗", "red": "红", "house": "房", "the": None})

    def test_a_target_with_blanks_is_cut_into_words(self):
        self.assertEqual(measure_terms.runs("New York, now"), {"New", "York", "now", "New York", "York now", "New York now"})


if __name__ == "__main__":
    unittest.main()
