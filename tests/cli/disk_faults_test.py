"""Disks that fill, folders that go, files that are damaged, processes that are killed: what a run loses is nothing.

  TFM_SEED=N    of the moments at which processes are killed; printed when it is not given
"""
import hashlib
import json
import os
import random
import resource
import shutil
import stat
import subprocess
import time
import unittest
from pathlib import Path

from cli_testing import TFM, Workspace, tfm, toy_config

NOBODY = 65534
KILLS = 50

# $1: where a small disk is mounted, $2: the config. Prints what there is to check.
SMALL_DISK = r"""
mount -t tmpfs -o size=20m tfm-test "$1" || exit 77
train() { "$TFM" train --config "$2" --output "$1/run" --threads 1 --set /training/max_steps=$3; }
train "$1" "$2" 20 || exit 10
head -c $(($(df --output=avail -k "$1" | tail -1) - 500))k /dev/zero > "$1/filler"
train "$1" "$2" 40
echo "code $?"
find "$1" -name '*.tmp-*'
rm "$1/filler"
train "$1" "$2" 40 || exit 11
sha256sum "$1/run/checkpoints/step-00000040/model.safetensors"
"""


def limit_files_to(size):
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def without_special_rights():
    if os.geteuid() == 0:
        os.setgid(NOBODY)
        os.setuid(NOBODY)


def can_mount():
    return subprocess.run(["unshare", "-rm", "true"], capture_output=True).returncode == 0 if shutil.which("unshare") else False


class RunWorkspace(Workspace):
    def setUp(self):
        super().setUp()
        self.write_config(self.config_of())

    def config_of(self, **training):
        return toy_config(model={"d_model": 128, "ffn_dim": 256}, training={"max_steps": 40, "keep_checkpoints": 5} | training)

    def train_as(self, preparation, *arguments):
        command = [TFM, "train", "--config", str(self.config), "--threads", "1", *arguments]
        return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=300, preexec_fn=preparation)

    def start(self, preparation=None):
        command = [TFM, "train", "--config", str(self.config), "--threads", "1"]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, preexec_fn=preparation)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def end_of(self, process):
        stderr = process.communicate(timeout=120)[1]
        return subprocess.CompletedProcess(process.args, process.returncode, "", stderr)

    def checkpoint(self, step, folder=None):
        return (folder or self.run_folder) / "checkpoints" / f"step-{step:08}"

    def digest(self, step, folder=None):
        return hashlib.sha256((self.checkpoint(step, folder) / "model.safetensors").read_bytes()).hexdigest()

    def unbroken_digest(self, step):
        folder = self.folder / "unbroken"
        self.assert_done(self.train("--output", folder, "--set", f"/training/save_every={step}"))
        return self.digest(step, folder)

    def assert_no_leftovers(self, folder=None):
        self.assertEqual([str(path) for path in (folder or self.run_folder).rglob(".*.tmp-*")], [])

    def open_to_everyone(self):
        for path in [self.folder, *self.folder.rglob("*")]:
            path.chmod(path.stat().st_mode | stat.S_IRWXO if path.is_dir() else 0o666)


