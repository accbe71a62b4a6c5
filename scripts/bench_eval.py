#!/usr/bin/env python3
"""Measures tfm eval against sacreBLEU on the same pairs: seconds for BLEU and chrF, and for bootstrap intervals.

  scripts/bench_eval.py [--pairs N] [--peer-pairs N] [--tfm build/tfm]

The pairs are made from data/demo's Chinese sentences (seeded; no line stands twice, so that no cache helps). sacreBLEU runs
on --peer-pairs of them, since it needs minutes for a million; both figures are given per million pairs as well. Needs
sacrebleu in the interpreter that runs this script: .deps/venv/bin/python has it after scripts/setup.sh --tests.
"""

import argparse
import pathlib
import random
import subprocess
import sys
import tempfile
import time

import sacrebleu

PROJECT = pathlib.Path(__file__).resolve().parent.parent


def make_pairs(count, folder):
    """A reference is two sentences and a number, its hypothesis the same with some characters lost or doubled."""
    stream = random.Random(1)
    sentences = (PROJECT / "data/demo/train.zh").read_text(encoding="utf-8").splitlines()
    hypothesis, reference = folder / "hypothesis", folder / "reference"
    with open(hypothesis, "w", encoding="utf-8") as out, open(reference, "w", encoding="utf-8") as right:
        for i in range(count):
            text = f"{stream.choice(sentences)}{i}{stream.choice(sentences)}"
            right.write(text + "\n")
            out.write("".join(c * stream.choices((1, 0, 2), (90, 6, 4))[0] for c in text) + "\n")
    return hypothesis, reference


def lines(file, count):
    with open(file, encoding="utf-8") as text:
        return [line.rstrip() for line, _ in zip(text, range(count))]


def seconds(work):
    begin = time.perf_counter()
    result = work()
    return time.perf_counter() - begin, result


def tfm(arguments, *more):
    command = [arguments.tfm, "eval", "--quiet", "--tokenize", "zh", *map(str, more)]
    return subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8").stdout


def peer_scores(hypotheses, references):
    return [str(metric.corpus_score(hypotheses, [references]).score)
            for metric in (sacrebleu.BLEU(tokenize="zh"), sacrebleu.CHRF())]


def compare_scoring(arguments, folder):
    hypothesis, reference = make_pairs(arguments.pairs, folder)
    runs = [seconds(lambda: tfm(arguments, "--hypothesis", hypothesis, "--reference", reference))[0] for _ in range(3)]
    ours = sorted(runs)[1] / arguments.pairs * 1e6
    count = min(arguments.peer_pairs, arguments.pairs)
    texts = lines(hypothesis, count), lines(reference, count)
    theirs = seconds(lambda: peer_scores(*texts))[0] / count * 1e6
    print(f"BLEU and chrF, seconds per million pairs: tfm {ours:.1f} (median of 3 runs on {arguments.pairs} pairs, start-up and "
          f"reading included), sacreBLEU {theirs:.0f} (on {count}): {theirs / ours:.0f} times as fast")


def compare_bootstrap(arguments, folder, segments=3000, samples=1000):
    hypothesis, reference = make_pairs(segments, folder)
    plain = min(seconds(lambda: tfm(arguments, "--hypothesis", hypothesis, "--reference", reference))[0] for _ in range(3))
    ours = min(seconds(lambda: tfm(arguments, "--hypothesis", hypothesis, "--reference", reference, "--bootstrap", samples))[0]
               for _ in range(3))
    texts = lines(hypothesis, segments), lines(reference, segments)
    theirs = seconds(lambda: [metric.corpus_score(texts[0], [texts[1]], n_bootstrap=samples)
                              for metric in (sacrebleu.BLEU(tokenize="zh"), sacrebleu.CHRF())])[0]
    print(f"{samples} bootstrap samples on {segments} segments, BLEU and chrF: tfm {ours:.2f} s (without: {plain:.2f} s), "
          f"sacreBLEU {theirs:.2f} s")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=1_000_000)
    parser.add_argument("--peer-pairs", type=int, default=20_000)
    parser.add_argument("--tfm", default=str(PROJECT / "build/tfm"))
    arguments = parser.parse_args()
    print(f"sacreBLEU {sacrebleu.__version__}")
    with tempfile.TemporaryDirectory(prefix="tfm-bench-eval-") as folder:
        compare_scoring(arguments, pathlib.Path(folder))
        compare_bootstrap(arguments, pathlib.Path(folder))


if __name__ == "__main__":
    sys.exit(main())
