"""tfm translate and odd lines: as many come out as went in, in order, whatever they hold and wherever they come from.

  TFM_SEED=N    of the random lines; printed when it is not given
"""
import json
import os
import random
import resource
import subprocess
import tempfile
import unittest
from pathlib import Path

from cli_testing import TFM, Workspace, tfm, toy_config, toy_pairs, trained_model, write_pairs

SEED = int(os.environ.get("TFM_SEED") or random.randrange(1 << 30))
print(f"TFM_SEED={SEED}", flush=True)

WHITE = [*map(chr, range(0x09, 0x0E)), *map(chr, range(0x1C, 0x21)), "\x85", "\xa0", "\u1680", *map(chr, range(0x2000, 0x200B)),
         "\u2028", "\u2029", "\u202f", "\u205f", "\u3000"]
UNSEEN = ["\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u180e", "\u200e", "\u202a", "\ufe0f", "\0", "\x01", "\x7f", "\x9f"]
BREAKS = ["\n", "\r", "\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"]


def model_with(positions):
    """A model that has learnt next to nothing, with these positions."""
    folder = Path(tempfile.mkdtemp(prefix="tfm-cli-positions-"))
    write_pairs(folder, "train", [(source + ".", target + "。") for source, target in toy_pairs(200, 1)])
    write_pairs(folder, "valid", toy_pairs(5, 2))
    config = toy_config(model={"positions": positions, "d_model": 16, "num_heads": 2, "ffn_dim": 16} |
                        ({"max_positions": 100} if positions == "learned" else {}),
                        training={"max_steps": 2, "validate_every": 2, "save_every": 2}, data={"max_length": 60},
                        decoding={"max_length_ratio": 1.0, "max_length_extra": 2})
    (folder / "config.json").write_text(json.dumps(config))
    result = tfm("train", "--config", folder / "config.json", "--quiet")
    if result.returncode != 0:
        raise AssertionError(result.stderr)
    return folder / "run"


class Lines(Workspace):
    def setUp(self):
        super().setUp()
        self.model = trained_model() / "run"

    def command(self, *arguments):
        return [TFM, "translate", "--model", str(self.model), "--threads", "1", "--beam-size", "1", *map(str, arguments)]

    def run_on(self, data, *arguments):
        result = subprocess.run(self.command(*arguments), input=data if isinstance(data, bytes) else data.encode(), capture_output=True,
                                timeout=300)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result

    def lines(self, data, *arguments):
        output = self.run_on(data, *arguments).stdout.decode()
        self.assertTrue(output == "" or output.endswith("\n"))
        return output.split("\n")[:-1]

    def objects(self, data, *arguments):
        return [json.loads(line) for line in self.lines(data, "--format", "jsonl", *arguments)]

    def random_lines(self, count, seed):
        """Words, and now and then what hurts."""
        stream = random.Random(seed)
        sources = [source for source, _ in toy_pairs(count, seed)]
        white = [c for c in WHITE if c != "\n"]
        odd = [*white, *UNSEEN, *BREAKS[1:], "好", "1.", "!" * 40, "😀", "。", "x" * 200, "red. blue! 猫？"]
        return ["".join(stream.choices(odd, k=stream.randrange(4))) + (source if stream.random() < 0.8 else "") +
                (stream.choice(odd) if stream.random() < 0.3 else "") for source in sources]


