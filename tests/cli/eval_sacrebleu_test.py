"""tfm eval against sacreBLEU 2.6.0 itself, on thousands of random and awkward pairs, in every metric and option.

TFM_TEST_SEED chooses other pairs than the usual ones. Without sacreBLEU (see TFM_PYTHON) all is skipped.
"""
import itertools
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from cli_testing import Workspace, tfm
from scored_corpora import all_corpora

PYTHON = os.environ.get("TFM_PYTHON", "")
SEED = int(os.environ.get("TFM_TEST_SEED", "20260501"))

SCORE = 1e-9  # relative: both sides do the same few operations on doubles, only exp and log may differ in the last digit
INTERVAL = 1e-5  # resampled scores are float32
MODEL = "pieces.model"


def has_sacrebleu():
    code = "import numpy, sentencepiece, sacrebleu; assert sacrebleu.__version__ == '2.6.0'"
    return Path(PYTHON).is_file() and subprocess.run([PYTHON, "-c", code], capture_output=True).returncode == 0


def bleu(**options):
    return "BLEU", options


def chrf(**options):
    return "CHRF", options


def ter(**options):
    return "TER", options


class Case:
    """What both programs are asked; `job` is the oracle's (see there)."""

    def __init__(self, corpus, arguments, *metrics, **job):
        self.corpus, self.arguments, self.metrics, self.job = corpus, arguments, metrics, job
        self.name = f"{corpus} {' '.join(arguments)}"


def switches(**chosen):
    """The arguments of the switches that are on."""
    return [f"--{name.replace('_', '-')}" for name, on in chosen.items() if on]


def tokenizer_cases():
    for name, lowercase in itertools.product(("zh", "13a", "char", "intl", "none", "zh-fixed"), (False, True)):
        yield Case("awkward", ["--metrics", "bleu", "--tokenize", name, *switches(lowercase=lowercase)],
                   bleu(tokenize=name, lowercase=lowercase))
    for name in ("spm", "flores101", "flores200", "spBLEU-1K"):
        yield Case("pieces", ["--metrics", "bleu", "--tokenize", name, "--spm-model", MODEL], bleu(tokenize=name))
    yield Case("long", ["--metrics", "bleu,chrf,chrf++", "--tokenize", "intl"], bleu(tokenize="intl"), chrf(), chrf(word_order=2))


def smoothing_cases():
    methods = [("exp", None), ("floor", None), ("floor", 0.5), ("add-k", None), ("add-k", 0.3), ("add-k", 2.0), ("none", None)]
    for (method, value), effective in itertools.product(methods, (False, True)):
        arguments = ["--metrics", "bleu", "--tokenize", "13a", "--smooth-method", method, *switches(effective_order=effective)]
        if value is not None:
            arguments += ["--smooth-value", str(value)]
        yield Case("short" if effective else "distant", arguments,
                   bleu(tokenize="13a", smooth_method=method, smooth_value=value, effective_order=effective))


def chrf_cases():
    for order, words, beta in ((6, 0, 2), (4, 1, 1), (1, 3, 3), (8, 2, 2)):
        orders = ["--chrf-char-order", str(order), "--chrf-word-order", str(words), "--chrf-beta", str(beta)]
        yield Case("awkward", ["--metrics", "chrf", *orders], chrf(char_order=order, word_order=words, beta=beta))
    for whitespace, lowercase, eps in itertools.product((False, True), repeat=3):
        options = {"whitespace": whitespace, "lowercase": lowercase, "eps_smoothing": eps}
        arguments = switches(**{f"chrf_{name}": on for name, on in options.items()})
        for corpus in ("several", "short") if eps else ("several",):
            yield Case(corpus, ["--metrics", "chrf,chrf++", *arguments], chrf(**options), chrf(word_order=2, **options))


