#!/usr/bin/env python3
"""Tests of scripts/download_corpora.py without a network: with a stand-in for mtdata that is written here, and with
mtdata itself, fed from this machine, where scripts/download_corpora.py has installed it already."""

import functools
import gzip
import http.server
import io
import json
import os
import pathlib
import pty
import shutil
import subprocess
import sys
import tarfile
import tempfile
import threading
import unittest
import zipfile

PROJECT = pathlib.Path(__file__).resolve().parent.parent.parent
SCRIPTS = ("download_corpora.py", "public_corpora.py")
NEWS = "Statmt-news_commentary-18.1-eng-zho"
UNPC = "OPUS-unpc-v1.0-eng-zho"
TATOEBA = "OPUS-tatoeba-v20230412-cmn-eng"
FLORES = "Flores-flores200_dev-1-eng-zho_Hans"
DEVTEST = "Flores-flores200_devtest-1-eng-zho_Hans"

# What the script uses of mtdata 0.5.1. Its catalogue is $MTDATA/catalogue.json; a URL is a file:// of tab-separated
# pairs, or two of one side each.
STAND_IN = {
    "mtdata/__init__.py": """
import os, pathlib, types
cache_dir = pathlib.Path(os.environ["MTDATA"])
pbar_man = types.SimpleNamespace(enabled=True)
""",
    "requests.py": """
class RequestException(OSError):
    pass

def get(url, verify=True):
    if not verify:
        return "taken without a certificate"
    if not url.startswith("file://"):
        raise RequestException(f"certificate or network of {url} (Caused by NameResolutionError('no such host'))")
    return url.removeprefix("file://")
""",
    "mtdata/index.py": """
import json, types
from mtdata import cache_dir

class Id:
    def __init__(self, text):
        self.text, self.langs = text, text.split("-")[3:]

    def __str__(self):
        return self.text

class Index:
    def get_entries(self):
        for line in json.loads((cache_dir / "catalogue.json").read_text()):
            yield types.SimpleNamespace(did=Id(line["id"]), url=line["url"], in_ext="", in_paths=line.get("in_paths"))

INDEX = Index()
""",
    "mtdata/cache.py": """
import itertools, pathlib, requests

class Cache:
    def __init__(self, root):
        self.root = root

    def get_entry(self, entry):
        urls = [entry.url] if isinstance(entry.url, str) else entry.url
        try:
            paths = [pathlib.Path(requests.get(url)) for url in urls]
        except requests.RequestException:
            paths = [pathlib.Path(requests.get(url, verify=False)) for url in urls]
        for path in paths:
            assert path.exists(), 404
        return paths

class Parser:
    def __init__(self, paths, ext=None, ent=None):
        self.paths, self.ext = paths, ext

    def read_segs(self, show_pbar=True):
        sides = [path.read_bytes().decode().split("\\n")[:-1] for path in self.paths]
        if len(sides) == 1:
            yield from (line.split("\\t") if "\\t" in line else line for line in sides[0])
            return
        for pair in itertools.zip_longest(*sides):
            if None in pair:
                raise Exception(f"{self.paths} have unequal number of segments")
            yield pair
""",
}


class Project:
    """A folder with a copy of the scripts, and with an environment in which the given modules can be imported."""

    def __init__(self, environment=None):
        self.holder = tempfile.TemporaryDirectory(prefix="tfm-download-")
        self.folder = pathlib.Path(self.holder.name)
        self.cache = self.folder / "cache"
        for name in ("scripts", "cache", ".deps"):
            (self.folder / name).mkdir()
        for name in SCRIPTS:
            shutil.copy(PROJECT / "scripts" / name, self.folder / "scripts")
        self.environment = self.folder / ".deps" / "mtdata-venv"
        if environment:
            self.environment.symlink_to(environment)

    def make_environment(self):
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(self.environment)], check=True)
        (self.environment / "mtdata==0.5.1").touch()
        library = next(self.environment.glob("lib/python3*/site-packages"))
        for name, text in STAND_IN.items():
            (library / name).parent.mkdir(exist_ok=True)
            (library / name).write_text(text)

    def run(self, *arguments, stdin=subprocess.DEVNULL, **environment):
        command = [sys.executable, str(self.folder / "scripts/download_corpora.py"), *map(str, arguments)]
        return subprocess.run(command, cwd=self.folder, env={**os.environ, "MTDATA": str(self.cache), **environment},
                              stdin=stdin, capture_output=True, text=True)


