"""tfm eval through the program."""
import json
import os
import subprocess
import unittest
from pathlib import Path

from cli_testing import TFM, Workspace, tfm, trained_model

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
        self.assertEqual(list(bleu), ["name", "score", "signature", "verbose_score", "nrefs", "case", "eff", "tok", "smooth",
                                      "version"])
        self.assertEqual(list(chrf), ["name", "score", "signature", "nrefs", "case", "eff", "nc", "nw", "space", "version"])
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
        kept = self.folder / "kept"
        self.assert_done(tfm("eval", "--model", data / "run", "--source", data / "test.en", "--reference", data / "test.zh",
                             "--output", kept))
        self.assertEqual(kept.read_bytes(), self.hypothesis.read_bytes())

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

    def test_unequal_counts_are_refused_with_both_numbers_and_where_the_texts_part(self):
        self.write([HYPOTHESES[0], HYPOTHESES[2]], REFERENCES)
        self.assert_error(self.eval(), 2, "has 2 lines", "has 3", str(self.reference), "part at line 2")

    def test_several_systems_make_a_table_in_every_format(self):
        other = self.folder / "other_system"
        other.write_text("".join(line + "\n" for line in REFERENCES), encoding="utf-8")
        arguments = ["--hypothesis", self.hypothesis, other, "--reference", self.reference]
        text = self.assert_done(tfm("eval", *arguments)).stdout.splitlines()
        self.assertEqual(text[0].split(), ["System", "BLEU", "chrF2"])
        self.assertEqual(text[2].split(), [str(other), "100.00", "100.00"])
        self.assertTrue(text[-1].startswith("chrF2|nrefs:1|"))
        json_ = json.loads(self.assert_done(tfm("eval", *arguments, "--format", "json")).stdout)
        self.assertEqual([system["system"] for system in json_], [str(self.hypothesis), str(other)])
        self.assertEqual(list(json_[1]["BLEU"]), ["score", "p_value", "mean", "ci"])
        self.assertAlmostEqual(json_[1]["BLEU"]["score"], 100.0)
        self.assertIsNone(json_[1]["BLEU"]["p_value"])
        markdown = self.assert_done(tfm("eval", *arguments, "--format", "markdown", "--width", 1)).stdout
        self.assertIn("| System | BLEU | chrF2 |\n|---|---:|---:|\n", markdown)
        self.assertIn("| 100.0 | 100.0 |", markdown)
        latex = self.assert_done(tfm("eval", *arguments, "--format", "latex")).stdout
        self.assertIn("\\begin{tabular}{rcc}", latex)
        self.assertIn("other\\_system & 100.00 & 100.00 \\\\", latex)

    def test_a_baseline_gives_p_values_and_marks(self):
        other = self.folder / "other"
        lines = REFERENCES * 20
        self.write(["甲乙丙丁"] * len(lines), lines)
        other.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
        for test in ([], ["--bootstrap", 100], ["--randomization", 200]):
            arguments = ["--baseline", self.hypothesis, "--hypothesis", other, "--reference", self.reference, *test]
            text = self.assert_done(tfm("eval", *arguments)).stdout.splitlines()
            self.assertTrue(text[1].startswith(f"Baseline: {self.hypothesis}  0.00"), text)
            self.assertRegex(text[2], r"100\.00 .*\(p = 0\.00\d\d\)\*")

    def test_a_report_is_one_page_without_anything_from_elsewhere(self):
        page = self.folder / "report.html"
        self.assert_done(self.eval("--report", page))
        html = page.read_text(encoding="utf-8")
        self.assertTrue(html.startswith("<!DOCTYPE html>"))
        self.assertIn("他们明天去北京", html)
        self.assertNotRegex(html, r"(src|href)=[\"']?(https?:)?//")

    def test_wmt_files_are_read_directly(self):
        sgml = self.folder / "ref.sgm"
        sgml.write_text("<refset>\n" + "".join(f'<seg id="{i}"> {line} </seg>\n' for i, line in enumerate(REFERENCES)),
                        encoding="utf-8")
        xml = self.folder / "both.xml"
        xml.write_text("<dataset><doc id='a'>" + "".join(
            f"<{tag}>" + "".join(f"<seg id='{i}'>{line}</seg>" for i, line in enumerate(lines)) + f"</{tag}>"
            for tag, lines in (("src", ["x"] * 3), ("ref", REFERENCES), ("hyp", HYPOTHESES))) + "</doc></dataset>",
            encoding="utf-8")
        plain = self.assert_done(self.eval()).stdout
        self.assertEqual(self.assert_done(tfm("eval", "--hypothesis", xml, "--reference", sgml)).stdout, plain)
        self.assertEqual(self.assert_done(tfm("eval", "--hypothesis", xml, "--reference", xml)).stdout, plain)

    def test_a_segment_without_any_reference_is_refused_with_its_line(self):
        self.write(HYPOTHESES, [REFERENCES[0], "", REFERENCES[2]])
        self.assert_done(self.eval())  # an empty reference is one, as in sacreBLEU
        self.assert_error(self.eval("--variable-references"), 2, f"{self.reference}:2:")

    def test_no_input_is_ever_overwritten(self):
        before = self.hypothesis.read_bytes(), self.reference.read_bytes()
        link = self.folder / "link"
        link.symlink_to(self.reference)
        for file in (self.hypothesis, self.reference, link):
            self.assert_error(self.eval("--report", file), 2, "--report", "would replace")
        data = trained_model()
        source = self.folder / "source"
        source.write_text("red dog\n" * 3, encoding="utf-8")
        self.assert_error(tfm("eval", "--model", data / "run", "--source", source, "--reference", self.reference, "--output",
                              source), 2, "--output", "would replace")
        self.assert_error(self.eval("--report", self.folder / "none" / "page.html"), 2, "no folder")
        self.assertEqual(before, (self.hypothesis.read_bytes(), self.reference.read_bytes()))

    def test_output_that_cannot_be_written_is_an_error(self):
        for arguments in (["eval", "--hypothesis", self.hypothesis, "--reference", self.reference], ["config", "describe"],
                          ["--help"]):
            with open("/dev/full", "w") as full:
                result = subprocess.run([TFM, *map(str, arguments)], stdout=full, stderr=subprocess.PIPE, text=True)
            self.assertEqual(result.returncode, 1, arguments)
            self.assertIn("can't be written", result.stderr)

    def test_options_of_metrics_that_are_not_asked_for_are_errors(self):
        for arguments in (["--metrics", "bleu", "--chrf-beta", 3], ["--metrics", "bleu", "--ter-normalized"],
                          ["--metrics", "chrf", "--tokenize", "zh"], ["--metrics", "ter", "--lowercase"],
                          ["--metrics", "bleu,bleu"], ["--seed", 5], ["--format", "json", "--width", 3]):
            self.assert_error(self.eval(*arguments), 2)

    def test_what_sacrebleu_would_pass_over_in_silence_is_warned_of(self):
        sgml = self.folder / "ref.sgm"
        sgml.write_text('<seg id="1">a</seg>\n<doc><seg id="2">b</seg>\n', encoding="utf-8")
        self.hypothesis.write_text("\ufeffa\n", encoding="utf-8")
        result = self.assert_done(tfm("eval", "--hypothesis", self.hypothesis, "--reference", sgml))
        self.assertIn("1 of the <seg> elements", result.stderr)
        self.assertIn("byte-order mark", result.stderr)

    def test_bad_use_is_an_error(self):
        self.assert_error(tfm("eval", "--reference", self.reference), 2, "--hypothesis")
        self.assert_error(self.eval("--model", "x"), 2, "--hypothesis")
        self.assert_error(self.eval("--metrics", "meteor"), 2, "meteor")
        self.assert_error(self.eval("--tokenize", "ja-mecab"), 2, "MeCab")
        self.assert_error(self.eval("--tokenize", "flores200"), 2, "--spm-model")
        self.assert_error(self.eval("--spm-model", "x"), 2, "--tokenize")
        self.assert_error(self.eval("--randomization", 10), 2, "--baseline")
        self.assert_error(self.eval("--smooth-value", 1), 2, "--smooth-method")
        self.assert_error(self.eval("--format", "jsonl"), 2, "--sentence-level")
        self.assert_error(self.eval("--sentence-level", "--format", "json"), 2, "--sentence-level")
        self.assert_error(self.eval("--output", "x"), 2, "--model")
        self.assert_error(self.eval("--device", "cpu"), 2, "--model")
        self.assert_error(self.eval("--ter-asian-support"), 2, "--ter-normalized")
        self.assert_error(tfm("eval", "--hypothesis", self.folder / "none", "--reference", self.reference), 2, "none")


if __name__ == "__main__":
    unittest.main()
