#!/usr/bin/env python3
"""Compares the losses of two training runs, step by step, and prints what each run's speed was.

  scripts/compare_losses.py RUN RUN --tolerance 0.01       a RUN holds log.jsonl; the tolerance is relative

Exits with 1 where a loss differs by more than the tolerance or the runs logged different steps.
"""

import argparse
import json
import pathlib
import statistics
import sys


def steps(run):
    with open(run / "log.jsonl", encoding="utf-8") as log:
        entries = [json.loads(line) for line in log]
    found = {entry["step"]: entry for entry in entries if entry["event"] == "step"}
    if not found:
        sys.exit(f"error: {run}/log.jsonl has no step")
    return found


def speed(run_steps):
    return statistics.median(entry["tokens_per_second"] for entry in run_steps.values())


def main():
    parser = argparse.ArgumentParser(description="Compares the losses of two training runs.")
    parser.add_argument("run", nargs=2, type=pathlib.Path)
    parser.add_argument("--tolerance", type=float, default=0.01)
    arguments = parser.parse_args()

    first, second = (steps(run) for run in arguments.run)
    if first.keys() != second.keys():
        sys.exit(f"error: the runs logged different steps: {sorted(first.keys() ^ second.keys())}")
    difference, worst = max((abs(first[n]["loss"] - second[n]["loss"]) / second[n]["loss"], n) for n in first)
    for run, run_steps in zip(arguments.run, (first, second)):
        last = max(run_steps)
        print(f"{run}: loss {run_steps[last]['loss']:.4f} at step {last}, median {speed(run_steps):.0f} tok/s")
    print(f"largest difference of a loss: {difference:.2e} (step {worst}), allowed {arguments.tolerance:.0e}")
    sys.exit(0 if difference <= arguments.tolerance else 1)


if __name__ == "__main__":
    main()
