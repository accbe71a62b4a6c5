"""tfm bench: what it reports hangs together. Speeds themselves are no matter for a test."""
import json
import unittest

from cli_testing import Workspace, tfm, toy_config


class Bench(Workspace):
    def bench(self, *arguments):
        return tfm("bench", "--config", self.config, "--threads", 1, "--seconds", 0.1, *arguments)

    def setUp(self):
        super().setUp()
        self.config = self.write_config(toy_config(tokenizer={"vocab_size": 100}))

    def test_the_parts_add_up_to_an_update(self):
        for precision in ("float32", "bfloat16"):
            report = json.loads(self.assert_done(self.bench("--format", "json", "--precision", precision)).stdout)
            training = report["training"]
            # On a busy machine the parts, timed by themselves, may take longer than the update did.
            seconds = [part["seconds_per_update"] * (-1 if part["name"] == "parts beyond the update" else 1) for part in training["parts"]]
            self.assertAlmostEqual(sum(seconds), training["seconds_per_update"], places=9)
            self.assertAlmostEqual(training["target_tokens_per_update"] / training["seconds_per_update"],
                                   training["target_tokens_per_second"], places=3)
            self.assertEqual(report["precision"], precision)
            for name, peak in report["matmul_flops_per_second"].items():
                self.assertGreater(peak, 1e8)
                self.assertAlmostEqual(training[f"share_of_{name}_matmul"], training["useful_flops_per_second"] / peak, places=9)
            self.assertEqual([line["beam_size"] for line in report["decoding"]], [1, 5])
            for line in report["decoding"]:
                self.assertGreater(line["target_tokens_per_second"], line["sentences_per_second"])
            self.assertGreater(report["peak_memory_bytes"], 2**20)

    def test_text_is_for_people(self):
        text = self.assert_done(self.bench("--precision", "float16")).stdout
        for fragment in ("matrix products: float32", "in float16", "target tokens/s", "% of float16's", "softmax and loss",
                         "beam size 5", "MiB at most"):
            self.assertIn(fragment, text)

    def test_batches_may_have_another_size(self):
        sizes = [json.loads(self.assert_done(self.bench("--format", "json", "--batch-tokens", tokens)).stdout)
                 ["training"]["target_tokens_per_update"] for tokens in (100, 1000)]
        self.assertLess(sizes[0], 101)
        self.assertGreater(sizes[1], 300)

    def test_what_cannot_be_is_refused(self):
        self.assertEqual(self.bench("--model", "tiny").returncode, 2)
        self.assertEqual(self.bench("--precision", "int8").returncode, 2)
        self.assertEqual(self.bench("--seconds", 0).returncode, 2)
        self.assertEqual(self.bench("--batch-tokens", 0).returncode, 2)


if __name__ == "__main__":
    unittest.main()