def ter_cases():
    names = ("normalized", "no_punct", "asian_support", "case_sensitive")
    for chosen in itertools.product((False, True), repeat=len(names)):
        options = dict(zip(names, chosen))
        if options["asian_support"] and not options["normalized"] and not options["no_punct"]:
            continue  # alone it does nothing, and is refused
        arguments = ["--metrics", "ter", *switches(**{f"ter_{name}": on for name, on in options.items()})]
        yield Case("terms", arguments, ter(**options))
    yield Case("limits", ["--metrics", "ter"], ter())


def reference_cases():
    for corpus in ("several", "variable", "nothing"):
        arguments = ["--metrics", "bleu,chrf,chrf++,ter", "--tokenize", "zh"]
        yield Case(corpus, arguments + switches(variable_references=corpus == "variable"), bleu(tokenize="zh"), chrf(),
                   chrf(word_order=2), ter())
    yield Case("damaged", ["--metrics", "bleu,chrf,ter", "--tokenize", "zh"], bleu(tokenize="zh"), chrf(), ter())


def bootstrap_cases():
    for seed, samples in ((12345, 200), (1, 37), (2**40, 5)):
        yield Case("several", ["--metrics", "bleu,chrf,chrf++", "--tokenize", "zh", "--bootstrap", str(samples), "--seed", str(seed)],
                   bleu(tokenize="zh"), chrf(), chrf(word_order=2), bootstrap=samples, seed=seed)
    yield Case("words", ["--metrics", "bleu,chrf,ter", "--tokenize", "13a", "--smooth-method", "add-k", "--bootstrap", "100"],
               bleu(tokenize="13a", smooth_method="add-k"), chrf(), ter(), bootstrap=100)


def sentence_cases():
    arguments = ["--sentence-level", "--format", "jsonl"]
    yield Case("several", ["--metrics", "bleu,chrf,chrf++,ter", "--tokenize", "zh", *arguments],
               bleu(tokenize="zh", effective_order=True), chrf(), chrf(word_order=2), ter(), sentences=True)
    for method in ("floor", "add-k", "none"):
        yield Case("distant", ["--metrics", "bleu", "--tokenize", "13a", "--smooth-method", method, *arguments],
                   bleu(tokenize="13a", effective_order=True, smooth_method=method), sentences=True)
    yield Case("variable", ["--metrics", "bleu,chrf,ter", "--tokenize", "intl", "--variable-references", *arguments],
               bleu(tokenize="intl", effective_order=True), chrf(), ter(), sentences=True)


def paired_cases():
    three = {"bleu": bleu(tokenize="13a"), "chrf": chrf(), "chrf++": chrf(word_order=2)}
    # With several references TER's lengths are no whole numbers. sacreBLEU adds up those of exchanged systems with BLAS, in an
    # order that depends on the machine, so that chance decides whether equal differences are equal to it.
    for (corpus, seed), test in itertools.product((("paired", 12345), ("paired", 7), ("paired3", 12345)), ("bs", "ar")):
        metrics = three if (corpus, test) == ("paired3", "ar") else three | {"ter": ter()}
        samples, option = (150, "--bootstrap") if test == "bs" else (300, "--randomization")
        yield Case(corpus, ["--metrics", ",".join(metrics), "--tokenize", "13a", "--seed", str(seed), option, str(samples)],
                   *metrics.values(), test=test, samples=samples, seed=seed)


GROUPS = [tokenizer_cases, smoothing_cases, chrf_cases, ter_cases, reference_cases, bootstrap_cases, sentence_cases, paired_cases]

_folder = None
_corpora = {}
_expected = {}  # by case


def setUpModule():
    global _folder
    if not has_sacrebleu():
        raise unittest.SkipTest("sacreBLEU 2.6.0 is not installed")
    print("seed", SEED, file=sys.stderr)
    _folder = Path(tempfile.mkdtemp(prefix="tfm-eval-"))
    unittest.addModuleCleanup(shutil.rmtree, _folder, ignore_errors=True)
    for corpus in all_corpora(SEED):
        _corpora[corpus.name] = corpus
        corpus.write(_folder)
    _expected.update(run_oracle())


