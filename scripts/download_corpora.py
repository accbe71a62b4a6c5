#!/usr/bin/env python3
"""Fetches public English-Chinese corpora by name, shows their licences, and writes a config's data section.

  scripts/download_corpora.py --list
  scripts/download_corpora.py --output data/public news-commentary unpc --valid flores200-dev --config configs/public.json

A NAME is one of --list or any id of mtdata's English-Chinese sets (https://github.com/thammegowda/mtdata), the tool that does
the fetching; it is installed into .deps/mtdata-venv when first needed. Each corpus becomes DIR/NAME.en, DIR/NAME.zh and
DIR/NAME.txt (where it came from, under which licence). What is complete is not fetched again. mtdata keeps the downloads
themselves in ~/.mtdata, or where the environment's MTDATA says. Pairs with a blank side are left out.
Without --config the data section goes to stdout.
"""

import argparse
import difflib
import errno
import itertools
import json
import logging
import os
import pathlib
import re
import subprocess
import sys
import typing

PROJECT = pathlib.Path(__file__).resolve().parent.parent
ENVIRONMENT = PROJECT / ".deps/mtdata-venv"
MTDATA = "mtdata==0.5.1"
LANGUAGES = {"eng": "en", "zho": "zh", "cmn": "zh"}  # mtdata's codes, without script and country
UNKNOWN = "unknown: look at its URL"


class Corpus(typing.NamedTuple):
    """A set by its short name. `url` is where the licence is stated; mtdata itself knows of no licences."""

    name: str
    id: str
    pairs: int | None
    licence: str
    url: str
    held_out: bool = False


TED = "CC BY-NC-ND 4.0: no commercial use, nothing derived; TED's terms of use speak of machine learning too"
TED_URL = "https://www.ted.com/about/our-organization/our-policies-terms/ted-talks-usage-policy"
WEB = "unknown: text of web pages, Common Crawl's terms of use apply"
WEB_URL = "https://commoncrawl.org/terms-of-use"
PACKAGING = "the packaging is CC0; the texts' owners keep their rights"
WMT = "free for research; ask the texts' owners about any other use"
WMT20_URL = "http://www.statmt.org/wmt20/translation-task.html"
WMT23_URL = "http://www2.statmt.org/wmt23/translation-task.html"
FLORES_URL = "https://github.com/facebookresearch/flores"
NTREX_URL = "https://github.com/MicrosoftTranslator/NTREX"

# Pairs: OPUS's counts, the test sets' own; none where we have not seen one.
CORPORA = [
    Corpus("news-commentary", "Statmt-news_commentary-18.1-eng-zho", None, PACKAGING,
           "https://data.statmt.org/news-commentary/README"),
    Corpus("unpc", "OPUS-unpc-v1.0-eng-zho", 17451549, "public domain; acknowledge the United Nations as the source",
           "https://www.un.org/dgacm/en/content/uncorpus"),
    Corpus("tatoeba", "OPUS-tatoeba-v20230412-cmn-eng", None, "CC BY 2.0 FR; single sentences may differ",
           "https://tatoeba.org/en/downloads"),
    Corpus("wikimatrix", "OPUS-wikimatrix-v1-eng-zho", 786512, "CC BY-SA 4.0", "https://opus.nlpl.eu/legacy/WikiMatrix.php"),
    Corpus("wikititles", "OPUS-wikititles-v3-eng-zho", 921959, "CC BY-SA 4.0", "https://opus.nlpl.eu/legacy/WikiTitles.php"),
    Corpus("paracrawl", "OPUS-paracrawl-v9-eng-zho", 14170869, PACKAGING, "https://paracrawl.eu/"),
    Corpus("ccaligned", "OPUS-ccaligned-v1-eng-zho_CN", 15181417, WEB, WEB_URL),
    Corpus("ccmatrix", "OPUS-ccmatrix-v1-eng-zho", 71383325, WEB, WEB_URL),
    Corpus("opensubtitles", "OPUS-opensubtitles-v2024-eng-zho_CN", 22394812,
           "unknown: subtitles of films; a link to opensubtitles.org is asked for",
           "https://opus.nlpl.eu/legacy/OpenSubtitles.php"),
    Corpus("ted2020", "OPUS-ted2020-v1-eng-zho_CN", 402919, TED, TED_URL),
    Corpus("neulab-ted", "OPUS-neulab_tedtalks-v1-eng-zho_CN", 215340, TED, TED_URL),
    Corpus("flores200-dev", "Flores-flores200_dev-1-eng-zho_Hans", 997, "CC BY-SA 4.0", FLORES_URL, True),
    Corpus("flores200-devtest", "Flores-flores200_devtest-1-eng-zho_Hans", 1012, "CC BY-SA 4.0", FLORES_URL, True),
    Corpus("ntrex128", "Microsoft-ntrex-128-eng-zho_CN", 1997, "CC BY-SA 4.0", NTREX_URL, True),
    Corpus("newstest2020-en-zh", "Statmt-newstest_enzh-2020-eng-zho", 1418, WMT, WMT20_URL, True),
    Corpus("newstest2020-zh-en", "Statmt-newstest_zhen-2020-zho-eng", 2000, WMT, WMT20_URL, True),
    Corpus("wmt23-en-zh", "Statmt-generaltest-2023_refA-eng-zho", 2074, WMT, WMT23_URL, True),
    Corpus("wmt23-zh-en", "Statmt-generaltest-2023_refA-zho-eng", 1976, WMT, WMT23_URL, True),
]


