#!/usr/bin/env python3
"""Measures what terminology costs: translates a test set with and without tfm translate --terms and prints a table of
terms met, BLEU and lines per second.

  scripts/measure_terms.py --model RUN --source test.en --reference test.zh --terms terms.tsv
  scripts/measure_terms.py --model RUN --source test.en --reference test.zh --train train.en train.zh --write terms.tsv

Terms come from a file, or are taken out of training text: a source word and the run of target characters (or words) that
go with it most (Dice's coefficient). Either way only those stay that the references keep to: where a source line has the
source term, the reference has the target term, but for one line in ten. Nothing else should run meanwhile.
"""

import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time

TFM = pathlib.Path(__file__).resolve().parent.parent / "build" / "tfm"
LONGEST = 6  # characters of a target term; words where there are blanks between them


def lines_of(path):
    return pathlib.Path(path).read_text(encoding="utf-8").splitlines()


def words(line):
    return set(re.findall(r"\w+", line))


def runs(line):
    """All runs of characters of each stretch without marks and blanks; of words, where the line has blanks."""
    if " " in line.strip():
        units = [re.findall(r"\w+", line)]
        joint = " "
    else:
        units = re.findall(r"\w+", line)
        joint = ""
    return {joint.join(unit[begin:end]) for unit in units for begin in range(len(unit))
            for end in range(begin + 1, min(len(unit), begin + LONGEST) + 1)}


def learn_terms(sources, targets, least_count, least_dice):
    """Source words with the run of target text that comes where they come; the longest of equally good ones."""
    source_counts, target_counts, places = collections.Counter(), collections.Counter(), collections.defaultdict(list)
    target_runs = [runs(target) for target in targets]
    for number, (source, found) in enumerate(zip(sources, target_runs)):
        target_counts.update(found)
        for word in words(source):
            source_counts[word] += 1
            places[word].append(number)
    terms = []
    for word, count in sorted(source_counts.items()):
        if count < least_count:
            continue
        together = collections.Counter(run for number in places[word] for run in target_runs[number])
        dice, _, run = max((2 * both / (count + target_counts[run]), len(run), run) for run, both in together.items())
        if dice >= least_dice:
            terms.append((word, run))
    return terms


def has_source(line, term):
    pattern = rf"(?<!\w){re.escape(term)}(?!\w)" if re.match(r"[\x00-\u024f]+$", term) else re.escape(term)
    return re.search(pattern, line, re.IGNORECASE if term == term.lower() else 0) is not None


def keep_agreeing(terms, sources, references):
    """The terms that the references keep to."""
    kept = []
    for source_term, target_term in terms:
        with_term = [reference for source, reference in zip(sources, references) if has_source(source, source_term)]
        agreeing = sum(target_term in reference for reference in with_term)
        if with_term and agreeing >= 0.9 * len(with_term):
            kept.append((source_term, target_term))
    return kept


def read_terms(path):
    return [tuple(line.split("\t")) for line in lines_of(path) if line.strip() and not line.startswith("#")]


class Measurement:
    def __init__(self, options, folder):
        self.options, self.folder = options, pathlib.Path(folder)

    def translate(self, name, *arguments):
        """The JSON objects of all lines, and the seconds that they took."""
        command = [self.options.tfm, "translate", "--model", self.options.model, "--input", self.options.source,
                   "--format", "jsonl", "--quiet", *arguments]
        for option in ("threads", "beam-size"):
            if value := getattr(self.options, option.replace("-", "_")):
                command += [f"--{option}", str(value)]
        started = time.monotonic()
        output = subprocess.run(list(map(str, command)), check=True, capture_output=True, text=True, encoding="utf-8").stdout
        seconds = time.monotonic() - started
        lines = [json.loads(line) for line in output.splitlines()]
        (self.folder / name).write_text("".join(line["translation"] + "\n" for line in lines), encoding="utf-8")
        return lines, seconds

    def bleu(self, name):
        command = [self.options.tfm, "eval", "--hypothesis", self.folder / name, "--reference", self.options.reference,
                   "--metrics", "bleu", "--format", "json"]
        output = subprocess.run(list(map(str, command)), check=True, capture_output=True, text=True, encoding="utf-8").stdout
        return json.loads(output)[0]["score"]


def print_table(rows, lines_with_terms, lines):
    """rows: name, terms met, terms, BLEU, seconds."""
    print(f"{lines_with_terms} of {lines} lines have terms.\n")
    print("| | terms met | BLEU | lines/s |\n|---|---|---|---|")
    for name, met, terms, bleu, seconds in rows:
        print(f"| {name} | {met} of {terms} ({100 * met / terms:.1f} %) | {bleu:.2f} | {lines / seconds:.1f} |")


def measure(options, folder):
    sources, references = lines_of(options.source), lines_of(options.reference)
    terms = read_terms(options.terms) if options.terms else learn_terms(
        *map(lines_of, options.train), options.least_count, options.least_dice)
    terms = keep_agreeing(terms, sources, references)
    if not terms:
        sys.exit("error: no term stands in the source and, nine times in ten, in its reference; give another list")
    path = pathlib.Path(options.write or pathlib.Path(folder) / "terms.tsv")
    path.write_text("".join("\t".join(term) + "\n" for term in terms), encoding="utf-8")
    work = Measurement(options, folder)
    plain, plain_seconds = work.translate("without")
    constrained, seconds = work.translate("with", "--terms", path)
    asked = [line.get("terms", []) for line in constrained]
    total = sum(map(len, asked))
    plain_met = sum(term["target"] in line["translation"] for line, found in zip(plain, asked) for term in found)
    met = sum(term["met"] for found in asked for term in found)
    print_table([("without", plain_met, total, work.bleu("without"), plain_seconds),
                 ("with", met, total, work.bleu("with"), seconds)], sum(map(bool, asked)), len(sources))


def main():
    parser = argparse.ArgumentParser(description="Measures what terminology costs.")
    parser.add_argument("--tfm", default=TFM, help="the program; default: build/tfm")
    parser.add_argument("--model", required=True, help="run, checkpoint or model folder")
    parser.add_argument("--source", required=True, help="the test set's source side")
    parser.add_argument("--reference", required=True, help="its references")
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--terms", help="list of terms as tfm translate takes it")
    where.add_argument("--train", nargs=2, metavar=("SOURCE", "TARGET"), help="text to take terms out of")
    parser.add_argument("--least-count", type=int, default=10, help="lines of the training text that have a term's word")
    parser.add_argument("--least-dice", type=float, default=0.8, help="how well both sides must go together, up to 1")
    parser.add_argument("--write", help="file for the terms that were measured with")
    parser.add_argument("--beam-size", type=int, help="as in tfm translate")
    parser.add_argument("--threads", type=int, help="as in tfm translate")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        measure(options, folder)


if __name__ == "__main__":
    main()