class Downloads(unittest.TestCase):
    def setUp(self):
        self.output = self.project.folder / self.id().split(".")[-1]

    def download(self, *arguments, **environment):
        return self.project.run("--output", self.output, "--accept-licences", *arguments, **environment)

    def assert_refused(self, result, code, *messages):
        self.assertEqual(result.returncode, code, result.stderr)
        for message in messages:
            self.assertIn(message, result.stderr)
        self.assertNotIn("Traceback", result.stderr)
        self.assertEqual(result.stdout, "")

    def assert_holds(self, name, english, chinese):
        for language, lines in (("en", english), ("zh", chinese)):
            text = (self.output / f"{name}.{language}").read_text(encoding="utf-8")
            self.assertEqual(text, "".join(line + "\n" for line in lines))

    def assert_nothing_partial(self):
        self.assertEqual([path for path in self.output.rglob("*") if path.suffix in (".partial", ".en", ".zh")], [])


class WithStandIn(Downloads):
    @classmethod
    def setUpClass(cls):
        cls.project = Project()
        cls.addClassCleanup(cls.project.holder.cleanup)
        cls.project.make_environment()
        cls.catalogue = {}
        cls.offer(NEWS, "Hello.\t你好。\nTwo\r words\u2028here.\t两个\t词。\n\t空。\n")
        cls.offer(TATOEBA, "早。\tMorning.\n")
        cls.offer(FLORES, "A test.\t测试。\n")
        cls.offer(DEVTEST, "Another.\t另一个。\n")
        cls.catalogue["OPUS-lost-v1-eng-zho"] = f"file://{cls.project.folder}/lost.tsv"
        cls.catalogue["Some-german-1-deu-eng"] = "file:///nowhere"

    @classmethod
    def offer(cls, name, text):
        path = cls.project.folder / f"{name}.tsv"
        path.write_bytes(text.encode())
        cls.catalogue[name] = f"file://{path}"

    def setUp(self):
        super().setUp()
        self.list_in_catalogue()

    def list_in_catalogue(self, **more):
        lines = [{"id": name, "url": url} for name, url in self.catalogue.items()] + list(more.values())
        (self.project.cache / "catalogue.json").write_text(json.dumps(lines))

    def test_lists_sizes_licences_urls_and_ids_without_mtdata(self):
        project = Project()
        self.addCleanup(project.holder.cleanup)
        result = project.run("--list")
        self.assertEqual(result.returncode, 0, result.stderr)
        for word in ("news-commentary", "17,451,549", UNPC, "CC BY-SA 4.0", "https://paracrawl.eu/", "ntrex128"):
            self.assertIn(word, result.stdout)
        for line in result.stdout.splitlines():
            self.assertRegex(line, r"^\S.*[\d-]  \S+$|^for .* mtdata's id$|^ {38}\S")

    def test_writes_a_line_for_each_line_and_leaves_out_pairs_with_a_blank_side(self):
        result = self.download("news-commentary", "tatoeba")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assert_holds("news-commentary", ["Hello.", "Two words\u2028here."], ["你好。", "两个"])
        self.assert_holds("tatoeba", ["Morning."], ["早。"])  # its catalogue entry has Chinese first
        self.assertIn("news-commentary: 2 pairs, 1 with a blank side left out", result.stderr)
        self.assertIn("CC BY 2.0 FR", (self.output / "tatoeba.txt").read_text())
        self.assertEqual(len(list(self.output.iterdir())), 6)

    def test_prints_the_data_section_for_the_asked_direction(self):
        result = self.download("tatoeba", "--languages", "zh", "en", "--valid", "flores200-dev")
        name = self.output.name
        self.assertEqual(json.loads(result.stdout), {"data": {
            "train": [{"source": f"{name}/tatoeba.zh", "target": f"{name}/tatoeba.en"}],
            "valid": {"source": f"{name}/flores200-dev.zh", "target": f"{name}/flores200-dev.en"},
            "source_language": "zh", "target_language": "en"}})

    def test_writes_a_config_that_tfm_accepts(self):
        config = self.output / "configs" / "public.json"
        held_out = ("--valid", FLORES, "--test", "flores200-devtest")
        result = self.download("news-commentary", TATOEBA, *held_out, "--config", config)
        self.assertEqual((result.returncode, result.stdout), (0, ""), result.stderr)
        comments, text = config.read_text().split("{", 1)
        self.assertIn("// tatoeba: CC BY 2.0 FR", comments)
        data = json.loads("{" + text)["data"]
        self.assertEqual([pair["target"] for pair in data["train"]], ["../news-commentary.zh", "../tatoeba.zh"])
        self.assertEqual(data["test"], {"source": "../flores200-devtest.en", "target": "../flores200-devtest.zh"})
        if not os.environ.get("TFM"):
            self.skipTest("TFM doesn't name a tfm")
        check = subprocess.run([os.environ["TFM"], "config", "check", str(config)], capture_output=True, text=True)
        self.assertEqual(check.returncode, 0, check.stderr)

    def test_never_writes_over_a_config(self):
        config = self.project.folder / "mine.json"
        config.write_text("mine")
        self.assert_refused(self.download("tatoeba", "--config", config), 2, "mine.json is there already")
        self.assertEqual(config.read_text(), "mine")

    def test_doesnt_fetch_again_what_is_complete(self):
        self.output.mkdir()
        for language in ("en", "zh"):
            (self.output / f"tatoeba.{language}").write_text("mine\n")
        result = self.download("tatoeba", "news-commentary")
        self.assertIn("tatoeba: 1 pairs are there already", result.stderr)
        self.assertNotIn("tatoeba: fetching", result.stderr)
        self.assert_holds("tatoeba", ["mine"], ["mine"])
        self.assertTrue((self.output / "news-commentary.zh").exists())

    def test_fetches_again_what_was_broken_off(self):
        self.output.mkdir()
        for name in ("tatoeba.en", "tatoeba.zh.partial", "tatoeba.en.partial"):
            (self.output / name).write_text("half")
        self.assertEqual(self.download("tatoeba").returncode, 0)
        self.assert_holds("tatoeba", ["Morning."], ["早。"])
        self.assertEqual(list(self.output.glob("*.partial")), [])

    def test_refuses_files_that_were_changed_since(self):
        self.assertEqual(self.download("tatoeba").returncode, 0)
        with open(self.output / "tatoeba.zh", "a", encoding="utf-8") as file:
            file.write("多\n")
        self.assert_refused(self.download("tatoeba"), 1, "tatoeba has 2 lines in zh but 1 in en; remove both")

    def test_refuses_a_download_with_unequal_sides_and_says_both_counts(self):
        sides = [self.project.folder / f"unequal.{language}" for language in ("en", "zh")]
        sides[0].write_text("a\nb\nc\n")
        sides[1].write_text("一\n二\n")
        self.list_in_catalogue(unequal={"id": UNPC, "url": [f"file://{side}" for side in sides]})
        self.assert_refused(self.download("unpc"), 1, f"{UNPC} as downloaded has 3 lines in en but 2 in zh")
        self.assert_nothing_partial()

    def test_asks_on_a_terminal_and_takes_silence_for_no(self):
        for answer, code in (("\n", 2), ("n\n", 2), ("y\n", 0)):
            main, terminal = pty.openpty()
            with os.fdopen(main, "wb", buffering=0) as keyboard, os.fdopen(terminal, "rb") as stdin:
                keyboard.write(answer.encode())
                result = self.project.run("--output", self.output, "tatoeba", stdin=stdin)
            self.assertEqual(result.returncode, code, result.stderr)
            self.assertIn("tatoeba: CC BY 2.0 FR", result.stderr)
            self.assertEqual((self.output / "tatoeba.en").exists(), code == 0)

    def test_fetches_nothing_unless_the_licences_are_accepted(self):
        result = self.project.run("--output", self.output, "news-commentary", "OPUS-lost-v1-eng-zho")
        self.assert_refused(result, 2, "packaging is CC0", "add --accept-licences",
                            "OPUS-lost-v1-eng-zho: unknown: look at its URL", f"file://{self.project.folder}/lost.tsv")
        self.assertFalse(self.output.exists())

    def test_names_the_nearest_of_an_unknown_name(self):
        self.assert_refused(self.download("news-comentary"), 2, "unknown corpus; did you mean news-commentary?")
        self.assert_refused(self.download("qqqq"), 2, "see --list")

    def test_names_the_nearest_of_an_unknown_id(self):
        self.assert_refused(self.download("OPUS-losst-v1-eng-zho"), 2, "did you mean OPUS-lost-v1-eng-zho")
        self.assert_refused(self.download("Some-german-1-deu-eng"), 2, "mtdata has no English-Chinese set of this id")

    def test_refuses_a_corpus_with_two_uses(self):
        self.assert_refused(self.download("tatoeba", TATOEBA), 2, "tatoeba is named twice")
        self.assert_refused(self.download("tatoeba", "--valid", "tatoeba"), 2, "tatoeba is named twice")
        self.assert_refused(self.download("flores200-dev"), 2, "flores200-dev is for measuring")

    def test_refuses_an_entry_whose_sides_are_the_same_file(self):
        self.list_in_catalogue(faulty={"id": UNPC, "url": "file:///x", "in_paths": ["same.dev", "same.dev"]})
        self.assert_refused(self.download("unpc"), 2, "both its sides are same.dev")

    def test_refuses_options_that_dont_go_together(self):
        self.assert_refused(self.project.run(), 2, "give --list alone, or --output")
        self.assert_refused(self.project.run("tatoeba"), 2, "give --list alone, or --output")
        self.assert_refused(self.project.run("--list", "tatoeba"), 2, "give --list alone")
        self.assert_refused(self.download("tatoeba", "--languages", "en", "en"), 2, "source and target are the same")

    def test_names_the_url_and_the_reason_without_a_network(self):
        self.list_in_catalogue(far={"id": UNPC, "url": "https://far.example/unpc.zip"})
        result = self.download("tatoeba", "unpc")
        self.assert_refused(result, 1, "unpc: can't fetch https://far.example/unpc.zip: ", "'no such host'",
                            "check the network", "run this again")
        self.assertTrue((self.output / "tatoeba.en").exists())
        self.assertFalse((self.output / "unpc.en").exists())

    def test_names_the_url_that_the_server_doesnt_have(self):
        url = f"file://{self.project.folder}/lost.tsv"
        self.assert_refused(self.download("OPUS-lost-v1-eng-zho"), 1, f"can't fetch {url}", "the server answers 404")

    def test_refuses_a_page_in_place_of_an_archive(self):
        self.offer("OPUS-page-v1-eng-zho", "<html>\nlog in\n</html>\n")
        self.list_in_catalogue()
        self.assert_refused(self.download("OPUS-page-v1-eng-zho"), 1, "it isn't the archive that it should be",
                            f"remove it from {self.project.cache}")
        self.assert_nothing_partial()

    def test_refuses_a_download_without_pairs(self):
        self.offer("OPUS-blank-v1-eng-zho", "\t\n \t空\n")
        self.list_in_catalogue()
        self.assert_refused(self.download("OPUS-blank-v1-eng-zho"), 1, "holds no pair")
        self.assert_nothing_partial()

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full")
    def test_says_that_the_disk_is_full(self):
        self.output.mkdir()
        (self.output / "tatoeba.zh.partial").symlink_to("/dev/full")
        self.assert_refused(self.download("tatoeba"), 1, "tatoeba: the disk is full", "run this again")
        self.assert_nothing_partial()

    def test_says_where_it_cant_write(self):
        self.output.write_text("a file, no folder")
        self.assert_refused(self.download("tatoeba"), 1, "error: ", str(self.output))

    def test_says_what_it_needs_where_mtdata_cant_be_installed(self):
        project = Project()
        self.addCleanup(project.holder.cleanup)
        result = project.run("--output", "x", "--accept-licences", "tatoeba", PIP_NO_INDEX="1", PIP_FIND_LINKS="")
        self.assert_refused(result, 1, "mtdata==0.5.1 can't be installed", "python3-venv")