class DiskFaults(RunWorkspace):
    def test_a_file_that_may_not_grow_is_told_and_the_run_goes_on_later(self):
        self.assert_done(self.train("--set", "/training/max_steps=20"))
        result = self.train_as(limit_files_to(300_000))
        self.assert_error(result, 1, f"can't save {self.run_folder}/", ", which takes ", "File too large", "ulimit -f",
                          f"the newest whole checkpoint is {self.checkpoint(20)}; the same command goes on from it")
        self.assert_no_leftovers()
        self.assert_done(self.train())
        self.assertEqual(self.digest(40), self.unbroken_digest(40))

    def test_without_a_checkpoint_there_is_nothing_to_name(self):
        self.assert_error(self.train_as(limit_files_to(300_000)), 1, "File too large", "no checkpoint was saved before")
        self.assert_no_leftovers()
        self.assert_done(self.train())

    def test_data_that_does_not_fit_is_told(self):
        result = self.train_as(limit_files_to(2_000))
        self.assert_error(result, 1, "File too large", str(self.run_folder), "bytes): ")
        self.assert_no_leftovers()
        self.assert_done(self.train())

    @unittest.skipUnless(can_mount(), "needs a mount namespace of its own")
    def test_a_disk_that_fills(self):
        self.write_config(self.config_of(keep_checkpoints=1))
        disk = self.folder / "disk"
        disk.mkdir()
        result = subprocess.run(["unshare", "-rm", "sh", "-c", SMALL_DISK, "sh", str(disk), str(self.config)],
                                env=os.environ | {"TFM": TFM}, capture_output=True, text=True, timeout=300)
        if result.returncode == 77:
            self.skipTest("a tmpfs can't be mounted here")
        self.assertEqual(result.returncode, 0, result.stderr)
        for fragment in ("No space left on device", "bytes): ", "the newest whole checkpoint is"):
            self.assertIn(fragment, result.stderr)
        lines = result.stdout.splitlines()
        self.assertEqual(lines[0], "code 1")
        self.assertEqual(len(lines), 2, f"leftovers: {lines}")
        self.assertEqual(lines[1].split()[0], self.unbroken_digest(40))

    def test_a_folder_that_may_not_be_written_to(self):
        self.run_folder.mkdir()
        self.open_to_everyone()
        self.run_folder.chmod(0o555)
        self.assert_error(self.train_as(without_special_rights), 1, str(self.run_folder), "Permission denied",
                          "choose a place you may write to")
        self.assertEqual(list(self.run_folder.iterdir()), [])

    def test_checkpoints_that_may_not_be_looked_at(self):
        self.run_folder.mkdir()
        self.open_to_everyone()
        self.assert_done(self.train_as(without_special_rights))
        checkpoints = self.run_folder / "checkpoints"
        self.addCleanup(checkpoints.chmod, 0o700)
        checkpoints.chmod(0)
        self.assert_error(self.train_as(without_special_rights), 2, f"can't read {checkpoints}: Permission denied")

    def test_a_model_that_may_not_be_looked_at(self):
        secret = self.folder / "secret"
        (secret / "run").mkdir(parents=True)
        self.open_to_everyone()
        secret.chmod(0o700)
        if os.geteuid() != 0:
            secret.chmod(0)
            self.addCleanup(secret.chmod, 0o700)
        result = subprocess.run([TFM, "translate", "--model", str(secret / "run"), "text"], capture_output=True, text=True,
                                timeout=60, preexec_fn=without_special_rights)
        self.assert_error(result, 1, f"can't look at {secret}/run", "Permission denied")

    def test_permissions_that_go_in_the_middle(self):
        self.write_config(self.config_of(max_steps=60, save_every=1, validate_every=1000))
        self.run_folder.mkdir()
        self.open_to_everyone()
        process = self.start(without_special_rights)
        self.wait_until(self.checkpoint(3).exists, process)
        checkpoints = self.run_folder / "checkpoints"
        checkpoints.chmod(0o555)
        result = self.end_of(process)
        self.assert_error(result, 1, "can't save " + str(checkpoints), "Permission denied", "the newest whole checkpoint is")
        checkpoints.chmod(0o777)
        self.assert_done(self.train())
        self.assert_no_leftovers()
        self.assertEqual(self.digest(60), self.unbroken_digest(60))

    def test_a_run_folder_that_goes_is_not_made_again(self):
        self.write_config(self.config_of(max_steps=100_000, log_every=1, save_every=100_000, validate_every=100_000))
        process = self.start()
        log = self.run_folder / "log.jsonl"
        self.wait_until(lambda: log.exists() and log.read_text().count("\n") > 3, process)  # every file is open now
        self.run_folder.rename(self.folder / "elsewhere")
        self.assert_error(self.end_of(process), 1, f"can't write {self.run_folder}", "removed or moved away")
        self.assertFalse(self.run_folder.exists())

    def test_kills_while_saving_lose_nothing(self):
        seed = int(os.environ.get("TFM_SEED") or random.randrange(10**6))
        print(f"TFM_SEED={seed}", flush=True)
        moments = random.Random(seed)
        last = 3 * KILLS
        config = self.config_of(max_steps=last, save_every=1, keep_checkpoints=2, log_every=1)
        del config["data"]["valid"]  # each checkpoint then comes with a best model
        config["model"] |= {"d_model": 256, "ffn_dim": 1024}
        self.write_config(config)
        checkpoints = self.run_folder / "checkpoints"
        kills = 0
        while kills < KILLS:
            process = self.start()
            while process.poll() is None and not list(checkpoints.glob(".step-*.tmp-" + str(process.pid))):
                time.sleep(0.001)
            time.sleep(moments.uniform(0, 0.05))
            if process.poll() is not None:  # a fast machine is done before
                break
            process.kill()
            process.wait()
            kills += 1
        self.assertGreater(kills, 10)
        result = self.assert_done(self.train())
        self.assertNotIn("passing over", result.stderr)
        self.assert_no_leftovers()
        self.assertEqual(sorted(path.name for path in checkpoints.iterdir()), [f"step-{last - 1:08}", f"step-{last:08}"])
        self.assertEqual(self.digest(last), self.unbroken_digest(last))
        self.assertEqual((self.run_folder / "best/model.safetensors").read_bytes(),
                         (self.checkpoint(last) / "model.safetensors").read_bytes())
        steps = [json.loads(line)["step"] for line in (self.run_folder / "log.jsonl").read_text().splitlines()]
        self.assertEqual(steps, list(range(1, last + 1)))


