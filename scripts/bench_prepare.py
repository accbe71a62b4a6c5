#!/usr/bin/env python3
"""Generates pairs, prepares them with tfm, and prints rate and memory beside SentencePiece's own encoder.

  scripts/bench_prepare.py --source FILE --target FILE [--pairs 1000000] [--folder DIR] [--threads N] [--train-seconds S]

Each pair is two pairs of the given files, drawn at random, one after the other. The rates are those of the whole of
`tfm prepare` without learning the vocabulary (which is learnt from the given files beforehand): read twice, cleaned,
encoded, written. SentencePiece encodes the same text from memory, on one thread, with its Python package (TFM_PYTHON or
this python). With --train-seconds, `tfm train` then runs so long on a model of almost no size. With --sockeye, a python
that has Sockeye, that peer's prepare_data runs on the same pairs, cut into pieces beforehand (not counted), with as many
workers.
"""

import argparse
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import time

PROJECT = pathlib.Path(__file__).resolve().parent.parent
MIB = 1 << 20
SPM_SAMPLE = 100_000  # lines

ENCODE = """
import sys, time, sentencepiece
lines = open(sys.argv[2], encoding="utf-8").read().splitlines()[:int(sys.argv[3])]
model = sentencepiece.SentencePieceProcessor(model_file=sys.argv[1])
begin = time.perf_counter()
for line in lines:
    model.encode(line)
took = time.perf_counter() - begin
print(len(lines) / took, sum(len(line.encode()) for line in lines) / took / (1 << 20))
"""


PIECES = """
import sys, sentencepiece
model = sentencepiece.SentencePieceProcessor(model_file=sys.argv[1])
with open(sys.argv[2], encoding="utf-8") as text, open(sys.argv[3], "w", encoding="utf-8") as out:
    for line in text:
        out.write(" ".join(model.encode(line.rstrip("\\n"), out_type=str)) + "\\n")
"""


def generate(arguments, folder):
    """Writes big.en and big.zh unless they are there with as many lines."""
    marker = folder / "pairs"
    if marker.exists() and marker.read_text() == str(arguments.pairs):
        return
    sources = pathlib.Path(arguments.source).read_text(encoding="utf-8").splitlines()
    targets = pathlib.Path(arguments.target).read_text(encoding="utf-8").splitlines()
    stream = random.Random(1)
    with open(folder / "big.en", "w", encoding="utf-8") as en, open(folder / "big.zh", "w", encoding="utf-8") as zh:
        for _ in range(arguments.pairs):
            a, b = int(stream.random() * len(sources)), int(stream.random() * len(sources))
            en.write(f"{sources[a]} {sources[b]}\n")
            zh.write(f"{targets[a]}{targets[b]}\n")
    marker.write_text(str(arguments.pairs))


def write_config(folder, name, source, target, **tokenizer):
    config = {"data": {"train": [{"source": str(source), "target": str(target)}], "source_language": "en", "target_language": "zh"},
              "tokenizer": tokenizer, "output": {"directory": name},
              "model": {"d_model": 16, "num_heads": 1, "ffn_dim": 16, "encoder_layers": 1, "decoder_layers": 1},
              "training": {"max_steps": 100_000_000, "save_every": 1_000_000}}
    (folder / f"{name}.json").write_text(json.dumps(config))
    return str(folder / f"{name}.json")


def run(command, stop_after=None):
    """Seconds, the most MiB that the process held, and what it said."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    if stop_after:
        time.sleep(stop_after)
        process.send_signal(signal.SIGINT)
    said = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 130):
        sys.exit(f"error: {' '.join(command)}:\n{said}")
    return time.perf_counter() - begin, usage.ru_maxrss / 1024, said


def time_sockeye(arguments, folder, model, python):
    for side in ("en", "zh"):
        subprocess.run([python, "-c", PIECES, model, folder / f"big.{side}", folder / f"big.sp.{side}"], check=True)
    seconds, memory, _ = run([arguments.sockeye, "-m", "sockeye.prepare_data", "-s", str(folder / "big.sp.en"), "-t",
                              str(folder / "big.sp.zh"), "--shared-vocab", "--max-seq-len", "256", "--max-processes",
                              str(arguments.threads), "-o", str(folder / "sockeye")])
    print(f"Sockeye prepare_data, {arguments.threads} workers: {2 * arguments.pairs / seconds / arguments.threads:,.0f} "
          f"sentences/s a worker in {seconds:.1f} s, {memory:.0f} MiB in one process")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", required=True)
    parser.add_argument("--target", required=True)
    parser.add_argument("--pairs", type=int, default=1_000_000)
    parser.add_argument("--folder", help="keeps the text there for the next time")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--train-seconds", type=float, default=0)
    parser.add_argument("--sockeye", metavar="PYTHON")
    parser.add_argument("--tfm", default=str(PROJECT / "build/tfm"))
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="tfm-bench-prepare-") as temporary:
        folder = pathlib.Path(arguments.folder or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        generate(arguments, folder)
        text = sum((folder / name).stat().st_size for name in ("big.en", "big.zh")) / MIB
        tfm = [arguments.tfm, "prepare", "--threads", str(arguments.threads), "--config"]
        _, memory, _ = run([*tfm, write_config(folder, "small", pathlib.Path(arguments.source).resolve(),
                                               pathlib.Path(arguments.target).resolve(), vocab_size=8000)])
        print(f"vocabulary of the given files: {memory:.0f} MiB")
        model = folder / "small/tokenizer/shared.model"
        big = write_config(folder, "big", folder / "big.en", folder / "big.zh", source_model=str(model))
        subprocess.run(["rm", "-rf", folder / "big"], check=True)
        seconds, memory, said = run([*tfm, big])
        kept = re.search(r"prepared (\d+) of (\d+)", said)
        print(f"tfm prepare: {arguments.pairs:,} pairs, {text:.0f} MiB in {seconds:.1f} s with {arguments.threads} threads: "
              f"{2 * arguments.pairs / seconds / arguments.threads:,.0f} sentences/s and {text / seconds / arguments.threads:.1f} "
              f"MiB/s a thread, {memory:.0f} MiB; kept {kept[1]} of {kept[2]}")
        python = os.environ.get("TFM_PYTHON", sys.executable)
        rates = [[float(number) for number in subprocess.run([python, "-c", ENCODE, model, folder / name, str(SPM_SAMPLE)],
                                                             check=True, capture_output=True, text=True).stdout.split()]
                 for name in ("big.en", "big.zh")]
        for (sentences, mebibytes), name in zip(rates, ("source", "target")):
            print(f"SentencePiece, {name} side, one thread: {sentences:,.0f} sentences/s, {mebibytes:.1f} MiB/s")
        if arguments.sockeye:
            time_sockeye(arguments, folder, model, python)
        if arguments.train_seconds:
            seconds, memory, _ = run([arguments.tfm, "train", "--config", big, "--threads", str(arguments.threads)],
                                     stop_after=arguments.train_seconds)
            log = [json.loads(line) for line in (folder / "big/log.jsonl").read_text().splitlines()]
            steps = [entry for entry in log if entry["event"] == "step"]
            print(f"tfm train on a tiny model: {memory:.0f} MiB, {steps[-1]['tokens_per_second']:,.0f} target tokens/s, "
                  f"share of time waiting for data {steps[-1]['data_wait']:.3f}")


if __name__ == "__main__":
    main()