class Failure(Exception):
    """What ends the script: a message for its user, and the exit code."""

    def __init__(self, message, code=1):
        super().__init__(message)
        self.code = code


def say(message):
    print(message, file=sys.stderr, flush=True)


def list_corpora():
    for held_out, heading in ((False, "for training"), (True, "for --valid and --test")):
        print(f"{heading:20}{'pairs':>12}  mtdata's id")
        for corpus in (corpus for corpus in CORPORA if corpus.held_out == held_out):
            print(f"{corpus.name:20}{f'{corpus.pairs:,}' if corpus.pairs else '-':>12}  {corpus.id}")
            print(f"{'':34}{corpus.licence}\n{'':34}{corpus.url}")


def nearest(name, names):
    close = difflib.get_close_matches(name, names, n=3, cutoff=0.5)
    return f"; did you mean {' or '.join(close)}?" if close else "; see --list"


def find_corpus(name):
    """The corpus of a short name or an id; one that isn't in our list has no licence that we know."""
    for corpus in CORPORA:
        if name in (corpus.name, corpus.id):
            return corpus
    if re.fullmatch(r"[^-/\s]+(-[^-/\s]+){4}", name):
        return Corpus(name, name, None, UNKNOWN, "")
    raise Failure(f"{name}: unknown corpus{nearest(name, [corpus.name for corpus in CORPORA])}", 2)


def choose_corpora(arguments):
    """{"train": corpora, "valid": [one] or [], "test": [one] or []}"""
    names = {"train": arguments.name, "valid": arguments.valid, "test": arguments.test}
    chosen = {part: [find_corpus(name) for name in part_names] for part, part_names in names.items()}
    every = list(itertools.chain(*chosen.values()))
    for corpus in every:
        if every.count(corpus) > 1:
            raise Failure(f"{corpus.name} is named twice; a corpus has one use", 2)
    for corpus in chosen["train"]:
        if corpus.held_out:
            raise Failure(f"{corpus.name} is for measuring, not for training: give it as --valid or --test", 2)
    return chosen


