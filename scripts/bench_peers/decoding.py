"""Decoding speed: tfm and CTranslate2 translate the same lines with the very same weights, in turn."""

import json
import pathlib
import re
import statistics
import subprocess
import sys
import time

import child
import peers
from tables import markdown, ratio
from errors import UserError

HERE = pathlib.Path(__file__).resolve().parent
BATCH_SIZE = 64
ONE_BY_ONE = 200  # sentences that also go alone, for the time that one takes
TYPES = {"ctranslate2": ("float32", "int8"), "tfm": ("float32", "bfloat16", "int8")}
SPENT = re.compile(r"translated (\d+) lines, (\d+) tokens in ([0-9.]+) s")


class DecodingBench:
    def __init__(self, program, model, source, folder, threads, beams):
        self.program, self.source, self.folder, self.threads, self.beams = program, source, folder, threads, beams
        self.model = model / "best" if (model / "best").is_dir() else model
        self.converted = folder / "ctranslate2"
        child.run([peers.python("ctranslate2"), HERE.parent / "export_ctranslate2.py", self.model, self.converted], folder / "export.log", 1)

    def measure(self, rounds):
        ways = [(beam, program, kind) for beam in self.beams for program, kinds in TYPES.items() for kind in kinds]
        runs = []
        for number in range(rounds):
            for place, (beam, program, kind) in enumerate(ways, start=1):
                print(f"== round {number + 1} of {rounds}, {place} of {len(ways)}: {program}, {kind}, beam {beam}", file=sys.stderr, flush=True)
                runs.append({"program": program, "type": kind, "beam": beam, **getattr(self, program)(kind, beam)})
        return {"runs": runs, "equal_lines": {beam: self.equal_lines(beam) for beam in self.beams}}

    def output(self, program, kind, beam):
        return self.folder / f"{program}-{kind}-{beam}.txt"

    def ctranslate2(self, kind, beam):
        vocabulary = next(file for file in (self.model / "tokenizer").glob("*.model") if file.name != "target.model")
        job = {"model": str(self.converted), "vocabulary": str(vocabulary), "source": str(self.source), "type": kind, "beam_size": beam,
               "output": str(self.output("ctranslate2", kind, beam)), "threads": self.threads, "batch_size": BATCH_SIZE, "one_by_one": ONE_BY_ONE}
        file, result = self.folder / "job.json", self.folder / "result.json"
        file.write_text(json.dumps(job), encoding="utf-8")
        usage = child.run(peers.launch("ctranslate2", "translate_ctranslate2", file), self.folder / "ctranslate2.log", self.threads, result)
        figures = json.loads(result.read_text())
        return {**speeds(figures["lines"], figures["tokens"], figures["seconds"]), "median_ms": figures["median_ms"],
                "peak_mib": figures["peak_mib"], "foreign_cores": usage.foreign_cores}

    def tfm(self, kind, beam):
        """All lines at once, then one by one, as a caller that waits for each answer has it."""
        log, output = self.folder / "tfm.log", self.output("tfm", kind, beam)
        words = [self.program, "translate", "--model", self.model, "--dtype", kind, "--beam-size", beam, "--device", "cpu", "--threads", self.threads]
        usage = child.run([*words, "--input", self.source, "--output", output, "--batch-size", BATCH_SIZE, "--log-level", "debug"], log, self.threads)
        spent = SPENT.search(log.read_text(encoding="utf-8"))
        if not spent:
            raise UserError(f"{self.program} doesn't say how long it took: {child.last_lines(log)}")
        return {**speeds(int(spent[1]), int(spent[2]), float(spent[3])), "median_ms": 1000 * statistics.median(self.times_alone(words)),
                "peak_mib": usage.peak_mib, "foreign_cores": usage.foreign_cores}

    def times_alone(self, words):
        lines = self.source.read_text(encoding="utf-8").splitlines()[:ONE_BY_ONE]
        with subprocess.Popen([str(word) for word in [*words, "--stream", "--quiet"]], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            times = []
            for line in [lines[0], *lines]:  # the first time doesn't count
                begin = time.perf_counter()
                process.stdin.write(line.encode() + b"\n")
                process.stdin.flush()
                process.stdout.readline()
                times.append(time.perf_counter() - begin)
            process.stdin.close()
        return times[1:]

    def equal_lines(self, beam):
        """Lines that are alike in float32, blanks apart (tfm leaves out those between Han characters), and all."""
        texts = [self.output(program, "float32", beam).read_text(encoding="utf-8").replace(" ", "").splitlines() for program in TYPES]
        return sum(one == other for one, other in zip(*texts, strict=True)), len(texts[0])

    def start_up(self):
        """Seconds from the program's start to the end of its first translation, the median of five."""
        words = [self.program, "translate", "--model", self.model, "--device", "cpu", "--threads", self.threads, "--quiet", "Good morning."]
        return statistics.median(child.run(words, self.folder / "start.log", self.threads).seconds for _ in range(5))


def speeds(lines, tokens, seconds):
    return {"sentences_per_second": lines / seconds, "tokens_per_second": tokens / seconds}


def decoding_tables(results):
    parts = []
    for beam in dict.fromkeys(run["beam"] for run in results["runs"]):
        def middle(program, kind, figure):
            return statistics.median(run[figure] for run in results["runs"] if (run["program"], run["type"], run["beam"]) == (program, kind, beam))

        rows = []
        for program, kinds in TYPES.items():
            for kind in kinds:
                base = "float32" if kind == "float32" else "int8"
                figures = {figure: middle(program, kind, figure) for figure in ("sentences_per_second", "tokens_per_second", "median_ms", "peak_mib")}
                theirs = {figure: middle("ctranslate2", base, figure) for figure in figures}
                rows.append([f"{program}, {kind}", f"{figures['sentences_per_second']:.0f}", f"{figures['tokens_per_second']:,.0f}",
                             ratio(figures["sentences_per_second"], theirs["sentences_per_second"]), f"{figures['median_ms']:.2f}",
                             ratio(figures["median_ms"], theirs["median_ms"]), f"{figures['peak_mib']:.0f}", ratio(figures["peak_mib"], theirs["peak_mib"])])
        header = ["program", "sentences/s", "tokens/s", "/ CTranslate2's", "ms a sentence alone", "/ its", "peak MiB", "/ its"]
        equal, lines = results["equal_lines"][beam]
        parts.append(f"### beam {beam}\n\n{markdown(header, rows)}\n\nIn float32, {equal} of {lines} translations are the same. Ratios of bfloat16 and int8 are to its int8.")
    return "\n\n".join(parts)