class LineCount(Lines):
    def test_any_number_of_lines(self):
        for count in (0, 1, 7, 8, 9, 63, 65, 2047, 2048, 2049, 4095, 4096, 4097):
            self.assertEqual(len(self.lines("red\n" * count)), count)

    def test_the_last_line_needs_no_line_feed(self):
        expected = self.lines("red cat\nblue dog\n")
        self.assertEqual(self.lines("red cat\nblue dog"), expected)
        self.assertEqual(self.lines("red cat"), expected[:1])

    def test_blank_lines_anywhere(self):
        self.assertEqual(self.lines(""), [])
        self.assertEqual(self.lines("\n"), [""])
        self.assertEqual(self.lines("\n\n\n"), ["", "", ""])
        word = self.lines("red cat\n")[0]
        self.assertEqual(self.lines("\nred cat\n\nred cat\n\n"), ["", word, "", word, ""])

    def test_all_that_is_blank_is_called_so(self):
        blanks = [c for c in WHITE + UNSEEN if c != "\n"] + [" \t\u3000\ufeff\u200b\r\x0b", "\r"]
        result = self.run_on("".join(c + "\n" for c in blanks), "--format", "jsonl")
        for blank, line in zip(blanks, result.stdout.splitlines(), strict=True):
            self.assertEqual((json.loads(line)["status"], json.loads(line)["translation"]), ("blank", ""), repr(blank))
        self.assertNotIn(b"warning", result.stderr)

    def test_random_lines_keep_their_place(self):
        lines = self.random_lines(400, SEED)
        objects = self.objects("".join(line + "\n" for line in lines))
        self.assertEqual([o["line"] for o in objects], list(range(1, len(lines) + 1)))
        texts = self.lines("".join(line + "\n" for line in lines))
        self.assertEqual(texts, [o["translation"] for o in objects])
        order = random.Random(SEED).sample(range(1, len(lines)), len(lines) - 1)  # a byte-order mark may begin the first
        shuffled = self.lines("\n" + "".join(lines[i] + "\n" for i in order), "--batch-size", "7")
        self.assertEqual(shuffled[1:], [texts[i] for i in order])

    def test_one_character_among_long_lines_is_translated_as_alone(self):
        short = ["1.", "好", "!", "a", "猫"]
        long_lines = [" ".join(source for source, _ in toy_pairs(15, seed)) for seed in range(5)]
        mixed = [line for pair in zip(short, long_lines) for line in pair]
        self.assertEqual(self.lines("".join(line + "\n" for line in mixed))[::2], [self.lines(line + "\n")[0] for line in short])

    def test_no_line_breaks_within_a_line(self):
        data = "".join(f"red{c}cat{c}\n" for c in BREAKS[1:])
        for arguments in ([], ["--alignment"], ["--format", "jsonl", "--alignment"]):
            output = self.run_on(data, *arguments).stdout.decode()
            self.assertEqual(len(output.splitlines()), len(BREAKS) - 1, arguments)  # splitlines() knows all of them