def run_oracle():
    """Everything in one process: most of the time it takes is that of starting one."""
    jobs = {}
    for case in itertools.chain.from_iterable(group() for group in GROUPS):
        corpus = _corpora[case.corpus]
        jobs[case.name] = case.job | {"hypotheses": corpus.files("system"), "references": corpus.files("reference"),
                                      "variable": corpus.variable, "metrics": case.metrics}
    work = {"pieces": {"text": "pieces.reference1", "model": MODEL}, "jobs": jobs}
    (_folder / "jobs.json").write_text(json.dumps(work))
    result = subprocess.run([PYTHON, Path(__file__).with_name("sacrebleu_oracle.py"), "jobs.json"], cwd=_folder, text=True,
                            capture_output=True, encoding="utf-8", env=os.environ | {"SACREBLEU": str(_folder / "sacrebleu")})
    if result.returncode != 0:
        raise AssertionError(result.stderr)
    return json.loads(result.stdout)


def eval_files(corpus, *arguments):
    corpus = _corpora[corpus]
    systems = corpus.files("system")
    baseline = ["--baseline", systems[0]] if len(systems) > 1 else []
    return tfm("eval", "--hypothesis", *(systems[1:] or systems), "--reference", *corpus.files("reference"), *baseline, *arguments,
               cwd=_folder)


def edit_distance(a, b):
    row = list(range(len(b) + 1))
    for i, item in enumerate(a, 1):
        above, row = row, [i]
        for j, other in enumerate(b, 1):
            row.append(min(above[j - 1] + (item != other), above[j] + 1, row[j - 1] + 1))
    return row[-1]


def plain_scores(corpus, lowercase):
    """WER, CER and exact matches by their definitions; of several references the one with the lowest rate counts."""
    def normalized(line):
        return (line.lower() if lowercase else line).split()

    def closest(own, references):
        return min(((edit_distance(own, other), len(other)) for other in references),
                   key=lambda counts: counts[0] / counts[1] if counts[1] else float(counts[0] > 0))

    words, letters, equal = [], [], 0
    for line, *references in zip(corpus.systems[0], *corpus.references):
        own, others = normalized(line), [normalized(reference) for reference in references]
        words.append(closest(own, others))
        letters.append(closest(" ".join(own), [" ".join(other) for other in others]))
        equal += own in others
    rates = [100 * sum(edits for edits, _ in counts) / sum(length for _, length in counts) for counts in (words, letters)]
    return {"WER": rates[0], "CER": rates[1], "exact": 100 * equal / len(words)}


