"""tfm prepare, and training from what it made, through the program: formats, encodings, cleaning, mixing, sampling."""
import gzip
import hashlib
import json
import random
import subprocess
import unittest
from pathlib import Path

from cli_testing import TFM, Workspace, tfm, toy_config, toy_pairs, write_pairs

PAIRS = toy_pairs(200, 1)


class Prepare(Workspace):
    def prepare(self, *arguments):
        return tfm("prepare", "--config", self.config, "--threads", 1, *arguments)

    def report(self):
        return json.loads((self.run_folder / "data/report.json").read_text(encoding="utf-8"))

    def use(self, *corpora, **sections):
        config = toy_config(**sections)
        config["data"]["train"] = list(corpora)
        config["tokenizer"]["vocab_size"] = sections.get("tokenizer", {}).get("vocab_size", 60)
        self.write_config(config)

    def prepared_by(self, corpus):
        """The checksum of what was encoded; the same pairs give the same."""
        self.use(corpus)
        self.assert_done(self.prepare("--output", self.run_folder))
        return hashlib.sha256((self.run_folder / "data/train/shard-00000.bin").read_bytes()).hexdigest()

    def write(self, name, text, encoding="utf-8"):
        (self.folder / name).write_bytes(text if isinstance(text, bytes) else text.encode(encoding))

    def test_every_format_and_compression_gives_the_same_pairs(self):
        write_pairs(self.folder, "p", PAIRS)
        expected = self.prepared_by({"source": "p.en", "target": "p.zh"})
        self.write("p.en.gz", gzip.compress((self.folder / "p.en").read_bytes()))
        self.write("p.tsv", "".join(f"{zh}\tnote\t{en}\n" for en, zh in PAIRS))
        self.write("p.csv", "id,en,zh\r\n" + "".join(f'{i},"{en}","{zh}"\r\n' for i, (en, zh) in enumerate(PAIRS)))
        self.write("p.jsonl", "".join(json.dumps({"translation": {"en": en, "zh": zh}}) + "\n" for en, zh in PAIRS))
        units = "".join(f'<tu><tuv xml:lang="EN"><seg>{en}</seg></tuv><tuv xml:lang="zh-CN"><seg>{zh}</seg></tuv></tu>\n'
                        for en, zh in PAIRS)
        self.write("p.tmx", f'<?xml version="1.0"?><tmx version="1.4"><header/><body>{units}</body></tmx>')
        units = "".join(f'<trans-unit id="{i}"><source>{en}</source><target>{zh}</target></trans-unit>'
                        for i, (en, zh) in enumerate(PAIRS))
        self.write("p.xlf", '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en" '
                            f'target-language="zh" original="x" datatype="plaintext"><body>{units}</body></file></xliff>')
        self.write("p.po", 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n' +
                   "".join(f'msgctxt "{i}"\nmsgid "{en}"\nmsgstr "{zh}"\n\n' for i, (en, zh) in enumerate(PAIRS)))
        for corpus in ({"source": "p.en.gz", "target": "p.zh"}, {"file": "p.tsv", "source_column": 3, "target_column": 1},
                       {"file": "p.csv", "header": True, "source_column": 2, "target_column": 3}, {"file": "p.jsonl"},
                       {"file": "p.tmx"}, {"file": "p.xlf"}, {"file": "p.po"}):
            with self.subTest(corpus):
                self.assertEqual(self.prepared_by(corpus), expected)

    def test_encodings_are_found_out_and_named(self):
        # Enough characters that the bytes tell: a sentence of the toy language is too short.
        zh = ["我们今天去图书馆看书。", "他的妹妹喜欢喝茶。", "这个问题很难回答。", "明天早上我要开会。", "请把窗户打开。"] * 20
        en = [f"sentence {i}" for i in range(100)]
        self.write("p.en", "".join(line + "\n" for line in en))
        for encoding, name in (("gb18030", "GB18030"), ("big5", "BIG5"), ("utf-16", "UTF-16"), ("utf-8-sig", "UTF-8")):
            with self.subTest(encoding):
                text = "".join(line + "\n" for line in zh)
                if encoding == "big5":
                    text = text.translate(str.maketrans("们图书馆欢这个问题难开会请户", "們圖書館歡這個問題難開會請戶"))
                self.write("p.zh", text, encoding)
                self.use({"source": "p.en", "target": "p.zh"}, tokenizer={"vocab_size": 60})
                self.assert_done(self.prepare())
                report = self.report()["corpora"][0]
                self.assertIn(name, report["encoding"])
                self.assertEqual(report["rules"]["invalid_utf8_target"]["count"], 0)
                self.assertEqual(report["kept"], 100)

    def test_a_pattern_takes_all_files_that_match(self):
        for part in range(3):
            write_pairs(self.folder, f"part-{part}", PAIRS[part * 50:part * 50 + 50])
        self.use({"source": "part-*.en", "target": "part-*.zh"})
        self.assert_done(self.prepare())
        self.assertEqual([corpus["kept"] for corpus in self.report()["corpora"]], [50, 50, 50])
        (self.folder / "part-1.zh").unlink()
        self.assert_error(self.prepare("--output", self.folder / "other"), 2, "part-", "3", "2")

    def test_kept_and_dropped_add_up_whatever_the_bytes(self):
        seed = random.randrange(10 ** 6)
        with self.subTest(seed=seed):
            self.assert_done(self.prepare("--output", self.folder / "clean"))  # for its vocabulary
            stream = random.Random(seed)
            en, zh = bytearray(), bytearray()
            for pair in PAIRS:
                en += pair[0].encode() + b"\n"
                zh += pair[1].encode() + b"\n"
            for _ in range(300):
                for side in (en, zh):
                    side += bytes(stream.randrange(256) for _ in range(stream.randrange(30))).replace(b"\n", b" ") + b"\n"
            self.write("p.en", bytes(en))
            self.write("p.zh", bytes(zh))
            self.use({"source": "p.en", "target": "p.zh", "encoding": "utf-8"},
                     tokenizer={"source_model": "clean/tokenizer/shared.model"})
            dropped = self.folder / "dropped.jsonl"
            self.assert_done(self.prepare("--dropped", dropped))
            report = self.report()
            lines = [json.loads(line) for line in dropped.read_text(encoding="utf-8").splitlines()]
            self.assertEqual(report["read"], 500)
            self.assertEqual(report["kept"] + report["dropped"], 500)
            self.assertEqual(len(lines), report["dropped"])
            self.assertEqual(sum(report["corpora"][0]["dropped_by"].values()), report["dropped"])
            self.assertTrue(all(line["rule"] and line["line"] > 200 for line in lines))

    def test_each_dropped_pair_stands_with_its_reason(self):
        write_pairs(self.folder, "p", PAIRS + [("", "红"), ("red", "red"), ("blue", "hello there"), ("red dog " * 30, "狗")])
        self.use({"source": "p.en", "target": "p.zh"})
        dropped = self.folder / "dropped.jsonl"
        self.assert_done(self.prepare("--dropped", dropped))
        reasons = [(line["line"], line["rule"]) for line in map(json.loads, dropped.read_text(encoding="utf-8").splitlines())]
        self.assertEqual(reasons, [(201, "blank_source"), (202, "identical"), (203, "wrong_script_target"), (204, "length_ratio")])
        self.assertIn("report.html", self.prepare("--dropped", dropped).stderr)
        page = (self.run_folder / "data/report.html").read_text(encoding="utf-8")
        self.assertIn("p.en", page)

    def test_duplicates_are_counted_and_on_request_dropped(self):
        write_pairs(self.folder, "p", PAIRS[:100] + PAIRS[:30])
        self.use({"source": "p.en", "target": "p.zh"})
        self.assert_done(self.prepare())
        counted = self.report()["corpora"][0]["rules"]["duplicate"]["count"]
        self.assertGreaterEqual(counted, 30)
        self.assertEqual(self.report()["kept"], 130)
        self.config.write_text(self.config.read_text().replace('"source_language"', '"cleaning": {"duplicates": "exact"}, "source_language"'))
        self.assert_done(self.prepare())
        self.assertEqual(self.report()["kept"], 130 - counted)

    def test_unequal_files_are_refused_with_both_counts_and_a_place(self):
        pairs = [(f"sentence number {i} here", f"第{i}句话") for i in range(1, 101)]
        self.write("p.en", "".join(en + "\n" for en, _ in pairs))
        self.write("p.zh", "".join(zh + "\n" for _, zh in pairs[:40] + pairs[41:]))
        self.use({"source": "p.en", "target": "p.zh"})
        self.assert_error(self.prepare(), 2, "p.en has 100 lines", "p.zh has 99", "line")

    def test_a_text_policy_holds_in_training_and_translating(self):
        traditional = str.maketrans("红蓝绿旧猫狗鸟鱼树书", "紅藍綠舊貓狗鳥魚樹書")
        spaced = [(en, " ".join(zh.translate(traditional))) for en, zh in toy_pairs(1500, 1)]
        write_pairs(self.folder, "train", spaced)
        self.use({"source": "train.en", "target": "train.zh"}, data={"target_text": {"conversion": "t2s"}},
                 training={"max_steps": 150, "batch_tokens": 600, "validate_every": 150, "save_every": 150})
        self.assert_done(self.train())
        report = self.report()["corpora"][0]
        self.assertEqual(report["target_side"]["chinese"]["only_traditional"], 0)
        self.assertGreater(report["rules"]["rewritten_target"]["count"], 1000)
        out = self.assert_done(tfm("translate", "--model", self.run_folder, stdin="red dog\nold book\n")).stdout
        self.assertNotIn(" ", out)
        self.assertFalse(set(out) & set("紅藍綠舊貓鳥魚樹書"))

    def test_weights_decide_what_an_epoch_holds_and_may_not_change_on_resume(self):
        write_pairs(self.folder, "a", PAIRS[:150])
        write_pairs(self.folder, "b", PAIRS[150:])
        corpora = ({"source": "a.en", "target": "a.zh", "weight": 0.5}, {"source": "b.en", "target": "b.zh", "weight": 3})
        self.use(*corpora)
        result = self.assert_done(self.train())
        self.assertEqual(self.report()["epoch"]["pairs"], 75 + 150)
        self.assertIn("an epoch holds 225 pairs", result.stderr)
        self.use(corpora[0], corpora[1] | {"weight": 2})
        self.assert_error(self.train(), 2, "/data/train/1/weight", "3.0", "2.0")

    def test_tags_say_which_corpus_and_translate_takes_them(self):
        write_pairs(self.folder, "a", PAIRS[:100])
        write_pairs(self.folder, "b", PAIRS[100:])
        self.use({"source": "a.en", "target": "a.zh", "tag": "<a>"}, {"source": "b.en", "target": "b.zh", "tag": "<b>"})
        self.assert_done(self.train())
        lines = {}
        for tag in ("<a>", "<b>"):
            result = self.assert_done(tfm("translate", "--model", self.run_folder, "--tag", tag, "--format", "jsonl", stdin="red dog\n"))
            lines[tag] = json.loads(result.stdout)["log_prob"]
        self.assertNotEqual(lines["<a>"], lines["<b>"])
        self.assert_error(tfm("translate", "--model", self.run_folder, "--tag", "<c>", "red"), 2, "<c>", "<a>, <b>")
        self.assertIn("add --tag", self.assert_done(tfm("translate", "--model", self.run_folder, "red")).stderr)
        scored = [self.assert_done(tfm("eval", "--model", self.run_folder, "--source", self.folder / "test.en", "--reference",
                                       self.folder / "test.zh", *tag)) for tag in (["--tag", "<a>"], [])]
        self.assertNotIn("add --tag", scored[0].stderr)
        self.assertIn("add --tag", scored[1].stderr)

    def test_sampled_pieces_go_on_after_a_stop_as_if_there_had_been_none(self):
        for kind, strength in (("unigram", 0.2), ("bpe", 0.1)):
            with self.subTest(kind):
                self.write_config(toy_config(tokenizer={"type": kind, "sampling": strength, "vocab_size": 60}))
                runs = [self.folder / f"{kind}-{name}" for name in ("unbroken", "resumed", "plain")]
                self.assert_done(self.train("--output", runs[0]))
                self.assert_done(self.train("--output", runs[1], "--set", "/training/max_steps=20"))
                self.assert_done(self.train("--output", runs[1]))
                self.assert_done(self.train("--output", runs[2], "--set", "/tokenizer/sampling=0"))
                digests = [hashlib.sha256((run / "checkpoints/step-00000040/model.safetensors").read_bytes()).hexdigest()
                           for run in runs]
                self.assertEqual(digests[0], digests[1])
                self.assertNotEqual(digests[0], digests[2])

    def test_dropped_pairs_replace_nothing_that_is_read_or_belongs_to_the_run(self):
        before = (self.folder / "train.en").read_bytes()
        for name, word in (("train.en", "would replace"), ("config.json", "would replace"), ("valid.zh", "would replace"),
                           ("run/data/report.json", "run folder"), ("-", "name of a file"), ("nowhere/d", "no folder")):
            with self.subTest(name):
                (self.run_folder / "data").mkdir(parents=True, exist_ok=True)
                file = name if name == "-" else self.folder / name
                self.assert_error(self.prepare("--dropped", file), 2, "--dropped", word)
        self.assertEqual((self.folder / "train.en").read_bytes(), before)

    def test_patterns_pair_only_files_whose_marks_stand_for_the_same(self):
        for part in ("1", "2", "3"):
            write_pairs(self.folder, f"part-{part}", PAIRS[:20])
        (self.folder / "part-1.zh").rename(self.folder / "part-9.zh")
        self.use({"source": "part-*.en", "target": "part-*.zh"})
        self.assert_error(self.prepare(), 2, "part-1.en", "part-2.zh", "would be a pair")

    def test_a_corpus_that_gives_nothing_says_why(self):
        pairs = [("hello there", "你好"), ("good morning", "早上好")] * 20
        write_pairs(self.folder, "p", pairs)
        self.use({"source": "p.zh", "target": "p.en"})
        self.assert_error(self.prepare(), 2, "all 40 are dropped", "40 source lines in another script", "exchanged?")
        self.write("p.jsonl", "".join(json.dumps({"english": en, "chinese": zh}) + "\n" for en, zh in pairs))
        self.use({"file": "p.jsonl"})
        self.assert_error(self.prepare(), 2, "all 40 are dropped", "give no pair", "en", "format, columns and keys")

    def test_held_out_text_without_a_pair_is_an_error_at_once(self):
        for name in ("valid", "test"):
            with self.subTest(name):
                self.write("none.en", "\n \n")
                self.write("none.zh", "\n \n")
                self.write_config(toy_config(data={name: {"source": "none.en", "target": "none.zh"}}))
                self.assert_error(self.prepare(), 2, f"/data/{name}", "no pair")
                self.assert_error(self.train("--dry-run"), 2, f"/data/{name}", "no pair")

    def test_settings_of_text_are_checked_before_any_work(self):
        settings = {"data": {"target_text": {"conversion": "t2x"}}, "tokenizer": {"symbols": ["a b"]}}
        config = toy_config(**settings)
        config["data"]["train"][0]["tag"] = "c d"
        self.write_config(config)
        for result in (tfm("config", "check", self.config), self.prepare(), self.train("--dry-run")):
            self.assert_error(result, 2, "/data/target_text/conversion", "t2x", "/tokenizer/symbols/0", "/data/train/0/tag")

    def test_keys_that_say_nothing_about_the_format_are_refused(self):
        self.write("p.tsv", "".join(f"{en}\t{zh}\n" for en, zh in PAIRS))
        for corpus, word in (({"source": "train.en", "target": "train.zh", "source_column": 3}, "source_column"),
                             ({"file": "p.tsv", "source_key": "en"}, "source_key")):
            with self.subTest(word):
                self.use(corpus)
                self.assert_error(self.prepare(), 2, word, "leave them out")

    def test_weights_and_temperatures_beyond_sense_are_refused(self):
        self.use({"source": "train.en", "target": "train.zh", "weight": 1e300}, data={"mixing_temperature": 1e-6})
        self.assert_error(self.prepare(), 2, "/data/train/0/weight", "1000", "/data/mixing_temperature", "0.1")

    def test_damaged_data_of_a_started_run_is_made_again_as_it_was(self):
        unbroken = self.folder / "unbroken"
        self.assert_done(self.train("--output", unbroken))
        self.assert_done(self.train("--set", "/training/max_steps=20"))
        shard = self.run_folder / "data/train/shard-00000.bin"
        original = shard.read_bytes()
        shard.write_bytes(original[:-1])
        result = self.assert_done(self.train())
        self.assertIn("preparing again", result.stderr)
        self.assertEqual(shard.read_bytes(), original)
        step = "checkpoints/step-00000040/model.safetensors"
        self.assertEqual((self.run_folder / step).read_bytes(), (unbroken / step).read_bytes())

    def test_prepare_checks_every_byte_of_what_it_reuses(self):
        self.assert_done(self.prepare())
        shard = self.run_folder / "data/train/shard-00000.bin"
        original = shard.read_bytes()
        shard.write_bytes(original[:100] + bytes([original[100] ^ 1]) + original[101:])
        self.assertIn("preparing again", self.assert_done(self.prepare()).stderr)
        self.assertEqual(shard.read_bytes(), original)

    def test_what_a_killed_preparation_left_is_removed(self):
        self.assert_done(self.prepare())
        left = self.run_folder / "data/.train.tmp-12345"
        left.mkdir()
        self.assert_done(self.prepare())
        self.assertFalse(left.exists())

    def test_a_line_far_too_long_is_dropped_unread_and_translated_in_parts(self):
        write_pairs(self.folder, "p", PAIRS + [("red " * 500_000, "红")])
        self.use({"source": "p.en", "target": "p.zh"})
        self.assert_done(self.train())
        self.assertEqual(self.report()["corpora"][0]["dropped_by"], {"too_long": 1})
        result = self.assert_done(tfm("translate", "--model", self.run_folder, "--format", "jsonl", stdin="red " * 500_000 + "\n"))
        self.assertEqual(json.loads(result.stdout)["status"], "split")

    def test_invalid_bytes_can_drop_their_pairs(self):
        self.write("p.en", b"".join(en.encode() + b"\n" for en, _ in PAIRS) + b"bad \xff\n")
        self.write("p.zh", "".join(zh + "\n" for _, zh in PAIRS) + "坏\n")
        self.use({"source": "p.en", "target": "p.zh"}, data={"cleaning": {"invalid_bytes": "drop"}})
        self.assert_done(self.prepare())
        self.assertEqual(self.report()["corpora"][0]["dropped_by"], {"invalid_utf8": 1})

    def test_a_changed_shard_ends_training_with_its_name(self):
        self.assert_done(self.prepare())
        shard = self.run_folder / "data/train/shard-00000.bin"
        damaged = bytearray(shard.read_bytes())
        damaged[len(damaged) // 4] ^= 1
        shard.write_bytes(damaged)
        self.assert_error(self.train(), 2, "shard-00000.bin", "damaged")

    def test_translate_reads_compressed_and_legacy_files(self):
        self.assert_done(self.train())
        self.write("in.gz", gzip.compress("red dog\n\nblue cat\n".encode()))
        plain = self.assert_done(tfm("translate", "--model", self.run_folder, stdin="red dog\n\nblue cat\n")).stdout
        self.assertEqual(self.assert_done(tfm("translate", "--model", self.run_folder, "--input", self.folder / "in.gz")).stdout, plain)
        self.write("in.txt", "red dog\n", "utf-16")
        stated = self.assert_done(tfm("translate", "--model", self.run_folder, "--input", self.folder / "in.txt", "--encoding", "utf-16"))
        self.assertEqual(stated.stdout, plain.splitlines(keepends=True)[0])
        with open(self.folder / "in.txt", "rb") as text:
            piped = subprocess.run([TFM, "translate", "--model", self.run_folder, "--encoding", "utf-16"], stdin=text, capture_output=True,
                                   text=True, timeout=300)
        self.assertEqual(piped.stdout, stated.stdout, piped.stderr)
        self.assert_error(tfm("translate", "--model", self.run_folder, "--encoding", "utf-16", "x"), 2, "--input")

    def test_script_reports_on_any_text(self):
        self.write("t.txt", "我用 GPU 训练，很快.\n這是繁體。\n")
        result = self.assert_done(tfm("script", self.folder / "t.txt", "--format", "json"))
        report = json.loads(result.stdout)
        self.assertEqual(report["lines"], 2)
        self.assertEqual(report["script"], "mixed")
        self.assertIn("lines", self.assert_done(tfm("script", self.folder / "t.txt")).stdout)
        self.assert_error(tfm("script", self.folder / "missing.txt"), 2, "missing.txt")


if __name__ == "__main__":
    unittest.main()
