#!/usr/bin/env python3
"""Trains each variant of the model for the same number of updates and prints speed, memory and BLEU beside the default's.

  scripts/bench_variants.py --config configs/demo.json --updates 300 [--set /data/...=...] [--only NAME ...] [--tfm build/tfm]

The default runs first and last: their difference says how steady the machine was. Speed is the median of the log's target
tokens per second; memory the most that the process held; BLEU that of data.test with the config's decoding.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

PROJECT = pathlib.Path(__file__).resolve().parent.parent

VARIANTS = {
    "default": {},
    "additive": {"attention": "additive"},
    "learned positions": {"positions": "learned"},
    "rotary positions": {"positions": "rotary"},
    "no positions": {"positions": "none"},
    "window 4": {"attention_window": 4},
    "post-norm": {"norm": "post"},
    "RMSNorm": {"norm_type": "rms"},
    "GELU": {"activation": "gelu"},
    "SwiGLU": {"activation": "swiglu"},
    "no biases": {"biases": "false"},
    "target tied": {"tie_embeddings": "target"},
    "untied": {"tie_embeddings": "none"},
    "unscaled embeddings": {"scale_embeddings": "false"},
    "multi-query": {"decoder_kv_heads": "1"},
    "decoder of 1 layer": {"decoder_layers": "1"},
    "default again": {},
}


def run(arguments, name, folder):
    overrides = [f"/training/max_steps={arguments.updates}", f"/training/validate_every={arguments.updates}",
                  f"/training/save_every={arguments.updates}", "/training/log_every=10", "/data/valid=null", *arguments.set]
    overrides += [f"/model/{key}={value}" for key, value in VARIANTS[name].items()]  # last: nothing may undo it
    command = [arguments.tfm, "train", "--config", arguments.config, "--output", str(folder), "--quiet", "--fresh"]
    for override in overrides:
        command += ["--set", override]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    scores = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = status
    if status != 0:
        sys.exit(f"error: {name}: tfm train failed; see above")
    log = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
    speed = statistics.median(entry["tokens_per_second"] for entry in log if entry["event"] == "step")
    loss = [entry["loss"] for entry in log if entry["event"] == "step"][-1]
    bleu = next((line.split(" = ")[1].split()[0] for line in scores.splitlines() if line.startswith("BLEU")), "-")
    return speed, usage.ru_maxrss / 1024, loss, bleu


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--config", default=str(PROJECT / "configs/demo.json"))
    parser.add_argument("--updates", type=int, default=300)
    parser.add_argument("--set", action="append", default=[], help="as of tfm train")
    parser.add_argument("--only", nargs="*", choices=VARIANTS, help="these variants alone")
    parser.add_argument("--tfm", default=str(PROJECT / "build/tfm"))
    arguments = parser.parse_args()
    first = None
    print(f"{'variant':22}{'tok/s':>9}{'of default':>12}{'MiB':>8}{'loss':>8}{'BLEU':>8}")
    with tempfile.TemporaryDirectory(prefix="tfm-bench-variants-") as folder:
        for number, name in enumerate(arguments.only or VARIANTS):
            speed, memory, loss, bleu = run(arguments, name, pathlib.Path(folder, str(number)))
            first = first or speed
            print(f"{name:22}{speed:9.0f}{speed / first:12.2f}{memory:8.0f}{loss:8.3f}{bleu:>8}", flush=True)


if __name__ == "__main__":
    main()
