"""tfm translate --terms through the program: given terms are in the translations, and told of."""
import json
import random
import unittest

from cli_testing import Workspace, tfm, toy_pairs, trained_model


class Terms(Workspace):
    def setUp(self):
        super().setUp()
        self.model = trained_model() / "run"

    def terms_file(self, text):
        path = self.folder / "terms.tsv"
        path.write_text(text, encoding="utf-8")
        return path

    def translate(self, *arguments, stdin):
        return tfm("translate", "--model", self.model, "--threads", 1, *arguments, stdin=stdin)

    def objects(self, terms, lines, *arguments):
        result = self.translate("--format", "jsonl", "--terms", self.terms_file(terms), *arguments,
                                stdin="".join(line + "\n" for line in lines))
        self.assert_done(result)
        return [json.loads(line) for line in result.stdout.splitlines()], result.stderr

    def test_a_term_is_in_the_translation_against_the_models_will(self):
        (found,), stderr = self.objects("cat\t狗\n", ["red cat"])
        self.assertIn("狗", found["translation"])
        self.assertEqual(found["terms"], [{"source": "cat", "target": "狗", "met": True}])
        self.assertIn("terms: 1 in 1 of 1 lines, 1 met", stderr)

    def test_terms_of_several_characters_that_no_piece_spells(self):
        (found,), _ = self.objects("cat\t鱼书河\ndog\t旧杯\n", ["red cat blue dog"])
        self.assertIn("鱼书河", found["translation"])
        self.assertIn("旧杯", found["translation"])

    def test_lines_without_terms_are_as_they_would_be_without_the_list(self):
        lines = [source for source, _ in toy_pairs(65, 11)]
        plain = self.assert_done(self.translate("--format", "jsonl", stdin="".join(line + "\n" for line in lines)))
        without = [json.loads(line) for line in plain.stdout.splitlines()]
        with_terms, _ = self.objects("cat\t鱼书\n", lines)
        touched = 0
        for line, before, after in zip(lines, without, with_terms):
            if "cat" in line.split():
                touched += 1
                self.assertIn("鱼书", after["translation"])
            else:
                self.assertEqual(before, after)
        self.assertGreater(touched, 5)

    def test_a_translation_that_has_its_terms_stays_as_it_is(self):
        plain = self.assert_done(self.translate(stdin="red cat\n")).stdout
        (found,), _ = self.objects("cat\t猫\n", ["red cat"])
        self.assertEqual(found["translation"] + "\n", plain)
        self.assertEqual(found["terms"][0]["met"], True)

    def test_what_is_said_to_be_met_is_in_the_text(self):
        seed = 20261
        stream = random.Random(seed)
        words = "red blue cat dog bird house".split()
        characters = "红蓝绿小大旧新猫狗鸟鱼房树河书杯"
        terms = {word: "".join(stream.choice(characters) for _ in range(1 + i % 3)) for i, word in enumerate(words)}
        text = "".join(f"{word}\t{target}\n" for word, target in terms.items())
        for beam in (1, 4):
            found, _ = self.objects(text, [source for source, _ in toy_pairs(40, seed)], "--beam-size", beam)
            for line in found:
                names = {word for word in line["source"].split() if word in terms}
                self.assertEqual({term["source"] for term in line.get("terms", [])}, names)
                for term in line.get("terms", []):
                    self.assertEqual(term["met"], term["target"] in line["translation"], (seed, beam, line))
                    self.assertTrue(term["met"], (seed, beam, line))

    def test_batches_change_nothing(self):
        lines = [source for source, _ in toy_pairs(30, 12)]
        terms = "cat\t鱼书\nred\t绿绿\n"
        together, _ = self.objects(terms, lines)
        alone, _ = self.objects(terms, lines, "--batch-size", 1)
        self.assertEqual([line["translation"] for line in together], [line["translation"] for line in alone])

    def test_terms_come_behind_a_prefix(self):
        prefix = self.folder / "prefix.txt"
        prefix.write_text("绿树\n\n", encoding="utf-8")
        found, _ = self.objects("cat\t鱼书\n", ["red cat", "blue cat"], "--prefix", prefix)
        self.assertTrue(found[0]["translation"].startswith("绿树"), found)
        for line in found:
            self.assertIn("鱼书", line["translation"])
            self.assertEqual(line["terms"][0]["met"], True)

    def test_terms_of_an_ensemble(self):
        lines = [source for source, _ in toy_pairs(10, 14)]
        alone, _ = self.objects("cat\t鱼书\n", lines)
        twice, _ = self.objects("cat\t鱼书\n", lines, "--model", self.model)
        self.assertEqual([line["translation"] for line in twice], [line["translation"] for line in alone])

    def test_the_score_is_that_of_forced_decoding(self):
        (found,), _ = self.objects("cat\t狗\n", ["red cat"])
        (self.folder / "one.en").write_text("red cat\n", encoding="utf-8")
        (self.folder / "one.zh").write_text(found["translation"] + "\n", encoding="utf-8")
        result = self.assert_done(tfm("score", "--model", self.model, "--source", self.folder / "one.en", "--target",
                                      self.folder / "one.zh", "--format", "jsonl"))
        scored = json.loads(result.stdout)
        if scored["tokens"] == found["tokens"]:  # else the search cut the same text into other pieces
            self.assertAlmostEqual(scored["log_prob"], found["log_prob"], delta=1e-3)

    def test_one_of_several_lines_for_a_source_term_is_enough(self):
        (found,), _ = self.objects("cat\t鱼书河\ncat\t猫\n", ["red cat"])
        self.assertEqual(found["terms"], [{"source": "cat", "target": "猫", "met": True}])

    def test_the_longest_term_wins_and_case_counts_where_the_term_has_it(self):
        (found,), _ = self.objects("red cat\t鸟\ncat\t鱼\nCat\t书\n", ["red cat"])
        self.assertEqual([term["source"] for term in found["terms"]], ["red cat"])
        (found,), _ = self.objects("Cat\t书\n", ["red cat"])
        self.assertNotIn("terms", found)

    def test_a_term_beyond_the_length_limit_is_not_met_and_named(self):
        (self.folder / "limited.tsv").write_text("cat\t" + "鱼" * 190 + "\n", encoding="utf-8")
        result = self.assert_done(self.translate("--format", "jsonl", "--terms", self.folder / "limited.tsv",
                                                 stdin="red cat\n"))
        found = json.loads(result.stdout)
        self.assertEqual((found["terms"][0]["met"], found["translation"]), (False, "猫红"))
        self.assertIn("line 1: cat is not 鱼", result.stderr)
        self.assertIn("terms: 1 in 1 of 1 lines, 0 met", result.stderr)

    def test_nbest_translations_all_have_the_terms(self):
        (found,), _ = self.objects("cat\t狗\n", ["red cat"], "--nbest", 3)
        self.assertEqual(len({entry["translation"] for entry in found["nbest"]}), 3)
        for entry in found["nbest"]:
            self.assertIn("狗", entry["translation"])

    def test_text_output_has_the_translation_alone(self):
        result = self.assert_done(self.translate("--terms", self.terms_file("cat\t狗\n"), stdin="red cat\n\n"))
        lines = result.stdout.split("\n")
        self.assertEqual(len(lines), 3)
        self.assertIn("狗", lines[0])
        self.assertEqual(lines[1], "")

    def test_wrong_lists_are_errors_that_name_the_line(self):
        for text, fragment in (("cat 狗\n", "terms.tsv:1 has no tab"), ("# a\n\ncat\t\n", "terms.tsv:3 has no target term"),
                               ("cat\t狗\ndog\t龘\n", "terms.tsv:2 asks for 龘"), ("# none\n", "has no terms")):
            self.assert_error(self.translate("--terms", self.terms_file(text), stdin="red cat\n"), 2, fragment)
        self.assert_error(self.translate("--terms", self.folder / "missing.tsv", stdin="red cat\n"), 2, "missing.tsv")


if __name__ == "__main__":
    unittest.main()