class EvalAndSacrebleu(Workspace):
    def setUp(self):
        """No corpus and config of its own."""

    def output(self, case, *arguments):
        return self.assert_done(eval_files(case.corpus, *case.arguments, *arguments)).stdout

    def assert_close(self, actual, expected, relative):
        self.assertLessEqual(abs(actual - expected), relative * max(1.0, abs(expected)), (actual, expected))

    def check(self, cases, assert_case):
        for case in cases:
            with self.subTest(case.name, seed=SEED):
                assert_case(case, _expected[case.name])

    def assert_scores(self, case, expected):
        """Names, scores, signatures and their parts, details, intervals."""
        results = json.loads(self.output(case, "--format", "json"))
        self.assertEqual({result["name"] for result in results}, set(expected))
        for result in results:
            wanted = expected[result["name"]]
            self.assert_close(result["score"], wanted["score"], SCORE)
            self.assertEqual(result.get("verbose_score", ""), wanted["verbose"])
            self.assert_signature(result, wanted["signature"])
            if "bootstrap" in case.job:
                self.assert_close(result["confidence_mean"], wanted["mean"], INTERVAL)
                self.assert_close(result["confidence_var"], wanted["ci"], INTERVAL)

    def assert_signature(self, result, wanted):
        fields = dict(field.split(":") for field in result["signature"].split("|"))
        self.assertEqual(fields, {key: result.get(key) for key in fields})
        if fields.get("tok") == "zh-fixed":  # tfm's own
            self.assertTrue(fields["version"].startswith("tfm-"), fields)
        elif not fields.get("tok", "").startswith("spm-"):  # sacreBLEU calls any such model flores101
            self.assertEqual(result["signature"], wanted)

    def assert_sentences(self, case, expected):
        rows = [json.loads(line) for line in self.output(case).splitlines()]
        self.assertEqual([row.pop("line") for row in rows], list(range(1, len(rows) + 1)))
        for name, scores in expected.items():
            self.assertEqual(len(rows), len(scores))
            for number, (row, score) in enumerate(zip(rows, scores), 1):
                self.assertEqual(set(row), set(expected))
                with self.subTest(line=number):
                    self.assert_close(row[name], score, SCORE)

    def assert_systems(self, case, expected):
        rows = json.loads(self.output(case, "--format", "json"))
        for number, file in enumerate(_corpora[case.corpus].files("system")):
            [row] = [row for row in rows if row["system"].endswith(file)]
            self.assertEqual(row["signatures"], {name: wanted["signature"] for name, wanted in expected.items()})
            for name, wanted in expected.items():
                self.assert_comparison(row[name], wanted["systems"][number])

    def assert_comparison(self, result, wanted):
        self.assert_close(result["score"], wanted["score"], SCORE)
        self.assertEqual(result.get("p_value"), wanted["p_value"])
        for key in ("mean", "ci"):
            if wanted[key] is None:
                self.assertIsNone(result.get(key))
            else:
                self.assert_close(result[key], wanted[key], INTERVAL)

    def test_bleu_is_equal_with_every_tokenizer(self):
        self.check(tokenizer_cases(), self.assert_scores)

    def test_bleu_is_equal_with_every_smoothing(self):
        self.check(smoothing_cases(), self.assert_scores)

    def test_chrf_is_equal_in_every_option(self):
        self.check(chrf_cases(), self.assert_scores)

    def test_ter_is_equal_in_every_option(self):
        self.check(ter_cases(), self.assert_scores)

    def test_several_a_varying_number_of_and_damaged_references_are_scored_equally(self):
        self.check(reference_cases(), self.assert_scores)

    def test_bootstrap_intervals_are_equal(self):
        self.check(bootstrap_cases(), self.assert_scores)

    def test_every_sentence_has_sacrebleus_score(self):
        self.check(sentence_cases(), self.assert_sentences)

    def test_paired_tests_give_sacrebleus_p_values_and_intervals(self):
        self.check(paired_cases(), self.assert_systems)

    def test_printed_lines_are_sacrebleus(self):
        for case in (*reference_cases(), *bootstrap_cases()):
            with self.subTest(case.name, seed=SEED):
                self.assertEqual(sorted(self.output(case).splitlines()),
                                 sorted(wanted["text"] for wanted in _expected[case.name].values()))

    def test_lines_that_are_not_utf8_are_named(self):
        result = eval_files("damaged")
        self.assert_done(result)
        self.assertRegex(result.stderr, r"damaged\.system1: 4 lines with invalid UTF-8.*: 1, 2, 3, 4")

    def test_edit_rates_follow_from_their_definitions(self):
        for corpus, lowercase in itertools.product(("several", "words", "terms"), (False, True)):
            with self.subTest(corpus, lowercase=lowercase, seed=SEED):
                result = eval_files(corpus, "--metrics", "wer,cer,exact", "--format", "json", *switches(lowercase=lowercase))
                scores = {row["name"]: row["score"] for row in json.loads(self.assert_done(result).stdout)}
                expected = plain_scores(_corpora[corpus], lowercase)
                self.assertEqual(set(scores), set(expected))
                for name, score in scores.items():
                    self.assert_close(score, expected[name], SCORE)

    def test_sentences_are_a_table_by_default(self):
        result = self.assert_done(eval_files("nothing", "--metrics", "bleu,chrf", "--sentence-level"))
        header, *rows = result.stdout.splitlines()
        self.assertEqual(header, "line\tBLEU\tchrF2")
        self.assertEqual([[float(value) for value in row.split("\t")] for row in rows], [[1, 0, 0], [2, 0, 0]])


if __name__ == "__main__":
    unittest.main()
