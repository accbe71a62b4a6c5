"""Trains the same models with tfm and its peers from PyPI, in turn, and prints how they compare.

speed (the default): in rounds, each program trains for some updates; medians over the rounds of real target tokens a second
(pieces and one end mark a sentence, no padding) and of the most memory that a process held.
quality: fairseq and tfm train for so many seconds each; BLEU and chrF2 of the test set at each of these times. With --recipe
tfm takes batch size, learning rate and averaging from one of its configs; without, fairseq's.
decoding: a model that tfm has trained translates the test set with tfm and, the very same weights, with CTranslate2, all lines
in batches of 64 and some one by one.

All have one vocabulary, the same sentences, batch limits, dropout (0.1, of attention weights as well), label smoothing 0.1,
tied embeddings, Adam and as many threads. What a batch's limit counts is each program's own: tfm its target side, the others
the longer side; the tokens of an update are in the table. "Foreign cores" are those that other processes used meanwhile. The first use installs the peers, which takes minutes.
"""

import argparse
import datetime
import json
import pathlib
import signal
import subprocess
import sys
import tempfile

import machine
import peers
import tables
from decoding import DecodingBench, decoding_tables
from errors import UserError
from quality import QualityBench
from sizes import PRECISIONS, SIZES
from speed import SpeedBench, plan
from tfm import Tfm, recipe_of
from workload import PROJECT, Workload, check, default_data


def some_of(allowed):
    def parse(text):
        names = list(dict.fromkeys(text.split(",")))
        if unknown := [name for name in names if name not in allowed]:
            raise argparse.ArgumentTypeError(f"no {', '.join(unknown) or 'name'}; there are {', '.join(allowed)}")
        return names

    return parse


def at_least_one(text):
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"must be a whole number from 1 on, got {text}")
    return int(text)


def beam_sizes(text):
    return [at_least_one(part) for part in text.split(",")]


def ascending_seconds(text):
    try:
        seconds = [float(part) for part in text.split(",")]
    except ValueError:
        seconds = [0.0]
    if seconds[0] <= 0 or any(a >= b for a, b in zip(seconds, seconds[1:])):
        raise argparse.ArgumentTypeError(f"must be seconds above 0, ascending, with commas between; got {text}")
    return seconds


