"""Guided alignment through the program: attention that follows a file, runs that go on, messages."""
import gzip
import hashlib
import json
import unittest
from pathlib import Path

from cli_testing import Workspace, tfm, toy_config, toy_pairs, write_pairs

MODEL = {"d_model": 64, "ffn_dim": 128, "encoder_layers": 2, "decoder_layers": 2}
TRAINING = {"batch_tokens": 1000, "max_steps": 150, "learning_rate": 0.003, "warmup_steps": 50, "validate_every": 150,
            "save_every": 50, "log_every": 50}


def forwards(pair):
    """What attention never learns by itself: the words are in reverse order."""
    return [(i, i) for i in range(len(pair[1]))]


def backwards(pair):
    return [(i, len(pair[1]) - 1 - i) for i in range(len(pair[1]))]


class GuidedAlignment(Workspace):
    def setUp(self):
        super().setUp()
        self.pairs = toy_pairs(1500, 1)
        write_pairs(self.folder, "train", self.pairs)
        # Chinese cut into words by blanks, as it is given to an aligner; data.target_text takes them out.
        (self.folder / "train.zh").write_text("".join(" ".join(pair[1]) + "\n" for pair in self.pairs), encoding="utf-8")

    def align(self, links_of, name="train.align"):
        text = "".join(" ".join(f"{i}-{j}" for i, j in links_of(pair)) + "\n" for pair in self.pairs)
        (self.folder / name).write_text(text)
        return text

    def write_guided(self, corpus=None, data=None, training=None, **sections):
        config = toy_config(model=MODEL, training=TRAINING | {"guided_alignment_weight": 0.3} | (training or {}), **sections)
        config["data"]["train"][0] |= {"alignment": "train.align"} | (corpus or {})
        config["data"] |= data or {}
        self.write_config(config)
        return config

    def share_followed(self, run, links_of):
        """Of the target pieces that begin or are a word, how many look most at a piece of the word they are linked with."""
        pairs = toy_pairs(60, 2)
        source = "".join(pair[0] + "\n" for pair in pairs)
        result = self.assert_done(tfm("translate", "--model", run, "--threads", 1, "--alignment", "--format", "jsonl", stdin=source))
        followed = linked = 0
        for line, pair in zip(map(json.loads, result.stdout.splitlines()), pairs):
            if line["translation"] != pair[1]:
                continue  # what isn't said has no links
            words = word_of_each(line["source_pieces"])
            places = dict(map(lambda link: map(int, reversed(link.split("-"))), line["alignment"].split()))
            wanted = dict((j, i) for i, j in links_of(pair))
            word = -1
            for place, piece in enumerate(line["pieces"]):
                word += piece.strip("▁") != ""  # a toy word is one character
                linked += 1
                followed += place in places and words[places[place]] == wanted[max(word, 0)]
        self.assertGreater(linked, 100)
        return followed / linked

    def test_attention_follows_the_file(self):
        """Even where it never would by itself. By chance a word in four is the right one."""
        shares = {}
        for links_of in (backwards, forwards):
            self.align(links_of)
            self.write_guided(training={"max_steps": 220})
            run = self.folder / links_of.__name__
            self.assert_done(self.train("--output", run))
            shares[links_of] = self.share_followed(run, links_of)
        self.write_config(toy_config(model=MODEL, training=TRAINING | {"max_steps": 220}))
        self.assert_done(self.train())
        self.assertGreater(shares[backwards], max(0.9, self.share_followed(self.run_folder, backwards)))
        self.assertGreater(shares[forwards], 0.85)
        self.assertLess(self.share_followed(self.run_folder, forwards), 0.3)

    def test_the_log_has_its_loss(self):
        self.align(forwards)
        self.write_guided(training={"guided_alignment_heads": "first", "guided_alignment_layer": 2})
        self.assert_done(self.train())
        steps = [line for line in map(json.loads, (self.run_folder / "log.jsonl").read_text().splitlines()) if line["event"] == "step"]
        self.assertLess(steps[-1]["alignment_loss"], 0.7 * steps[0]["alignment_loss"])
        self.write_config(toy_config())
        self.assert_done(self.train("--output", self.folder / "plain"))
        self.assertNotIn("alignment_loss", (self.folder / "plain" / "log.jsonl").read_text())

    def test_a_run_goes_on_as_if_it_had_never_stopped(self):
        text = self.align(backwards)
        (self.folder / "train.align").unlink()
        (self.folder / "train.align.gz").write_bytes(gzip.compress(text.encode()))
        self.write_guided(corpus={"alignment": "train.align.gz"}, training={"log_every": 30})
        weights = []
        for run, first in (("whole", 150), ("resumed", 50)):
            self.assert_done(self.train("--output", self.folder / run, "--set", f"/training/max_steps={first}"))
            again = self.assert_done(self.train("--output", self.folder / run))
            self.assertIn("reusing the data", again.stderr)
            path = self.folder / run / "checkpoints" / "step-00000150" / "model.safetensors"
            weights.append(hashlib.sha256(path.read_bytes()).hexdigest())
        self.assertEqual(*weights)

    def test_a_started_run_refuses_another_alignment(self):
        self.align(backwards)
        self.write_guided(training={"max_steps": 2})
        self.assert_done(self.train())
        self.align(forwards)
        self.assert_error(self.train("--set", "/training/max_steps=3"), 2, "what the data is made from has changed",
                          "/data/train/0/alignment: ", "train.align has other contents than before")

    def test_a_tsv_file_has_a_line_for_each_record(self):
        self.align(backwards)
        records = "".join(f"{en}\t{' '.join(zh)}\n" for en, zh in self.pairs)
        (self.folder / "train.tsv").write_text("en\tzh\n" + records, encoding="utf-8")
        config = toy_config(training={"guided_alignment_weight": 0.1})
        config["data"]["train"] = [{"file": "train.tsv", "header": True, "alignment": "train.align"}]
        self.write_config(config)
        result = self.assert_done(tfm("prepare", "--config", self.config))
        self.assertIn("1,500 pairs have links", result.stderr)

    def test_the_report_counts_what_became_of_the_links(self):
        self.align(backwards)
        lines = (self.folder / "train.align").read_text().splitlines()
        lines[0], lines[1] = "0-0 99-0", ""
        (self.folder / "train.align").write_text("\n".join(lines) + "\n")
        self.write_guided()
        result = self.assert_done(tfm("prepare", "--config", self.config))
        self.assertIn("1 pair without the links, which point to words or pieces that the sentence doesn't have: 1", result.stderr)
        report = json.loads((self.run_folder / "data" / "report.json").read_text())
        found = report["corpora"][0]["alignment"]
        self.assertEqual((found["pairs_with_links"], found["pairs_without_links"]), (1498, 1))
        self.assertEqual(found["links_left_out"]["outside"], {"count": 1, "lines": [1]})

    def test_messages(self):
        self.align(backwards)
        self.write_guided()
        check = lambda *settings: tfm("train", "--config", self.config, "--dry-run", *(
            argument for setting in settings for argument in ("--set", setting)))
        self.assert_done(check())
        self.assert_error(check("/training/guided_alignment_weight=0"), 2, "/data/train has an alignment, which nothing uses")
        self.assert_error(check("/data/train/0/alignment=null"), 2, "needs a corpus in /data/train with an alignment")
        self.assert_error(check("/tokenizer/sampling=0.1"), 2, "/tokenizer/sampling cuts sentences anew in each epoch")
        self.assert_error(check("/training/guided_alignment_layer=3"), 2, "must be at most /model/decoder_layers (2), got 3")
        self.assert_error(check("/data/train/0/alignment=nowhere.align"), 2, "nowhere.align")
        path = self.folder / "train.align"
        path.write_text("0-0\n" * 1499)
        self.assert_error(check(), 2, "train.align has 1499 lines but ", " 1500 pairs; an alignment needs one line for each pair")
        path.write_text("0-0\n" * 1499 + "0:0\n")
        self.assert_error(check(), 2, "train.align:1500: \"0:0\" is no alignment; each line has links such as 0-0 1-2")


def word_of_each(pieces):
    """Which word each piece belongs to."""
    words, word = [], -1
    for piece in pieces:
        word += piece.startswith("▁") or word < 0
        words.append(word)
    return words


if __name__ == "__main__":
    unittest.main()