def enter_environment():
    """Goes on in the Python that has mtdata, which is installed first where it isn't there yet."""
    complete = ENVIRONMENT / MTDATA
    if not complete.exists():
        say(f"installing {MTDATA} into {ENVIRONMENT}")
        python = ENVIRONMENT / "bin/python"
        for command in ([sys.executable, "-m", "venv", "--clear", ENVIRONMENT],
                        [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", MTDATA]):
            if subprocess.run(command, stdout=sys.stderr).returncode != 0:
                raise Failure(f"mtdata can't be installed, see above; this needs Python 3.10 or newer with its venv module, "
                              f"and pip's index (or PIP_FIND_LINKS, a folder with {MTDATA} and what it needs)")
        complete.touch()
    if not ENVIRONMENT.samefile(sys.prefix):
        python = str(ENVIRONMENT / "bin/python")
        os.execv(python, [python, __file__, *sys.argv[1:]])


def load_mtdata():
    """mtdata with its talk turned down and with every certificate checked: it would ask again without."""
    say("reading mtdata's catalogue (the first time takes half a minute)")
    import mtdata
    import mtdata.cache

    logging.getLogger().setLevel(logging.CRITICAL)
    import mtdata.index

    mtdata.pbar_man.enabled = sys.stderr.isatty()
    get = mtdata.cache.requests.get
    mtdata.cache.requests.get = lambda *arguments, **options: get(*arguments, **{**options, "verify": True})
    return mtdata


def languages_of(entry):
    """("en", "zh") or ("zh", "en"); None for what is no English-Chinese pair."""
    found = tuple(LANGUAGES.get(str(language).split("_")[0]) for language in entry.did.langs)
    return found if sorted(map(str, found)) == ["en", "zh"] else None


def find_entry(mtdata, corpus):
    entries = {str(entry.did): entry for entry in mtdata.index.INDEX.get_entries() if languages_of(entry)}
    if corpus.id not in entries:
        names = [*entries, *(known.name for known in CORPORA)]
        raise Failure(f"{corpus.id}: mtdata has no English-Chinese set of this id{nearest(corpus.id, names)}", 2)
    entry = entries[corpus.id]
    if entry.in_paths and len(set(entry.in_paths)) < len(entry.in_paths) and entry.in_ext != "tmx":
        raise Failure(f"{corpus.id}: mtdata's entry is faulty, both its sides are {entry.in_paths[0]}", 2)
    return entry


def download_urls(entry):
    return " ".join([entry.url] if isinstance(entry.url, str) else entry.url)


def description(corpus, entry):
    statement = f" ({corpus.url})" if corpus.url else ""
    return f"{corpus.name}: {corpus.licence}{statement}\n  mtdata {corpus.id}, {download_urls(entry)}\n"


def ask_for_consent(descriptions, accepted):
    say("Licences, as far as we know them; theirs is the last word:\n" + "".join(descriptions))
    if accepted:
        return
    if not sys.stdin.isatty():
        raise Failure("nothing is fetched unless the licences are accepted: add --accept-licences", 2)
    print("Do you accept them? [y/N] ", end="", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise Failure("not accepted; nothing was fetched", 2)


def count_lines(path):
    with open(path, "rb") as file:
        return sum(chunk.count(b"\n") for chunk in iter(lambda: file.read(1 << 20), b""))


def require_equal(counts, what, remedy):
    if counts[0] != counts[1]:
        raise Failure(f"{what} has {counts[0]} lines on one side and {counts[1]} on the other; {remedy}")


def read_pairs(mtdata, entry):
    """The pairs in the entry's order of languages. mtdata says that sides are unequal but not how: they are counted then."""
    paths = mtdata.cache.Cache(mtdata.cache_dir).get_entry(entry)
    parser = mtdata.cache.Parser(paths, ext=entry.in_ext or None, ent=entry)
    try:
        yield from parser.read_segs(show_pbar=False)
    except Exception as error:
        if "unequal number" in str(error):
            sides = [mtdata.cache.Parser([path], ext=parser.ext, ent=entry) for path in parser.paths]
            counts = [sum(1 for _ in side.read_segs(show_pbar=False)) for side in sides]
            require_equal(counts, f"{entry.did} as downloaded", "it can't be used; tell whoever provides it")
        raise


def one_line(text):
    return re.sub(r"[\t\r\n]+", " ", text or "").strip()


def write_pairs(name, pairs, paths):
    """Writes the pairs that have two sides; returns how many there are, and how many lack one."""
    kept = dropped = 0
    with open(paths[0], "w", encoding="utf-8") as first, open(paths[1], "w", encoding="utf-8") as second:
        for pair in pairs:
            sides = [one_line(side) for side in pair[:2]]
            if len(sides) < 2 or not all(sides):
                dropped += 1
                continue
            first.write(sides[0] + "\n")
            second.write(sides[1] + "\n")
            kept += 1
            if kept % 100000 == 0 and sys.stderr.isatty():
                print(f"\r{name}: {kept:,} pairs", end="", file=sys.stderr, flush=True)
    if kept == 0:
        raise Failure(f"{name}: the download holds no pair; tell whoever provides it")
    return kept, dropped


def explain(error, corpus, entry, folder):
    """The Failure to show for an error of fetching or writing."""
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
        return Failure(f"{corpus.name}: the disk is full; free some space for {folder} and mtdata's downloads "
                       f"(MTDATA names their folder) and run this again: what is complete is kept")
    if type(error).__module__.startswith("requests") or isinstance(error, AssertionError) and str(error).isdigit():
        answer = f"the server answered {error}" if isinstance(error, AssertionError) else f"{type(error).__name__}: {error}"
        return Failure(f"{corpus.name}: can't fetch {download_urls(entry)}: {answer}\n"
                       "  check the network (and https_proxy), then run this again: what is complete is kept")
    if isinstance(error, OSError):
        return Failure(f"{corpus.name}: {error}")
    return Failure(f"{corpus.name}: mtdata can't read {download_urls(entry)}: {type(error).__name__}: {error}")


def fetch(mtdata, corpus, entry, folder):
    """Puts the corpus into the folder, each file under its name only when all is well."""
    final = [folder / f"{corpus.name}.{language}" for language in languages_of(entry)]
    if all(path.exists() for path in final):
        counts = [count_lines(path) for path in final]
        require_equal(counts, f"{folder / corpus.name}.*", "remove both files, then run this again")
        say(f"{corpus.name}: {counts[0]:,} pairs are there already")
        return
    say(f"{corpus.name}: fetching {download_urls(entry)}")
    partial = [path.with_name(path.name + ".partial") for path in final]
    try:
        kept, dropped = write_pairs(corpus.name, read_pairs(mtdata, entry), partial)
        (folder / f"{corpus.name}.txt").write_text(f"{description(corpus, entry)}  {kept} pairs\n", encoding="utf-8")
        for source, target in zip(partial, final):
            source.replace(target)
    except Failure:
        raise
    except Exception as error:
        raise explain(error, corpus, entry, folder) from error
    finally:
        for path in partial:
            path.unlink(missing_ok=True)
    say(f"{corpus.name}: {kept:,} pairs" + (f", {dropped:,} with a blank side left out" if dropped else ""))


def data_section(chosen, folder, languages, base):
    """The config's data section, with paths as seen from the folder `base`."""

    def pair(corpus):
        paths = [os.path.relpath(folder / f"{corpus.name}.{language}", base) for language in languages]
        return {"source": paths[0], "target": paths[1]}

    held_out = {part: pair(chosen[part][0]) for part in ("valid", "test") if chosen[part]}
    return {"data": {"train": [pair(corpus) for corpus in chosen["train"]], **held_out,
                     "source_language": languages[0], "target_language": languages[1]}}


def write_config(path, section, descriptions):
    comments = "".join(f"// {line}\n" for text in descriptions for line in text.splitlines())
    partial = path.with_name(path.name + ".partial")
    partial.write_text(f"{comments}{json.dumps(section, indent=2, ensure_ascii=False)}\n", encoding="utf-8")
    partial.replace(path)
    say(f"wrote {path}; go on with: tfm train --config {path}")


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", nargs="*", metavar="NAME", help="corpora to train on")
    parser.add_argument("--list", action="store_true", help="the short names, with sizes, licences and mtdata's ids")
    parser.add_argument("--output", type=pathlib.Path, metavar="DIR", help="where the corpora go")
    parser.add_argument("--valid", nargs=1, default=[], metavar="NAME", help="the set that training is watched on")
    parser.add_argument("--test", nargs=1, default=[], metavar="NAME", help="the set that is scored in the end")
    parser.add_argument("--languages", nargs=2, default=["en", "zh"], choices=["en", "zh"], help="source, then target")
    parser.add_argument("--config", type=pathlib.Path, metavar="FILE", help="a new file for the config")
    parser.add_argument("--accept-licences", action="store_true", help="don't ask")
    arguments = parser.parse_args()
    if not arguments.list and not (arguments.name and arguments.output):
        parser.error("give --list, or --output DIR and the NAMEs of corpora")
    if arguments.languages[0] == arguments.languages[1]:
        parser.error("--languages: source and target are the same")
    if arguments.config and arguments.config.exists():
        parser.error(f"--config: {arguments.config} is there already; name another file or remove it")
    return arguments


def run(arguments):
    chosen = choose_corpora(arguments)
    enter_environment()
    mtdata = load_mtdata()
    entries = {corpus: find_entry(mtdata, corpus) for part in chosen.values() for corpus in part}
    descriptions = [description(corpus, entry) for corpus, entry in entries.items()]
    ask_for_consent(descriptions, arguments.accept_licences)
    arguments.output.mkdir(parents=True, exist_ok=True)
    for corpus, entry in entries.items():
        fetch(mtdata, corpus, entry, arguments.output)
    section = data_section(chosen, arguments.output, arguments.languages, (arguments.config or pathlib.Path("FILE")).parent)
    if arguments.config:
        arguments.config.parent.mkdir(parents=True, exist_ok=True)
        write_config(arguments.config, section, descriptions)
    else:
        print(json.dumps(section, indent=2, ensure_ascii=False))


def main():
    arguments = parse_arguments()
    try:
        if arguments.list:
            list_corpora()
        else:
            run(arguments)
    except (Failure, OSError) as error:
        say(f"error: {error}")
        sys.exit(getattr(error, "code", 1))
    except KeyboardInterrupt:
        say("\nstopped; run this again to go on")
        sys.exit(130)


if __name__ == "__main__":
    main()