INSTALLED = PROJECT / ".deps" / "mtdata-venv"

# Finds each corpus that we name in mtdata's own catalogue, then puts a small one in its place, which is read sooner.
MAKE_CATALOGUE = """
import pickle, sys
sys.path.insert(0, sys.argv[1])
import download_corpora
mtdata = download_corpora.load_mtdata()
index = mtdata.index.INDEX
print(len(download_corpora.find_entries(mtdata, download_corpora.CORPORA)))
index.entries = {did: entry for did, entry in index.entries.items() if "flores101_dev-1-eng-zho" in str(did)}
archive = dict(ext="zip", in_ext="txt", in_paths=["*.en", "*.zh"])
inner = dict(ext="tar.gz", in_ext="txt", in_paths=["*/set/a.eng", "*/set/a.zho"])
for name, url, options in (
    ("tsv-1-zho-eng", "HERE/pairs.tsv.gz", {}),
    ("zip-1-eng-zho_CN", "HERE/pairs.zip", archive),
    ("tar-1-eng-zho_Hans", "HERE/pairs.tar.gz", inner),
    ("unequal-1-eng-zho", "HERE/unequal.zip", archive),
    ("page-1-eng-zho", "HERE/page.zip", archive),
    ("lost-1-eng-zho", "HERE/lost.zip", archive),
    ("far-1-eng-zho", "http://127.0.0.1:9/far.zip", archive),
):
    index += mtdata.index.Entry("Local-" + name, url=url.replace("HERE", sys.argv[2]), **options)
mtdata.cached_index_file.write_bytes(pickle.dumps(index))
"""


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@unittest.skipUnless((INSTALLED / "mtdata==0.5.1").exists(), "mtdata isn't installed in .deps/mtdata-venv")
class WithMtdata(Downloads):
    """mtdata with a few entries whose files this process serves."""

    @classmethod
    def setUpClass(cls):
        cls.project = Project(INSTALLED)
        cls.addClassCleanup(cls.project.holder.cleanup)
        files = cls.project.folder / "files"
        files.mkdir()
        handler = functools.partial(QuietHandler, directory=str(files))
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        cls.addClassCleanup(server.server_close)
        cls.addClassCleanup(server.shutdown)
        cls.url = f"http://127.0.0.1:{server.server_port}"
        cls.write_files(files)
        command = [str(INSTALLED / "bin/python"), "-c", MAKE_CATALOGUE, str(cls.project.folder / "scripts"), cls.url]
        environment = {**os.environ, "MTDATA": str(cls.project.cache)}
        cls.found = subprocess.run(command, env=environment, cwd=cls.project.folder, capture_output=True, text=True)

    @classmethod
    def write_files(cls, files):
        (files / "pairs.tsv.gz").write_bytes(gzip.compress("你好。\tHello.\n再见。\tBye.\n\t\n".encode()))
        (files / "page.zip").write_text("<html>\n")
        for name, english, chinese in (("pairs", "Hello.\nBye.\n", "你好。\n再见。\n"), ("unequal", "a\nb\nc\n", "一\n")):
            with zipfile.ZipFile(files / f"{name}.zip", "w") as archive:
                archive.writestr(f"{name}.en", english)
                archive.writestr(f"{name}.zh", chinese)
        with tarfile.open(files / "pairs.tar.gz", "w:gz") as archive:
            for name, text in (("top/set/a.eng", "Hello.\n"), ("top/set/a.zho", "你好。\n")):
                member = tarfile.TarInfo(name)
                member.size = len(text.encode())
                archive.addfile(member, io.BytesIO(text.encode()))

    def test_has_each_corpus_that_we_name(self):
        self.assertEqual(self.found.returncode, 0, self.found.stderr)
        self.assertGreater(int(self.found.stdout), 15)

    def test_fetches_archives_and_tables(self):
        result = self.download("Local-tsv-1-zho-eng", "Local-zip-1-eng-zho_CN", "Local-tar-1-eng-zho_Hans")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assert_holds("Local-tsv-1-zho-eng", ["Hello.", "Bye."], ["你好。", "再见。"])
        self.assert_holds("Local-zip-1-eng-zho_CN", ["Hello.", "Bye."], ["你好。", "再见。"])
        self.assert_holds("Local-tar-1-eng-zho_Hans", ["Hello."], ["你好。"])
        json.loads(result.stdout)

    def test_refuses_unequal_sides_with_both_counts(self):
        self.assert_refused(self.download("Local-unequal-1-eng-zho"), 1, "3 lines in en but 1 in zh")
        self.assert_nothing_partial()

    def test_names_the_url_that_gives_nothing(self):
        self.assert_refused(self.download("Local-lost-1-eng-zho"), 1, f"can't fetch {self.url}/lost.zip", "answers 404")
        self.assert_refused(self.download("Local-far-1-eng-zho"), 1, "can't fetch http://127.0.0.1:9/far.zip: ")
        self.assert_refused(self.download("Local-page-1-eng-zho"), 1, "it isn't the archive that it should be")
        self.assert_nothing_partial()

    def test_refuses_mtdatas_faulty_entries(self):
        self.assert_refused(self.download("Flores-flores101_dev-1-eng-zho_Hans"), 2, "both its sides are")


if __name__ == "__main__":
    unittest.main()
