"""Each option of tfm translate that changes what is searched for, through the program."""
import json
import unittest

from cli_testing import Workspace, tfm, toy_config, toy_pairs, trained_model, write_pairs

SOURCES = [source for source, _ in toy_pairs(12, 5)]


class DecodingOptions(Workspace):
    def setUp(self):
        super().setUp()
        self.model = trained_model() / "run"

    def translate(self, *arguments, model=None, sources=SOURCES):
        models = sum((["--model", folder] for folder in (model or [self.model])), [])
        return tfm("translate", *models, "--threads", 1, *arguments, stdin="".join(source + "\n" for source in sources))

    def objects(self, *arguments, **options):
        result = self.assert_done(self.translate("--format", "jsonl", "--word-scores", *arguments, **options))
        return [json.loads(line) for line in result.stdout.splitlines()]

    def texts(self, *arguments, **options):
        return [line["translation"] for line in self.objects(*arguments, **options)]

    def file(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def assert_scored_alike(self, lines, sources=SOURCES, tolerance=1e-4):
        """tfm score gives each translation that the vocabulary cuts into the same pieces the same numbers."""
        source = self.file("scored.en", "".join(text + "\n" for text in sources))
        target = self.file("scored.zh", "".join(line["translation"] + "\n" for line in lines))
        result = self.assert_done(tfm("score", "--model", self.model, "--source", source, "--target", target,
                                      "--format", "jsonl", "--threads", 1))
        compared = 0
        for line, scored in zip(lines, map(json.loads, result.stdout.splitlines())):
            if line["pieces"] != scored["pieces"]:
                continue
            self.assertAlmostEqual(line["log_prob"], scored["log_prob"], delta=tolerance)
            self.assertEqual(len(line["token_log_probs"]), line["tokens"])
            for found, expected in zip(line["token_log_probs"], scored["token_log_probs"]):
                self.assertAlmostEqual(found, expected, delta=tolerance)
            compared += 1
        self.assertGreater(compared, 0)

    def test_word_scores_are_those_of_tfm_score(self):
        lines = self.objects("--nbest", 3)
        self.assert_scored_alike(lines)
        for line in lines:
            self.assertEqual(line["pieces"], line["nbest"][0]["pieces"])
            self.assertEqual(len(line["nbest"][-1]["pieces"]), line["nbest"][-1]["tokens"])
            self.assertAlmostEqual(sum(line["token_log_probs"]), line["log_prob"], places=6)
        self.assert_error(self.translate("--word-scores"), 2, "--format jsonl")

    def test_lengths(self):
        longer = self.objects("--min-length", 8)
        self.assertTrue(all(len(line["pieces"]) >= 9 for line in longer), longer)  # the end mark is one
        self.assert_scored_alike(longer)
        self.assertTrue(all(line["tokens"] <= 2 for line in self.objects("--max-length", 2)))
        for line in self.objects("--max-length", 2, "--beam-size", 1):
            self.assertEqual((line["tokens"], line["status"]), (2, "unfinished"))
        plain = self.objects()
        for line, before in zip(self.objects("--min-length-ratio", 3), plain):
            self.assertGreater(line["tokens"], before["tokens"])
        for line in self.objects("--max-length-ratio", 0, "--max-length-extra", 3):
            self.assertLessEqual(line["tokens"], 3)
        self.assert_error(self.translate("--min-length", 5, "--max-length", 5), 2, "--min-length", "max_length (5)")

    def test_repeated_ngrams(self):
        sources = ["red red red cat", "dog dog dog dog"]
        plain = self.objects(sources=sources)
        self.assertTrue(any(len(set(line["pieces"])) < len(line["pieces"]) for line in plain))
        for line in self.objects("--no-repeat-ngram", 1, sources=sources):
            self.assertEqual(len(set(line["pieces"])), len(line["pieces"]))

    def test_a_repetition_penalty_changes_the_ranking_and_not_the_log_probability(self):
        sources = ["red red red cat", "dog dog dog dog", "big big fish fish"]
        plain, penalised = self.objects(sources=sources), self.objects("--repetition-penalty", 10_000, sources=sources)
        self.assertNotEqual([line["translation"] for line in plain], [line["translation"] for line in penalised])
        self.assert_scored_alike(penalised, sources)

    def test_a_coverage_penalty_lowers_the_score_alone(self):
        # So short that a part of the source stays without attention.
        arguments = ["--beam-size", 1, "--max-length", 2]
        plain, covering = self.objects(*arguments), self.objects(*arguments, "--coverage-penalty", 0.5)
        self.assertEqual([line["translation"] for line in plain], [line["translation"] for line in covering])
        for before, after in zip(plain, covering):
            self.assertAlmostEqual(before["log_prob"], after["log_prob"], places=4)
            self.assertLess(after["score"], before["score"] - 0.1)

    def test_patience_lets_more_translations_finish(self):
        self.assert_error(self.translate("--nbest", 6, "--beam-size", 3, "--format", "jsonl"), 2, "--nbest 6")
        lines = self.objects("--nbest", 6, "--beam-size", 3, "--patience", 2)
        self.assertTrue(any(len(line["nbest"]) > 3 for line in lines))
        hurried = self.objects("--nbest", 1, "--beam-size", 4, "--patience", 0.25)
        self.assertEqual({line["status"] for line in hurried}, {"ok"})
        self.assert_error(self.translate("--nbest", 2, "--beam-size", 4, "--patience", 0.25, "--format", "jsonl"), 2,
                          "patience")

    def test_translations_of_a_line_all_read_differently(self):
        result = self.translate("--nbest", 30, "--beam-size", 30, "--max-length", 3, "--format", "jsonl", sources=["red"])
        line = json.loads(self.assert_done(result).stdout)
        texts = [entry["translation"] for entry in line["nbest"]]
        self.assertEqual(len(set(texts)), len(texts))
        if len(texts) < 30:
            self.assertIn("1 of 1 lines have fewer than 30 different translations", result.stderr)

    def test_forbidden_words(self):
        sources = ["red cat", "cat dog cat", "blue dog", "old cat river"]
        plain = self.texts(sources=sources)
        self.assertEqual(sum("猫" in text for text in plain), 3)
        without = self.texts("--forbid", self.file("words", "猫\n\n"), sources=sources)
        self.assertFalse(any("猫" in text for text in without), without)
        self.assertEqual(without[2], plain[2])
        phrase = self.texts("--forbid", self.file("words", "猫红\n"), sources=sources)
        self.assertNotIn("猫红", phrase[0])
        self.assertIn("猫", phrase[1])
        result = self.assert_done(self.translate("--forbid", self.file("words", "猫\n龘\n")))
        self.assertIn('words:2: the vocabulary can\'t spell "龘"', result.stderr)
        result = self.assert_done(self.translate("--forbid", self.file("many", "龘\n" * 30 + "猫\n")))
        self.assertEqual(result.stderr.count("can't spell"), 20)
        self.assertIn("30 lines in all can't be spelled (--forbid", result.stderr)
        self.assert_error(self.translate("--forbid", self.file("none", "\n \n")), 2, "no word")
        self.assert_error(self.translate("--forbid", self.folder / "missing"), 2, "missing")

    def test_prefixes(self):
        prefixes = ["猫", "", "红红", "狗"]
        plain = self.texts(sources=SOURCES[:4])
        lines = self.objects("--prefix", self.file("prefixes", "\n".join(prefixes) + "\n"), sources=SOURCES[:4])
        for line, prefix, before in zip(lines, prefixes, plain):
            self.assertTrue(line["translation"].startswith(prefix), line)
            if not prefix:
                self.assertEqual(line["translation"], before)
        self.assert_scored_alike(lines, SOURCES[:4])

    def test_a_prefix_that_is_missing_is_an_error_with_both_counts(self):
        prefixes = self.file("prefixes", "猫\n\n")
        for sources, counts in ((SOURCES[:3], ("2 lines", "more than 2")), (SOURCES[:1], ("2 lines", "the input has 1"))):
            self.assert_error(self.translate("--prefix", prefixes, sources=sources), 2, "prefixes", *counts)
            text = self.file("in.txt", "".join(source + "\n" for source in sources))
            output = self.folder / "out"
            result = tfm("translate", "--model", self.model, "--prefix", prefixes, "--input", text, "--output", output)
            self.assert_error(result, 2, "2 lines", f"the input has {len(sources)}")
            self.assertFalse(output.exists())
            result = tfm("translate", "--model", self.model, "--prefix", prefixes, *sources)
            self.assert_error(result, 2, "2 lines", f"the input has {len(sources)}")
        result = self.assert_done(tfm("translate", "--model", self.model, "--prefix", prefixes, "red dog", "red dog"))
        self.assertTrue(result.stdout.startswith("猫"))

    def test_unknown_pieces_are_copied_from_the_source(self):
        prefixes = self.file("prefixes", "龘\n龘\n")  # no piece of the vocabulary
        sources = ["red dog", "blue river"]
        result = self.assert_done(self.translate("--prefix", prefixes, sources=sources))
        self.assertIn("prefixes:1: the vocabulary can't spell all of", result.stderr)
        kept = self.texts("--prefix", prefixes, sources=sources)
        copied = self.texts("--prefix", prefixes, "--unknown", "copy", sources=sources)
        for source, before, after in zip(sources, kept, copied):
            self.assertNotIn("龘", before)
            self.assertTrue(any(after.startswith(word) for word in source.split()), (source, after))
        self.assert_error(self.translate("--unknown", "drop"), 2, "--unknown", '"copy"')

    def test_sampling_is_a_function_of_seed_and_line(self):
        draws = self.texts("--sampling", "--temperature", 2, "--seed", 5)
        self.assertEqual(self.texts("--sampling", "--temperature", 2, "--seed", 5, "--batch-size", 1), draws)
        self.assertNotEqual(self.texts("--sampling", "--temperature", 2, "--seed", 6), draws)
        self.assertNotEqual(self.texts("--sampling", "--temperature", 2, "--seed", 5, "--top-p", 0.2), draws)
        self.assertEqual(self.texts("--sampling", "--top-k", 1), self.texts("--beam-size", 1))
        several = self.objects("--sampling", "--temperature", 2, "--seed", 5, "--nbest", 4)
        self.assertEqual([line["translation"] for line in several], draws)
        self.assert_scored_alike(several)
        same = ["red dog cat bird"] * 6  # each line draws for itself
        self.assertGreater(len(set(self.texts("--sampling", "--temperature", 3, sources=same))), 1)

    def test_options_of_the_other_kind_of_search_are_errors(self):
        for option, value in (("--temperature", 2), ("--top-k", 3), ("--top-p", 0.5)):
            self.assert_error(self.translate(option, value), 2, option, "sampling")
        self.assert_error(self.translate("--sampling", "--beam-size", 3), 2, "--beam-size")
        self.assert_error(self.translate("--sampling", "--patience", 3), 2, "--patience")

    def test_all_that_is_wrong_is_said_at_once(self):
        self.assert_error(self.translate("--top-p", 2, "--no-repeat-ngram", -1, "--repetition-penalty", 0), 2, "3 problems",
                          "--top-p: must be", "--no-repeat-ngram: must be", "--repetition-penalty: must be")

    def test_an_ensemble_of_one_model_twice_is_that_model(self):
        once, twice = self.objects(), self.objects(model=[self.model, self.model])
        self.assertEqual([line["translation"] for line in once], [line["translation"] for line in twice])
        for one, two in zip(once, twice):
            self.assertAlmostEqual(one["log_prob"], two["log_prob"], places=4)

    def test_an_ensemble_lies_between_its_models_and_weights_count(self):
        models = [self.model / "checkpoints/step-00000200", self.model / "checkpoints/step-00000400"]
        prefix = ["--prefix", self.file("prefixes", "猫红\n"), "--max-length", 2]
        first, second = (self.objects(*prefix, model=[model], sources=["red cat"])[0]["log_prob"] for model in models)
        both = self.objects(*prefix, model=models, sources=["red cat"])[0]["log_prob"]
        self.assertTrue(min(first, second) < both < max(first, second), (first, both, second))
        mostly = self.objects(*prefix, "--model-weights", "1,999", model=models, sources=["red cat"])[0]["log_prob"]
        self.assertLess(abs(mostly - second), abs(both - second))
        self.assert_error(self.translate("--model-weights", "1", model=models), 2, "1 number for 2 --model")
        self.assert_error(self.translate("--model-weights", "1", model=models[:1]), 2, "for several --model")
        self.assert_error(self.translate("--model-weights", "1,0", model=models), 2, "above 0")
        self.assert_error(self.translate("--alignment", model=models), 2, "--alignment")

    def test_models_with_other_vocabularies_are_refused_by_name(self):
        write_pairs(self.folder, "train", toy_pairs(400, 9))
        self.write_config(toy_config(tokenizer={"vocab_size": 50}, training={"max_steps": 20}))
        self.assert_done(self.train())
        self.assert_error(self.translate(model=[self.model, self.run_folder]), 2, str(self.model), str(self.run_folder),
                          "different vocabularies")


if __name__ == "__main__":
    unittest.main()
