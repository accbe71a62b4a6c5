"""tfm score and tfm inspect through the program."""
import json
import unittest

from cli_testing import Workspace, tfm, trained_model


class Score(Workspace):
    def score(self, *arguments):
        data = trained_model()
        return tfm("score", "--model", data / "run", "--source", data / "test.en", *arguments)

    def test_the_forced_score_of_a_translation_is_its_decoding_score(self):
        data = trained_model()
        output = self.folder / "out"
        for beam in (1, 5):
            result = self.assert_done(tfm("translate", "--model", data / "run", "--input", data / "test.en", "--format", "jsonl",
                                          "--beam-size", beam))
            translated = [json.loads(line) for line in result.stdout.splitlines()]
            output.write_text("".join(line["translation"] + "\n" for line in translated), encoding="utf-8")
            result = self.assert_done(self.score("--target", output, "--format", "jsonl"))
            forced = [json.loads(line) for line in result.stdout.splitlines()]
            self.assertEqual([line["line"] for line in forced], list(range(1, len(translated) + 1)))
            compared = 0
            for one, other in zip(translated, forced):
                if one["tokens"] != other["tokens"]:
                    continue  # the search spelt the same text with other pieces
                self.assertAlmostEqual(one["log_prob"], other["log_prob"], delta=1e-4)
                compared += 1
            self.assertGreater(compared, 0.9 * len(translated))

    def test_given_as_pieces_every_translation_has_its_decoding_score(self):
        data = trained_model()
        for options in (["--beam-size", 5], ["--sampling", "--temperature", 2, "--seed", 3]):
            result = self.assert_done(tfm("translate", "--model", data / "run", "--input", data / "test.en", "--format", "jsonl",
                                          "--word-scores", *options))
            translated = [json.loads(line) for line in result.stdout.splitlines()]
            pieces = self.folder / "pieces"
            pieces.write_text("".join(" ".join(line["pieces"]) + "\n" for line in translated), encoding="utf-8")
            result = self.assert_done(self.score("--target", pieces, "--target-pieces", "--format", "jsonl"))
            compared = 0
            for one, other in zip(translated, map(json.loads, result.stdout.splitlines())):
                if one["status"] == "unfinished":
                    continue  # it has no end mark, which tfm score counts
                self.assertEqual(one["pieces"], other["pieces"])
                self.assertAlmostEqual(one["log_prob"], other["log_prob"], delta=1e-4)
                compared += 1
            self.assertGreater(compared, 0.9 * len(translated))
        for line, message in (("红 nopiece", 'line 100: "nopiece" is no piece'), ("红 </s> 红", "amid the pieces")):
            pieces.write_text("红\n" * 99 + line + "\n", encoding="utf-8")
            self.assert_error(self.score("--target", pieces, "--target-pieces"), 2, message)

    def test_a_line_is_the_sum_of_its_pieces(self):
        data = trained_model()
        lines = self.assert_done(self.score("--target", data / "test.zh", "--format", "jsonl")).stdout.splitlines()
        self.assertEqual(len(lines), 100)
        for line in map(json.loads, lines):
            self.assertEqual(list(line), ["line", "log_prob", "tokens", "pieces", "token_log_probs"])
            self.assertEqual(len(line["pieces"]), line["tokens"])
            self.assertEqual(len(line["token_log_probs"]), line["tokens"])
            self.assertEqual(line["pieces"][-1], "</s>")
            self.assertAlmostEqual(sum(line["token_log_probs"]), line["log_prob"], places=6)
            self.assertTrue(all(value <= 0 for value in line["token_log_probs"]))

    def test_batches_change_nothing(self):
        data = trained_model()
        scores = [list(map(float, self.assert_done(self.score("--target", data / "test.zh", "--batch-tokens", size)).stdout.split()))
                  for size in (1, 8192)]
        for one, other in zip(*scores):
            self.assertAlmostEqual(one, other, delta=1e-4)

    def test_bad_input_is_refused(self):
        data = trained_model()
        short = self.folder / "short"
        short.write_text("红\n", encoding="utf-8")
        self.assert_error(self.score("--target", short), 2, "has 100 lines", "has 1")
        self.assert_error(self.score("--target", self.folder / "none"), 2, "none")
        self.assert_error(tfm("score", "--model", self.folder, "--source", short, "--target", short), 2, "no model")


class Inspect(Workspace):
    def test_says_where_the_parameters_are(self):
        result = json.loads(self.assert_done(tfm("inspect", trained_model() / "run", "--format", "json")).stdout)
        self.assertEqual(sum(result["parts"].values()), result["parameters"])
        self.assertEqual(result["parts"]["embeddings"], 64 * result["source_vocabulary"])
        self.assertEqual(result["parts"]["decoder cross-attention"], 2 * 4 * (64 * 64 + 64))
        self.assertEqual(result["model"]["d_model"], 64)
        text = self.assert_done(tfm("inspect", trained_model() / "run" / "best")).stdout
        self.assertIn("encoder self-attention", text)

    def test_a_single_flipped_bit_is_found_and_named(self):
        run = trained_model() / "run" / "best"
        weights = run / "model.safetensors"
        good = weights.read_bytes()
        self.addCleanup(weights.write_bytes, good)
        bad = bytearray(good)
        bad[-100] ^= 1
        weights.write_bytes(bytes(bad))
        self.assert_error(tfm("inspect", run), 2, str(weights), "the weight", "checksum")


if __name__ == "__main__":
    unittest.main()