def cut(path):
    path.write_bytes(path.read_bytes()[:-7])


def flip(path):
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def empty(path):
    path.write_bytes(b"")


def nonsense(path):
    path.write_text("no JSON at all")


def other_version(path):
    path.write_text(json.dumps(json.loads(path.read_text()) | {"format": 99}))


def other_step(path):
    state = json.loads(path.read_text())
    state["training"]["target_tokens"] += 1
    path.write_text(json.dumps(state, indent=2))


DAMAGES = [(file, damage, reason)
           for file in ("model.safetensors", "optimizer.safetensors", "state.json")
           for damage, reason in ((cut, "is damaged"), (flip, "is damaged"), (empty, "is damaged"))]
DAMAGES += [("model.safetensors", Path.unlink, "is missing"), ("optimizer.safetensors", Path.unlink, "is missing"),
            ("state.json", Path.unlink, "can't read"), ("state.json", nonsense, "is damaged"),
            ("state.json", other_step, "don't equal their checksum"), ("state.json", other_version, "has checkpoint format 99")]


class DamagedCheckpoints(RunWorkspace):
    def test_each_damage_is_told_and_the_next_newest_is_used(self):
        self.assert_done(self.train("--set", "/training/save_every=10"))
        expected = self.digest(40)
        whole = self.folder / "whole"
        self.run_folder.rename(whole)
        for file, damage, reason in DAMAGES:
            with self.subTest(file=file, damage=damage.__name__):
                shutil.rmtree(self.run_folder, ignore_errors=True)
                shutil.copytree(whole, self.run_folder)
                damaged = self.checkpoint(40) / file
                damage(damaged)
                result = self.assert_done(self.train("--set", "/training/save_every=10"))
                told = [line for line in result.stderr.splitlines() if "passing over a checkpoint" in line]
                self.assertEqual(len(told), 1, result.stderr)
                self.assertIn(str(damaged), told[0])
                self.assertIn(reason, told[0])
                self.assertIn(f"going on from {self.checkpoint(30)}", result.stderr)
                self.assertEqual(self.digest(40), expected)

    def test_inspect_finds_each_damage(self):
        self.assert_done(self.train())
        self.assertIn("whole", self.assert_done(tfm("inspect", self.checkpoint(40))).stdout)
        whole = self.folder / "whole"
        self.run_folder.rename(whole)
        for file, damage, _ in DAMAGES:
            with self.subTest(file=file, damage=damage.__name__):
                shutil.rmtree(self.run_folder, ignore_errors=True)
                shutil.copytree(whole, self.run_folder)
                damage(self.checkpoint(40) / file)
                if damage == Path.unlink and file == "state.json":
                    continue  # it is no checkpoint then
                self.assert_error(tfm("inspect", self.checkpoint(40)), 1, str(self.checkpoint(40) / file))

    def test_a_run_without_a_whole_checkpoint_is_not_begun_anew(self):
        self.assert_done(self.train())
        for path in (self.run_folder / "checkpoints").glob("*/state.json"):
            empty(path)
        result = self.train()
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertEqual(result.stderr.count("passing over a checkpoint"), 2)
        self.assertIn("begin anew with --fresh", result.stderr)


if __name__ == "__main__":
    unittest.main()
