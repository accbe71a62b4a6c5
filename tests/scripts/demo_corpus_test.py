#!/usr/bin/env python3
"""Checks the committed demo corpus: that its generator makes it, and that its splits are what the README promises."""

import re
import subprocess
import sys
import tempfile
import unicodedata
import unittest
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
DEMO = ROOT / "data" / "demo"
GENERATOR = ROOT / "scripts" / "make_demo_corpus.py"
SPLITS = ("train", "valid", "test")
LANGUAGES = ("en", "zh")
LEAST_OCCURRENCES = 5  # in train, of each word and character of a held-out sentence


def lines(path):
    """The lines of a UTF-8 file that ends with a line feed."""
    text = path.read_bytes().decode("utf-8")
    assert text.endswith("\n"), f"{path} doesn't end with a line feed"
    return text[:-1].split("\n")


def split_lines(split, language):
    return lines(DEMO / f"{split}.{language}")


def words(english):
    return re.findall(r"[^\W\d_]+(?:'[a-z]+)?", english)


class DemoCorpus(unittest.TestCase):
    def test_is_what_its_generator_writes(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, "-B", str(GENERATOR), folder], check=True)
            for split in SPLITS:
                for language in LANGUAGES:
                    name = f"{split}.{language}"
                    self.assertEqual((Path(folder) / name).read_bytes(), (DEMO / name).read_bytes(), name)

    def test_has_a_line_for_each_line_and_the_promised_sizes(self):
        sizes = {split: len(split_lines(split, "en")) for split in SPLITS}
        for split in SPLITS:
            self.assertEqual(sizes[split], len(split_lines(split, "zh")), split)
        self.assertTrue(300 <= sizes["valid"] <= 500, sizes)
        self.assertTrue(300 <= sizes["test"] <= 500, sizes)
        self.assertTrue(5000 <= sum(sizes.values()) <= 20000, sizes)

    def test_repeats_no_sentence_within_or_across_splits(self):
        for language in LANGUAGES:
            everything = Counter(line for split in SPLITS for line in split_lines(split, language))
            self.assertEqual([line for line, count in everything.items() if count > 1], [])

    def test_is_clean_text(self):
        for split in SPLITS:
            for language in LANGUAGES:
                for line in split_lines(split, language):
                    self.assertEqual(line, line.strip())
                    self.assertTrue(line, f"{split}.{language} has a blank line")
                    self.assertNotIn("  ", line)
                    self.assertEqual(line, unicodedata.normalize("NFC", line))

    def test_writes_chinese_with_chinese_characters_and_full_width_punctuation_only(self):
        for split in SPLITS:
            for line in split_lines(split, "zh"):
                self.assertRegex(line, r"^[\u4e00-\u9fff，、。？！]+[。？！]$")

    def test_starts_english_with_a_capital_and_ends_it_with_a_mark(self):
        for split in SPLITS:
            for line in split_lines(split, "en"):
                self.assertRegex(line, r"^[A-Z][A-Za-zé ,;'.?!-]*[.?!]$")

    def test_ends_both_sides_of_a_held_out_pair_alike(self):
        for split in ("valid", "test"):
            for english, chinese in zip(split_lines(split, "en"), split_lines(split, "zh")):
                self.assertEqual(english[-1] == "?", chinese[-1] == "？", english)

    def test_holds_out_only_words_that_train_has_often(self):
        for language, tokens in (("en", words), ("zh", list)):
            known = Counter(token for line in split_lines("train", language) for token in tokens(line))
            for split in ("valid", "test"):
                for line in split_lines(split, language):
                    rare = [token for token in tokens(line) if known[token] < LEAST_OCCURRENCES]
                    self.assertEqual(rare, [], line)

    def test_has_hundreds_of_handwritten_pairs_all_in_train(self):
        pairs = [tuple(line.split("\t")) for line in lines(DEMO / "handwritten.tsv")]
        self.assertTrue(all(len(pair) == 2 for pair in pairs))
        self.assertGreaterEqual(len(set(pairs)), 500)
        train = set(zip(split_lines("train", "en"), split_lines("train", "zh")))
        self.assertEqual([pair for pair in pairs if pair not in train], [])


if __name__ == "__main__":
    unittest.main()