class Sources(Lines):
    DATA = ("\ufeffred cat\r\nblue \u2028dog\n".encode() + b"big \xff\xed\xa0\x80 house\x00\n\n\xc0\xaf\r\n" + "好\u0085猫\n\ufeffold tree".encode())

    def test_all_ways_in_give_the_same(self):
        file = self.folder / "in.txt"
        file.write_bytes(self.DATA)
        expected = self.run_on(self.DATA, "--format", "jsonl").stdout
        self.assertEqual(len(expected.splitlines()), 7)
        command = " ".join(f"'{part}'" for part in self.command("--format", "jsonl", "--quiet"))
        ways = {"file": f"{command} --input '{file}'", "stdin": f"{command} < '{file}'", "-": f"{command} --input - < '{file}'",
                "pipe": f"cat '{file}' | {command}", "/dev/stdin": f"{command} --input /dev/stdin < '{file}'",
                "pipe as /dev/stdin": f"cat '{file}' | {command} --input /dev/stdin",
                "process substitution": f"{command} --input <(cat '{file}')",
                "fifo": f"mkfifo '{file}.fifo'; cat '{file}' > '{file}.fifo' & {command} --input '{file}.fifo'",
                "slowly": f"(head -c 5 '{file}'; sleep 0.2; tail -c +6 '{file}') | {command}",
                "gzip": f"gzip -c '{file}' | {command}"}
        for name, way in ways.items():
            result = subprocess.run(["bash", "-c", way], capture_output=True, timeout=300)
            self.assertEqual(result.stdout, expected, (name, result.stderr))
        # Line by line, the last digits of scores are others.
        streamed = subprocess.run(["bash", "-c", f"cat '{file}' | {command} --stream"], capture_output=True, timeout=300).stdout
        for line, alone in zip(expected.splitlines(), streamed.splitlines(), strict=True):
            line, alone = json.loads(line), json.loads(alone)
            self.assertAlmostEqual(line.pop("score"), alone.pop("score"), places=4)
            self.assertAlmostEqual(line.pop("log_prob"), alone.pop("log_prob"), places=4)
            self.assertEqual(line, alone)

    def test_stdin_is_read_from_where_it_stands(self):
        file = self.folder / "in.txt"
        file.write_text("red cat\nblue dog\n")
        command = " ".join(f"'{part}'" for part in self.command("--quiet"))
        result = subprocess.run(["bash", "-c", f"(read -r line; {command}) < '{file}'"], capture_output=True, text=True, timeout=300)
        self.assertEqual(result.stdout, "狗蓝\n", result.stderr)

    def test_a_socket_is_an_input_too(self):
        import socket
        ours, theirs = socket.socketpair()
        process = subprocess.Popen(self.command("--quiet"), stdin=theirs, stdout=subprocess.PIPE)
        theirs.close()
        ours.sendall(b"red cat\n")
        ours.close()
        self.assertEqual(process.communicate(timeout=300)[0].decode(), "猫红\n")
        self.assertEqual(process.returncode, 0)

    def test_a_fifo_that_is_held_open_is_answered(self):
        fifo = self.folder / "fifo"
        os.mkfifo(fifo)
        process = subprocess.Popen(self.command("--stream", "--input", fifo, "--quiet"), stdout=subprocess.PIPE, text=True, encoding="utf-8")
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.kill)
        with open(fifo, "wb", buffering=0) as writer:
            for source, target in (("red cat\n", "猫红\n"), ("\n", "\n"), ("blue dog\n", "狗蓝\n")):
                writer.write(source.encode())
                self.assertEqual(process.stdout.readline(), target)
        self.assertEqual(process.wait(timeout=60), 0)

    def test_an_endless_pipe_is_translated_as_far_as_it_is_read(self):
        command = " ".join(f"'{part}'" for part in self.command("--quiet"))
        result = subprocess.run(["bash", "-c", f"yes 'red cat' | {command} | head -3; echo ${{PIPESTATUS[1]}}"], capture_output=True, text=True,
                                timeout=300)
        self.assertEqual(result.stdout.splitlines()[:3], ["猫红"] * 3)
        self.assertIn(result.stdout.splitlines()[3], ("0", "141"))
        self.assertEqual(result.stderr, "")

    def test_threads_are_as_many_as_asked_for(self):
        result = tfm("translate", "--model", self.model, "--threads", 3, "red cat")
        self.assertIn("3 threads", result.stderr)
        fifo = self.folder / "fifo"
        os.mkfifo(fifo)
        counts = {}
        for threads in (1, 3):
            process = subprocess.Popen([TFM, "translate", "--model", self.model, "--threads", str(threads), "--stream", "--input", fifo],
                                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            with open(fifo, "wb", buffering=0) as writer:
                writer.write(b"red cat\n")
                process.stdout.readline()
                counts[threads] = len(os.listdir(f"/proc/{process.pid}/task"))
            process.communicate(timeout=60)
        self.assertEqual(counts[1], 1)
        self.assertLessEqual(counts[3], 3 + 2)  # LibTorch may have a pool of its own beside OpenMP's


class LongLines(Lines):
    def test_a_long_line_is_split_and_joined(self):
        sentences = [source + "。" for source, _ in toy_pairs(40, 5)]
        result = self.run_on("red cat\n" + "".join(sentences) + "\nblue dog\n", "--max-source-length", 20, "--format", "jsonl")
        first, long_line, last = map(json.loads, result.stdout.splitlines())
        self.assertEqual((first["status"], long_line["status"], last["status"]), ("ok", "split", "ok"))
        alone = [json.loads(line) for line in self.run_on("".join(s + "\n" for s in sentences), "--format", "jsonl").stdout.splitlines()]
        self.assertEqual(long_line["translation"], "".join(line["translation"] for line in alone))
        self.assertAlmostEqual(long_line["log_prob"], sum(line["log_prob"] for line in alone), places=3)
        self.assertEqual(long_line["tokens"], sum(line["tokens"] for line in alone))
        self.assertIn(b"line 2: longer than decoding.max_source_length; translated in 40 parts", result.stderr)

    def test_or_truncated(self):
        result = self.run_on("red cat\n" + "blue dog " * 900 + "\n", "--long-lines", "truncate", "--format", "jsonl", "--max-source-length", 30)
        self.assertEqual([json.loads(line)["status"] for line in result.stdout.splitlines()], ["ok", "truncated"])
        self.assertIn(b"line 2: longer than decoding.max_source_length; its end is not translated", result.stderr)

    def test_sentences_one_by_one_where_asked_for(self):
        text = "red cat。 blue dog！ big fish？\n"
        whole, = self.objects(text)
        parts, = self.objects(text, "--split-sentences")
        self.assertEqual((whole["status"], parts["status"]), ("ok", "split"))
        self.assertEqual(parts["translation"], "".join(self.lines("red cat。 \nblue dog！ \nbig fish？\n")))
        self.assertNotIn(b"line 1", self.run_on(text, "--split-sentences").stderr)

    def test_alignments_of_parts_are_counted_on(self):
        text = "red cat。 blue dog！ big fish？\n"
        whole, = self.objects(text, "--split-sentences", "--alignment")
        places = [tuple(map(int, link.split("-"))) for link in whole["alignment"].split()]
        parts = self.objects("red cat。 \nblue dog！ \nbig fish？\n", "--alignment")
        self.assertEqual(whole["source_pieces"], sum((part["source_pieces"] for part in parts), []))
        expected, source, target = [], 0, 0
        for part in parts:
            expected += [(int(a) + source, int(b) + target) for a, b in (link.split("-") for link in part["alignment"].split())]
            source, target = source + len(part["source_pieces"]), target + len(part["pieces"])
        self.assertEqual(places, expected)

    def test_attention_is_for_one_sentence(self):
        result = tfm("translate", "--model", self.model, "red cat。 blue dog。", "--split-sentences", "--attention", self.folder / "a.json")
        self.assert_error(result, 2, "in parts")

    def test_endless_lines_harm_no_other_and_take_no_more_memory(self):
        normal = [source + "." for source, _ in toy_pairs(20, 6)]
        marks, many = "!" * 363, "red cat blue dog。" * 10_000  # 50,000 words and marks
        for positions in ("sinusoidal", "learned", "rotary"):
            self.model = model_with(positions)
            plain, memory = self.measured(normal)
            with_long, more_memory = self.measured([*normal[:10], many, marks, *normal[10:]])
            self.assertEqual(len(with_long), 22)
            self.assertEqual([line["translation"] for line in with_long[:10] + with_long[12:]], [line["translation"] for line in plain])
            self.assertEqual(with_long[10]["status"], "split")
            self.assertIn(with_long[11]["status"], ("split", "unfinished", "ok"))
            self.assertLess(more_memory, memory + 100 * 1024)  # KiB

    def measured(self, lines):
        file = self.folder / "measured.txt"
        file.write_text("".join(line + "\n" for line in lines))
        with open(self.folder / "out", "wb") as out:
            process = subprocess.Popen(self.command("--format", "jsonl", "--quiet", "--input", file), stdout=out)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 0)
        return [json.loads(line) for line in (self.folder / "out").read_bytes().splitlines()], usage.ru_maxrss


