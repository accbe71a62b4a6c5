"""tfm translate --output: stopped anywhere, by anything, and gone on with, it ends with the same bytes.

  TFM_SEED=N    of the moments at which processes are stopped; printed when it is not given
"""
import hashlib
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import time
import unittest

from cli_testing import TFM, Workspace, tfm, toy_pairs, trained_model

SEED = int(os.environ.get("TFM_SEED") or random.randrange(1 << 30))
print(f"TFM_SEED={SEED}", flush=True)
CHUNK = 2048  # lines that are written together

# $1: where a small disk is mounted, $2: its KiB, $3...: a command that writes there.
SMALL_DISK = r"""
disk="$1"; size="$2"; shift 2
mount -t tmpfs -o size="$size"k tfm-test "$disk" || exit 77
"$@"; echo "code $?"
ls "$disk"
mount -o remount,size=20m "$disk"
"$@" --resume; echo "code $?"
ls "$disk"
sha256sum < "$disk/out"
"""


def can_mount():
    return subprocess.run(["unshare", "-rm", "true"], capture_output=True).returncode == 0 if shutil.which("unshare") else False


class Resume(Workspace):
    def setUp(self):
        super().setUp()
        self.model = trained_model() / "run"
        self.input, self.output = self.folder / "in.txt", self.folder / "out"
        self.write_input(3 * CHUNK + 100)
        self.partial = self.folder / "out.partial"
        self.record = self.folder / "out.partial.json"

    def write_input(self, count):
        lines = [source for source, _ in toy_pairs(count, SEED)]
        for i in range(0, count, 50):
            lines[i] = ("", "\u3000", "red。 blue！ " * 20)[i % 3]
        self.input.write_text("".join(line + "\n" for line in lines), encoding="utf-8")

    def command(self, *arguments, output=None):
        return [TFM, "translate", "--model", str(self.model), "--threads", "1", "--beam-size", "2", "--format", "jsonl", "--nbest", "2",
                "--input", str(self.input), "--output", str(output or self.output), *map(str, arguments)]

    def translate(self, *arguments, **options):
        return subprocess.run(self.command(*arguments, **options), capture_output=True, text=True, encoding="utf-8", timeout=300)

    def unbroken(self):
        path = self.folder / "unbroken"
        if not path.exists():
            self.assert_done(self.translate(output=path))
        return path.read_bytes()

    def names(self):
        return sorted(path.name for path in self.folder.glob("*out*"))

    def stopped(self, number, *arguments, lines=CHUNK, wait=0.0):
        """Starts it, and stops it some time after so many lines are there."""
        process = subprocess.Popen(self.command(*arguments), stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.kill)
        deadline = time.monotonic() + 120
        while process.poll() is None and time.monotonic() < deadline:
            if lines == 0 or (self.partial.exists() and self.partial.read_bytes().count(b"\n") >= lines):
                time.sleep(wait)
                process.send_signal(number)
                break
            time.sleep(0.005)
        stderr = process.communicate(timeout=120)[1]
        return subprocess.CompletedProcess(process.args, process.returncode, "", stderr)

    def leave_partial(self):
        self.assertEqual(self.stopped(signal.SIGTERM).returncode, 143)
        self.assertEqual(self.names(), ["out.partial", "out.partial.json"])

    def test_it_appears_when_it_is_complete(self):
        self.output.write_text("old\n")
        expected = self.unbroken()
        self.assertEqual(len(expected.splitlines()), 3 * CHUNK + 100)
        self.assert_done(self.translate("--quiet"))
        self.assertEqual(self.output.read_bytes(), expected)
        self.assertEqual(self.names(), ["out"])

    def test_each_signal_leaves_what_is_done_and_says_so(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            result = self.stopped(number)
            self.assertEqual(result.returncode, 128 + number)
            lines = self.partial.read_bytes()
            self.assertTrue(lines.endswith(b"\n"))
            self.assertIn(f"stopped by {signal.Signals(number).name}; {self.partial} has {lines.count(bytes([10]))} lines; "
                          "the same command with --resume goes on", result.stderr)
            self.assertTrue(self.unbroken().startswith(lines))
            self.partial.unlink()

    def test_stopped_soon_it_has_kept_some_lines(self):
        result = self.stopped(signal.SIGTERM, lines=1)
        self.assertEqual(result.returncode, 143)
        kept = self.partial.read_bytes()
        self.assertIn(kept.count(b"\n"), (128, 384, 896, 1920, 3968, 6016))
        self.assertTrue(self.unbroken().startswith(kept))

    def test_stopped_at_random_moments_it_ends_with_the_same_bytes(self):
        stream = random.Random(SEED)
        expected, goes = self.unbroken(), 0
        while not self.output.exists():
            self.assertLess(goes, 60)
            number = stream.choice([signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
            done = self.partial.read_bytes().count(b"\n") if self.partial.exists() else 0
            self.stopped(number, "--resume", lines=stream.choice([0, done, done + 1]), wait=stream.random() * 0.6)
            goes += 1
        self.assertEqual(self.output.read_bytes(), expected, f"seed {SEED}, {goes} goes")
        self.assertEqual([name for name in self.names() if not name.lstrip(".").startswith("out.partial.json")], ["out"])

    def test_what_a_kill_left_goes_when_it_goes_on(self):
        self.leave_partial()
        left = self.folder / ".out.partial.json.tmp-1"
        left.write_text("{")
        self.assert_done(self.translate("--resume"))
        self.assertEqual(self.names(), ["out"])

    def test_a_torn_line_is_cut_off(self):
        expected = self.unbroken()
        self.leave_partial()
        whole, record = self.partial.read_bytes(), self.record.read_bytes()
        stream = random.Random(SEED)
        for cut in (1, len(whole) // 3, stream.randrange(len(whole)), len(whole) - 1):
            self.partial.write_bytes(whole[:cut])
            self.record.write_bytes(record)
            self.assert_done(self.translate("--resume"))
            self.assertEqual(self.output.read_bytes(), expected, f"seed {SEED}, cut at {cut}")
            self.output.unlink()

    def test_what_is_there_is_not_thrown_away_unasked(self):
        self.leave_partial()
        before = self.partial.read_bytes()
        self.assert_error(self.translate(), 2, f"{self.partial} has {before.count(bytes([10]))} lines of a translation that was stopped",
                          "--resume", "remove it to begin anew")
        self.assertEqual(self.partial.read_bytes(), before)
        self.partial.unlink()
        self.assert_done(self.translate())
        self.assertEqual(self.output.read_bytes(), self.unbroken())

    def test_another_input_model_or_option_is_refused(self):
        self.leave_partial()
        before, text = self.partial.read_bytes(), self.input.read_bytes()
        self.assert_error(self.translate("--resume", "--length-penalty", 1), 2, "was made from something else", "option --length-penalty: was none, now 1", "begin anew")
        self.assert_error(self.translate("--resume", "--batch-size", 3), 2, "option --batch-size: was none, now 3")
        self.input.write_bytes(text + b"one more\n")
        self.assert_error(self.translate("--resume"), 2, "input: was", f"now {len(text) + 9} bytes")
        self.input.write_bytes(text.replace(b"red", b"der", 1))
        self.assert_error(self.translate("--resume"), 2, "input: was")
        self.input.write_bytes(text)
        model, self.model = self.model, self.model / "checkpoints/step-00000200"
        self.assert_error(self.translate("--resume"), 2, "model's weights: was")
        self.model = model / "best"  # the same model by another name
        self.record.rename(self.folder / "kept")
        self.assert_error(self.translate("--resume"), 2, "out.partial.json is missing")
        (self.folder / "kept").rename(self.record)
        self.assertEqual(self.partial.read_bytes(), before)
        self.assert_done(self.translate("--resume", "--quiet"))
        self.assertEqual(self.output.read_bytes(), self.unbroken())

    def test_without_anything_to_go_on_with_it_begins(self):
        result = self.assert_done(self.translate("--resume"))
        self.assertIn("nothing to go on with", result.stderr)
        self.assertEqual(self.output.read_bytes(), self.unbroken())

    def test_stopped_before_the_first_lines_nothing_stays(self):
        result = self.stopped(signal.SIGTERM, lines=0, wait=0.0)
        self.assertIn(result.returncode, (143, -signal.SIGTERM))
        self.assertEqual([name for name in self.names() if not self.partial.exists() or self.partial.stat().st_size], [])

    def test_two_do_not_write_at_once(self):
        first = subprocess.Popen(self.command("--quiet", "--batch-size", "1", "--min-length", "40"))  # slow
        self.wait_until(lambda: self.partial.exists() and self.partial.stat().st_size > 0, first)
        self.assert_error(self.translate("--resume"), 1, "is being written by another tfm")
        self.assertEqual(first.wait(timeout=120), 0)
        self.assertEqual(self.output.read_bytes().count(b"\n"), self.unbroken().count(b"\n"))

    def test_what_cannot_be_read_again_cannot_be_gone_on_with(self):
        arguments = ["translate", "--model", self.model, "--output", self.output]
        self.assert_error(tfm(*arguments, "--resume", stdin="red cat\n"), 2, "reads the input again", "--input or < FILE")
        self.assert_error(tfm(*arguments, "--resume", "red cat"), 2, "reads the input again")
        self.assert_error(tfm("translate", "--model", self.model, "--resume", "--input", self.input), 2, "--output")
        self.assert_error(tfm("translate", "--model", self.model, "--resume", "--input", self.input, "--output", "/dev/null"), 2, "/dev/null")
        self.assertEqual(self.names(), [])

    def test_a_file_as_stdin_can(self):
        self.leave_partial()
        place = self.command().index("--input")
        command = self.command("--resume")
        del command[place : place + 2]
        with open(self.input, "rb") as text:
            result = subprocess.run(command, stdin=text, capture_output=True, text=True, timeout=300)
        self.assert_done(result)
        self.assertEqual(self.output.read_bytes(), self.unbroken())

    def test_a_pipe_or_device_is_written_directly(self):
        self.input.write_text("red cat\n")
        result = self.assert_done(self.translate("--quiet", output="/dev/stdout"))
        self.assertEqual(json.loads(result.stdout)["translation"], "猫红")
        self.assert_done(self.translate("--quiet", output="/dev/null"))

    def test_what_stdout_has_is_added_to(self):
        command = " ".join(f"'{word}'" for word in self.command("--quiet", output="/dev/stdout"))
        subprocess.run(["sh", "-c", f"(echo first; {command}; echo last) > '{self.output}'"], check=True, timeout=300)
        self.assertEqual(self.output.read_bytes(), b"first\n" + self.unbroken() + b"last\n")

    def test_a_file_that_may_not_grow(self):
        limit = len(self.unbroken()) // 2
        result = subprocess.run(self.command(), capture_output=True, text=True, timeout=300,
                                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
        self.assert_error(result, 1, str(self.partial), "File too large", "ulimit -f")
        self.assertTrue(self.unbroken().startswith(self.partial.read_bytes()))
        self.assertTrue(self.partial.read_bytes().endswith(b"\n"))
        self.assert_done(self.translate("--resume", "--quiet"))
        self.assertEqual(self.output.read_bytes(), self.unbroken())

    @unittest.skipUnless(can_mount(), "needs a mount namespace of its own")
    def test_a_disk_that_fills(self):
        disk = self.folder / "disk"
        disk.mkdir()
        self.write_input(CHUNK + 800)
        first = sum(map(len, self.unbroken().splitlines(keepends=True)[:CHUNK]))  # of these the first go fits
        command = self.command("--quiet", output=disk / "out")
        result = subprocess.run(["unshare", "-rm", "sh", "-c", SMALL_DISK, "sh", disk, str(first // 1024 + 60), *command],
                                capture_output=True, text=True, timeout=300)
        if result.returncode == 77:
            self.skipTest("a tmpfs can't be mounted here")
        self.assertIn("No space left on device", result.stderr)
        self.assertEqual(result.stdout.splitlines()[0], "code 1", result.stderr)
        self.assertIn("code 1\nout.partial\nout.partial.json\ncode 0\nout\n", result.stdout)
        self.assertIn(hashlib.sha256(self.unbroken()).hexdigest(), result.stdout)


if __name__ == "__main__":
    unittest.main()