def parse_arguments():
    parser = argparse.ArgumentParser(prog="scripts/bench_peers.sh", description=__doc__, allow_abbrev=False,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mode", nargs="?", choices=("speed", "quality", "decoding"), default="speed")
    parser.add_argument("--peers", type=some_of(peers.TITLES), default=",".join(peers.TITLES), help="speed: %(default)s")
    parser.add_argument("--sizes", type=some_of(SIZES), default=",".join(SIZES), help="speed: %(default)s")
    parser.add_argument("--precisions", type=some_of(PRECISIONS), default=",".join(PRECISIONS), help="%(default)s")
    parser.add_argument("--rounds", type=at_least_one, default=3, help="speed, decoding: how often each program runs (%(default)s)")
    parser.add_argument("--updates", type=at_least_one, help="speed: measured updates of each run (60 of tiny, 10 of base)")
    parser.add_argument("--seconds", type=ascending_seconds, default="300,600,900", help="quality: times to translate at (%(default)s)")
    parser.add_argument("--recipe", type=pathlib.Path, help="quality: a config of tfm's")
    parser.add_argument("--model", type=pathlib.Path, help="decoding: a run or model folder")
    parser.add_argument("--beams", type=beam_sizes, default="1,5", help="decoding: beam sizes (%(default)s)")
    parser.add_argument("--threads", type=at_least_one, default=2, help="of each program (%(default)s)")
    parser.add_argument("--data", type=pathlib.Path, default=default_data(), help="folder with {train,valid,test}.{en,zh} (%(default)s)")
    parser.add_argument("--equal-batches", action="store_true", help="lowers tfm's limit so that its updates have as many tokens")
    parser.add_argument("--output", type=pathlib.Path, help="file for all figures as JSON")
    parser.add_argument("--tfm", default=str(PROJECT / "build/tfm"), help="the program (%(default)s)")
    arguments = parser.parse_args()
    if (arguments.mode == "decoding") != (arguments.model is not None):
        parser.error("decoding wants --model, and nothing else does")
    if arguments.mode != "speed" and arguments.peers != parser.get_default("peers").split(","):
        parser.error("--peers is for speed: quality compares with fairseq alone, decoding with CTranslate2")
    if arguments.recipe and (arguments.mode != "quality" or not arguments.recipe.is_file()):
        parser.error("--recipe is for quality, and names a config")
    if arguments.output and not arguments.output.resolve().parent.is_dir():
        parser.error(f"--output: there is no folder {arguments.output.parent}")
    return arguments


def tfm_version(arguments):
    lines = subprocess.run([arguments.tfm, "--version"], check=True, capture_output=True, text=True).stdout.splitlines()
    return " with ".join(lines[:2])


def facts(arguments, workload, names):
    return {"date": datetime.date.today().isoformat(), "machine": machine.this_machine(), "threads": arguments.threads,
            "equal_batches": arguments.equal_batches, "versions": [tfm_version(arguments), *map(peers.versions, names)], "data": f"{arguments.data.resolve().name}: {workload.describe()}"}


def head(about):
    return (f"{about['date']}, {about['machine']}; {about['threads']} threads{', equal batches' * about['equal_batches']}.\n\n{'; '.join(about['versions'])}.\n\n"
            f"{about['data']}.\n")


def measure_speed(arguments, tfm, workload, folder):
    runs = plan(arguments.rounds, arguments.sizes, arguments.precisions, ["tfm", *arguments.peers])
    results = SpeedBench(tfm, workload, folder, arguments.threads, arguments.updates).measure(runs)
    return results, tables.speed_tables(results, {"tfm": "tfm", **{name: peers.TITLES[name] for name in arguments.peers}})


def measure_quality(arguments, tfm, workload, folder):
    recipe = recipe_of(arguments.recipe) if arguments.recipe else {}
    results = QualityBench(tfm, workload, folder, arguments.threads, arguments.seconds, recipe).measure(arguments.precisions)
    return {"recipe": recipe, **results}, tables.quality_table(results, arguments.seconds)


def bench_decoding(arguments, folder):
    peers.install(["ctranslate2"])
    source = arguments.data / "test.en"
    bench = DecodingBench(arguments.tfm, arguments.model, source, folder, arguments.threads, arguments.beams)
    results = bench.measure(arguments.rounds)
    results["start_up"] = bench.start_up()
    about = {"date": datetime.date.today().isoformat(), "machine": machine.this_machine(), "threads": arguments.threads, "equal_batches": False,
             "versions": [tfm_version(arguments), peers.version("ctranslate2")], "data": f"{source.name} of {arguments.data.resolve().name}"}
    print(f"{head(about)}\n{decoding_tables(results)}\n\ntfm's first translation is there {results['start_up']:.2f} s after its start.")
    return {**about, **results}


def bench(arguments, folder):
    check(arguments.data)
    tfm = Tfm(arguments.tfm, arguments.threads, arguments.equal_batches)
    names = arguments.peers if arguments.mode == "speed" else ["fairseq"]
    peers.install(names)
    workload = Workload(arguments.data, folder / "data", names[0])
    tfm.prepare(workload)
    about = facts(arguments, workload, names)
    measure = measure_speed if arguments.mode == "speed" else measure_quality
    results, table = measure(arguments, tfm, workload, folder)
    print(f"{head(about)}\n{table}")
    return {**about, **results}


def leave_on_signals():
    """By an exception, so that programs that run are ended and files removed."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, lambda number, _: sys.exit(128 + number))


def main():
    arguments = parse_arguments()
    leave_on_signals()
    try:
        with tempfile.TemporaryDirectory(prefix="tfm-bench-peers-") as folder:
            figures = (bench_decoding if arguments.mode == "decoding" else bench)(arguments, pathlib.Path(folder))
        if arguments.output:
            arguments.output.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    except UserError as error:
        sys.exit(f"error: {error}")
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)


if __name__ == "__main__":
    main()