class Limits(Lines):
    def command(self, *arguments):
        return [TFM, "translate", "--model", str(self.model), "--threads", "1", "--beam-size", "20", *map(str, arguments)]

    def within(self, kilobytes, *arguments):
        """With no more address space than this."""
        limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (kilobytes << 10, kilobytes << 10))
        return subprocess.run(self.command(*arguments), capture_output=True, timeout=300, preexec_fn=limit)

    def test_where_memory_is_short_fewer_lines_go_together_and_say_the_same(self):
        small, large = self.folder / "small.txt", self.folder / "large.txt"
        small.write_text("red cat\n")
        large.write_text("".join(source + " " + source + "\n" for source, _ in toy_pairs(1000, 7)))
        options = ["--batch-size", 1000, "--batch-tokens", 10**6, "--min-length", 40, "--input"]
        enough = next((size for size in range(100_000, 8_000_000, 20_000) if self.within(size, "--input", small).returncode == 0), None)
        if enough is None:
            self.skipTest("address space can't be limited here")
        free = subprocess.run(self.command(*options, large), capture_output=True, timeout=300)
        short = self.within(enough + 20_000, *options, large)
        self.assertEqual(short.returncode, 0, short.stderr)
        self.assertRegex(short.stderr, rb"memory doesn.t suffice for \d+ sentences")
        self.assertEqual(short.stdout, free.stdout)

    def test_progress_has_rate_and_time_left(self):
        file = self.folder / "many.txt"
        file.write_text("".join(source + "\n" for source, _ in toy_pairs(20_000, 8)))
        process = subprocess.Popen(self.command("--input", file, "--batch-size", 2, "--min-length", 60),
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.kill)
        told = next((line for line in process.stderr if line.startswith("translating:")), "")
        process.kill()
        process.wait()
        self.assertRegex(told, r"^translating: \d+/20000 lines, \d+/s, .+ left$")


class Warnings(Lines):
    def named(self, result, fragment):
        return sum(fragment in line for line in result.stderr.decode().splitlines() if line.startswith("warning: line "))

    def test_twenty_lines_of_each_kind_are_named_and_all_counted(self):
        result = self.run_on(b"red \xff\n" * 30 + "red。 cat。 ".encode() * 20 + b"\n", "--max-source-length", "10")
        self.assertEqual(self.named(result, "not UTF-8"), 20)
        self.assertEqual(self.named(result, "in 40 parts"), 1)
        self.assertIn("30 lines in all had bytes that are not UTF-8", result.stderr.decode())
        self.assertNotIn("1 lines in all", result.stderr.decode())
        result = self.run_on("red。 cat。 red。 cat。\n".encode() * 25, "--max-source-length", "5")
        self.assertEqual(self.named(result, "parts"), 20)
        self.assertIn("25 lines in all were too long and translated in parts", result.stderr.decode())
        result = self.run_on("red。 cat。 red。 cat。\n".encode() * 21, "--max-source-length", "3", "--long-lines", "truncate")
        self.assertEqual(self.named(result, "its end is not translated"), 20)
        self.assertIn("21 lines in all were too long and cut off", result.stderr.decode())


if __name__ == "__main__":
    unittest.main()
