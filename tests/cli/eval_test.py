"""tfm eval through the program."""
import json
import os
import subprocess
import unittest
from pathlib import Path

from cli_testing import Workspace, tfm, trained_model

REFERENCES = ["我昨天看了一本书。", "他们明天去北京，我不去。", "猫在桌子上。"]
HYPOTHESES = ["我昨天看了两本书。", "他们明天去北京，我也去。", "猫在桌子下面。"]


class Eval(Workspace):
    def setUp(self):
        super().setUp()
        self.hypothesis, self.reference = self.folder / "hypothesis", self.folder / "reference"
        self.write(HYPOTHESES, REFERENCES)

    def write(self, hypotheses, references):
        self.hypothesis.write_text("".join(line + "\n" for line in hypotheses), encoding="utf-8")
        self.reference.write_text("".join(line + "\n" for line in references), encoding="utf-8")

    def eval(self, *arguments):
        return tfm("eval", "--hypothesis", self.hypothesis, "--reference", self.reference, *arguments)

    def test_chinese_references_take_the_zh_tokenizer(self):
        self.assertIn("tok:zh", self.assert_done(self.eval()).stdout)
        self.write(["a cat"], ["a cat"])
        self.assertIn("tok:13a", self.assert_done(self.eval()).stdout)

    def test_json_has_sacrebleus_keys(self):
        bleu, chrf = json.loads(self.assert_done(self.eval("--format", "json")).stdout)
        self.assertEqual(list(bleu), ["name", "score", "signature", "verbose_score"])
        self.assertEqual((bleu["name"], chrf["name"]), ("BLEU", "chrF2"))
        self.assertIn("BP = ", bleu["verbose_score"])

    def test_equals_sacrebleu(self):
        python = os.environ.get("TFM_PYTHON", "")
        if not Path(python).is_file() or subprocess.run([python, "-c", "import sacrebleu"], capture_output=True).returncode:
            self.skipTest("sacreBLEU is not installed")
        code = ("import sacrebleu, sys, json\n"
                "h, r = ([l.rstrip('\\n') for l in open(f, encoding='utf-8')] for f in sys.argv[1:])\n"
                "out = {t: sacrebleu.corpus_bleu(h, [r], tokenize=t).score for t in ('zh', '13a', 'char', 'none')}\n"
                "out['chrf'] = sacrebleu.corpus_chrf(h, [r]).score\n"
                "print(json.dumps(out))")
        expected = json.loads(subprocess.run([python, "-c", code, self.hypothesis, self.reference], capture_output=True,
                                             text=True, check=True).stdout)
        for tokenize in ("zh", "13a", "char", "none"):
            bleu, chrf = json.loads(self.assert_done(self.eval("--tokenize", tokenize, "--format", "json")).stdout)
            self.assertAlmostEqual(bleu["score"], expected[tokenize], places=9)
            self.assertAlmostEqual(chrf["score"], expected["chrf"], places=9)

    def test_translating_and_scoring_in_one_go_is_the_same_as_one_after_the_other(self):
        data = trained_model()
        self.assert_done(tfm("translate", "--model", data / "run", "--input", data / "test.en", "--output", self.hypothesis))
        both = self.assert_done(tfm("eval", "--model", data / "run", "--source", data / "test.en", "--reference", data / "test.zh"))
        apart = self.assert_done(tfm("eval", "--hypothesis", self.hypothesis, "--reference", data / "test.zh", "--tokenize", "zh"))
        self.assertEqual(both.stdout, apart.stdout)

    def test_validation_scores_are_those_of_translate_and_eval(self):
        data = trained_model()
        log = [json.loads(line) for line in (data / "run/log.jsonl").read_text().splitlines()]
        best = [line for line in log if line["event"] == "validation" and line["best"]][-1]
        self.assert_done(tfm("translate", "--model", data / "run/best", "--beam-size", 1, "--input", data / "valid.en",
                             "--output", self.hypothesis))
        result = self.assert_done(tfm("eval", "--hypothesis", self.hypothesis, "--reference", data / "valid.zh", "--format", "json"))
        bleu, chrf = json.loads(result.stdout)
        self.assertAlmostEqual(bleu["score"], best["bleu"], places=9)
        self.assertAlmostEqual(chrf["score"], best["chrf"], places=9)

    def test_unequal_counts_are_refused_with_both_numbers(self):
        self.write(HYPOTHESES[:2], REFERENCES)
        self.assert_error(self.eval(), 2, "2", "3", str(self.reference))

    def test_bad_use_is_an_error(self):
        self.assert_error(tfm("eval", "--reference", self.reference), 2, "--hypothesis")
        self.assert_error(self.eval("--model", "x"), 2, "--hypothesis")
        self.assert_error(self.eval("--metrics", "meteor"), 2, "meteor")
        self.assert_error(tfm("eval", "--hypothesis", self.folder / "none", "--reference", self.reference), 2, "none")


if __name__ == "__main__":
    unittest.main()
