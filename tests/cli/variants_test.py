"""Each variant of the model through the program: trained, stopped, gone on with, decoded with its cache, scored."""
import hashlib
import json
import sys
import unittest
from pathlib import Path

from cli_testing import Workspace, tfm

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from bench_variants import VARIANTS

MEASURES = {"encoder_layers": "2", "decoder_layers": "2"}
MORE = {
    "grouped heads": {"decoder_kv_heads": "2"},
    "narrow decoder": {"decoder_d_model": "16", "decoder_num_heads": "2", "decoder_ffn_dim": "24", "tie_embeddings": "target"},
    "additive cross-attention": {"cross_attention": "additive"},
    "window of the decoder": {"decoder_window": "1"},
    "several at once": {"norm": "post", "norm_type": "rms", "activation": "swiglu", "positions": "rotary", "biases": "false",
                        "attention_window": "2", "decoder_kv_heads": "1", "tie_embeddings": "none"},
}


class Variants(Workspace):
    def settings(self, variant):
        values = {f"/model/{key}": value for key, value in (MEASURES | variant).items()}
        values |= {"/training/max_steps": "80", "/data/valid": "null"}
        return [argument for key, value in values.items() for argument in ("--set", f"{key}={value}")]

    def weights(self, run, step):
        return hashlib.sha256(Path(run, "checkpoints", f"step-{step:08}", "model.safetensors").read_bytes()).hexdigest()

    def translations(self, run, *arguments):
        source = (self.folder / "test.en").read_text()
        result = self.assert_done(tfm("translate", "--model", run, "--threads", 1, "--format", "jsonl", *arguments, stdin=source))
        return [json.loads(line) for line in result.stdout.splitlines()]

    def assert_forced_scores_agree(self, run, translations):
        """What the decoder's cache computes step by step is what one pass over the whole pair gives."""
        target = self.folder / "translated.zh"
        # A text that the pieces of the search don't spell is another row of pieces: scored as such, it has another sum.
        target.write_text("".join(line["translation"] + "\n" for line in translations), encoding="utf-8")
        result = self.assert_done(tfm("score", "--model", run, "--threads", 1, "--format", "jsonl",
                                      "--source", self.folder / "test.en", "--target", target))
        compared = 0
        for line, forced in zip(translations, map(json.loads, result.stdout.splitlines())):
            if line["status"] == "ok" and line["tokens"] == forced["tokens"]:
                self.assertAlmostEqual(line["log_prob"], forced["log_prob"], delta=1e-4)
                compared += 1
        self.assertGreater(compared, 0)

    def check(self, name, variant):
        unbroken, resumed = self.folder / f"{name} unbroken", self.folder / f"{name} resumed"
        settings = self.settings(variant)
        self.assert_done(self.train("--output", unbroken, *settings))
        self.assert_done(self.train("--output", resumed, *settings, "--set", "/training/max_steps=40"))
        again = self.assert_done(self.train("--output", resumed, *settings))
        self.assertIn("going on from", again.stderr)
        self.assertEqual(self.weights(unbroken, 80), self.weights(resumed, 80))
        one_by_one = self.translations(unbroken, "--batch-size", 1)
        together = self.translations(unbroken, "--batch-size", 64)
        self.assertEqual([line["translation"] for line in one_by_one], [line["translation"] for line in together])
        self.assert_forced_scores_agree(unbroken, one_by_one)


def add_test(name, variant):
    setattr(Variants, "test_" + name.lower().replace(" ", "_").replace("-", "_"), lambda self: self.check(name, variant))


for each, change in (VARIANTS | MORE).items():
    if each != "default again":
        add_test(each, change)


if __name__ == "__main__":
    unittest.main()
