#!/usr/bin/env python3
"""Time and memory of full and of truncated self-attention by the length of the sentence.

  scripts/bench_window.py [--window 64] [--lengths 500 1000 2000 4000 8000] [--tfm build/tfm]

Scores one pair (tfm score), once with so many words in the source, for the encoder's attention, and once with so many in the
target, for the decoder's; the other side has eight, so that cross-attention, which has no window, weighs little. The model
is one of a single update, whose weights don't matter here. Start-up, the time for eight words on both sides, is taken off.
"""

import argparse
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

PROJECT = pathlib.Path(__file__).resolve().parent.parent
# Few enough for a vocabulary of 100 pieces.
WORDS = [f"{a}{b}" for a in "bdgklmnprstvz" for b in "aeiou"]


def sentence(words):
    return " ".join(random.Random(words).choices(WORDS, k=words))


def write(folder, name, sources, targets):
    for language, lines in (("en", sources), ("zh", targets)):
        pathlib.Path(folder, f"{name}.{language}").write_text("".join(line + "\n" for line in lines), encoding="utf-8")


def measured(command):
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = status
    if status != 0:
        sys.exit(f"error: {' '.join(command)} failed; see above")
    return time.perf_counter() - begin, usage.ru_maxrss / 1024


def train(arguments, folder, window):
    config = {
        "data": {"train": [{"source": "train.en", "target": "train.zh"}]},
        "tokenizer": {"vocab_size": 100},
        "model": {"attention_window": window},
        "training": {"max_steps": 1, "validate_every": 1, "save_every": 1},
        "output": {"directory": f"run-{window}"},
    }
    path = pathlib.Path(folder, f"{window}.json")
    path.write_text(json.dumps(config))
    measured([arguments.tfm, "train", "--config", str(path), "--quiet"])
    return str(pathlib.Path(folder, f"run-{window}"))


def score(arguments, folder, model, source, target):
    write(folder, "pair", [sentence(source)], [sentence(target)])
    command = [arguments.tfm, "score", "--quiet", "--model", model, "--source", f"{folder}/pair.en", "--target", f"{folder}/pair.zh"]
    return min(measured(command) for _ in range(3))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--window", type=int, default=64)
    parser.add_argument("--lengths", type=int, nargs="+", default=[500, 1000, 2000, 4000, 8000])
    parser.add_argument("--tfm", default=str(PROJECT / "build/tfm"))
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="tfm-bench-window-") as folder:
        stream = random.Random(1)
        lines = [" ".join(stream.choices(WORDS, k=8)) for _ in range(500)]
        write(folder, "train", lines, lines)
        models = {window: train(arguments, folder, window) for window in (0, arguments.window)}
        starts = {window: score(arguments, folder, model, 8, 8) for window, model in models.items()}
        print("seconds and MiB above a pair of eight words")
        print(f"{'words':>6}  {'long source: full':>20}{f'window {arguments.window}':>20}{'long target: full':>20}{f'window {arguments.window}':>20}")
        for length in arguments.lengths:
            row = f"{length:6}  "
            for source, target in ((length, 8), (8, length)):
                for window, model in models.items():
                    seconds, memory = score(arguments, folder, model, source, target)
                    row += f"{seconds - starts[window][0]:13.3f}{memory - starts[window][1]:7.0f}"
            print(row, flush=True)


if __name__ == "__main__":
    main()
