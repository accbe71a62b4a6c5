#!/usr/bin/env python3
"""Fetches public English-Chinese corpora by name, shows their licences, and writes a config's data section.

  scripts/download_corpora.py --list
  scripts/download_corpora.py --output corpora news-commentary unpc --valid flores200-dev --config corpora/en-zh.json

A NAME is one of --list or the id of any English-Chinese set of mtdata (https://github.com/thammegowda/mtdata), which
does the fetching and is installed into .deps/mtdata-venv when first needed. Each corpus becomes DIR/NAME.en,
DIR/NAME.zh and DIR/NAME.txt (whence it came, under which licence); pairs with a blank side are left out. What is
complete isn't fetched again. The downloads themselves stay in ~/.mtdata, or in the folder that the environment's MTDATA
names. Without --config the data section goes to stdout.
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

from public_corpora import CORPORA, Corpus

PROJECT = pathlib.Path(__file__).resolve().parent.parent
ENVIRONMENT = PROJECT / ".deps/mtdata-venv"
MTDATA = "mtdata==0.5.1"
LANGUAGES = {"eng": "en", "zho": "zh", "cmn": "zh"}  # mtdata's codes, without script and country


class Failure(Exception):
    """What ends the script: a message for its user, and the exit code."""

    def __init__(self, message, code=1):
        super().__init__(message)
        self.code = code


def say(message):
    print(message, file=sys.stderr, flush=True)


def list_corpora():
    for held_out, heading in ((False, "for training"), (True, "for --valid and --test")):
        print(f"{heading:24}{'pairs':>12}  mtdata's id")
        for corpus in (corpus for corpus in CORPORA if corpus.held_out == held_out):
            pairs = f"{corpus.pairs:,}" if corpus.pairs else "-"
            print(f"{corpus.name:24}{pairs:>12}  {corpus.id}\n{'':38}{corpus.licence}\n{'':38}{corpus.url}")


def nearest(name, names):
    close = difflib.get_close_matches(name, names, n=3, cutoff=0.5)
    return f"; did you mean {' or '.join(close)}?" if close else "; see --list"


def find_corpus(name):
    """The corpus of a short name or an id; one that isn't in our list has no licence that we know."""
    for corpus in CORPORA:
        if name in (corpus.name, corpus.id):
            return corpus
    if re.fullmatch(r"[^-/\s]+(-[^-/\s]+){4}", name):
        return Corpus(name, name, None, "unknown: look at its URL", "")
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
                raise Failure(f"{MTDATA} can't be installed, see above; that needs Python 3.10 or newer with venv "
                              "(Debian: python3-venv) and pip's index (or PIP_FIND_LINKS, a folder of wheels)")
        complete.touch()
    if not ENVIRONMENT.samefile(sys.prefix):
        python = str(ENVIRONMENT / "bin/python")
        os.execv(python, [python, __file__, *sys.argv[1:]])


def load_mtdata():
    """mtdata, quietened, and with certificates checked: where a check fails it would ask again without one."""
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


def find_entries(mtdata, corpora):
    catalogue = {str(entry.did): entry for entry in mtdata.index.INDEX.get_entries() if languages_of(entry)}
    return {corpus: find_entry(catalogue, corpus) for corpus in corpora}


def find_entry(catalogue, corpus):
    if corpus.id not in catalogue:
        raise Failure(f"{corpus.id}: mtdata has no English-Chinese set of this id{nearest(corpus.id, catalogue)}", 2)
    entry = catalogue[corpus.id]
    if entry.in_paths and len(set(entry.in_paths)) < len(entry.in_paths):
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
        return sum(1 for _ in file)


def require_equal(counts, languages, what, remedy):
    if counts[0] != counts[1]:
        raise Failure(f"{what} has {counts[0]} lines in {languages[0]} but {counts[1]} in {languages[1]}; {remedy}")


def read_pairs(mtdata, entry):
    """The pairs in the entry's order of languages. Where mtdata finds unequal sides, we count them for the message."""
    paths = mtdata.cache.Cache(mtdata.cache_dir).get_entry(entry)
    parser = mtdata.cache.Parser(paths, ext=entry.in_ext or None, ent=entry)
    try:
        for pair in parser.read_segs(show_pbar=False):
            if isinstance(pair, str):  # a page that the server sent instead; mtdata takes it for text
                raise ValueError("it isn't the archive that it should be")
            yield pair
    except Exception as error:
        if "unequal number" in str(error):
            sides = [mtdata.cache.Parser([path], ext=parser.ext, ent=entry) for path in parser.paths]
            counts = [sum(1 for _ in side.read_segs(show_pbar=False)) for side in sides]
            require_equal(counts, languages_of(entry), f"{entry.did} as downloaded", "tell those who provide it")
        raise


def one_line(text):
    return re.sub(r"\s*[\t\r\n]\s*", " ", text or "").strip()


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
                print(f"{name}: {kept:,} pairs", end="\r", file=sys.stderr, flush=True)
    if kept == 0:
        raise Failure(f"{name}: the download holds no pair; tell those who provide it")
    return kept, dropped


def explain(error, corpus, entry, mtdata):
    """The Failure to show for an error of fetching, reading or writing."""
    urls, again = download_urls(entry), "then run this again: what is complete is kept"
    if isinstance(error, Failure):
        return error
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
        return Failure(f"{corpus.name}: the disk is full; free some space for it and for {mtdata.cache_dir}, {again}")
    if isinstance(error, mtdata.cache.requests.RequestException):
        reason = str(error).rpartition("Caused by ")[2].removesuffix(")")
        return Failure(f"{corpus.name}: can't fetch {urls}: {reason}\n  check the network (and https_proxy), {again}")
    if isinstance(error, AssertionError) and str(error).isdigit():
        return Failure(f"{corpus.name}: can't fetch {urls}: the server answers {error}\n"
                       "  it may have moved: look for another version of this set, or a newer mtdata")
    if isinstance(error, OSError) and error.filename:
        return Failure(f"{corpus.name}: {error}")
    return Failure(f"{corpus.name}: can't read what came from {urls}: {type(error).__name__}: {error}\n"
                   f"  if it is damaged, remove it from {mtdata.cache_dir}, {again}")


def fetch(mtdata, corpus, entry, folder):
    """Puts the corpus into the folder, each file under its name only when all is well."""
    final = [folder / f"{corpus.name}.{language}" for language in languages_of(entry)]
    if all(path.exists() for path in final):
        counts = [count_lines(path) for path in final]
        require_equal(counts, languages_of(entry), folder / corpus.name, "remove both files, then run this again")
        say(f"{corpus.name}: {counts[0]:,} pairs are there already")
        return
    say(f"{corpus.name}: fetching {download_urls(entry)}")
    partial = [path.with_name(path.name + ".partial") for path in final]
    try:
        kept, dropped = write_pairs(corpus.name, read_pairs(mtdata, entry), partial)
        (folder / f"{corpus.name}.txt").write_text(f"{description(corpus, entry)}  {kept} pairs\n", encoding="utf-8")
        for source, target in zip(partial, final):
            source.replace(target)
    except Exception as error:
        raise explain(error, corpus, entry, mtdata) from error
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
    path.parent.mkdir(parents=True, exist_ok=True)
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
    if len(sys.argv) > 2 if arguments.list else not (arguments.name and arguments.output):
        parser.error("give --list alone, or --output DIR and the NAMEs of corpora")
    if arguments.languages[0] == arguments.languages[1]:
        parser.error("--languages: source and target are the same")
    if arguments.config and arguments.config.exists():
        parser.error(f"--config: {arguments.config} is there already; name another file or remove it")
    return arguments


def run(arguments):
    chosen = choose_corpora(arguments)
    enter_environment()
    mtdata = load_mtdata()
    entries = find_entries(mtdata, itertools.chain(*chosen.values()))
    descriptions = [description(corpus, entry) for corpus, entry in entries.items()]
    ask_for_consent(descriptions, arguments.accept_licences)
    arguments.output.mkdir(parents=True, exist_ok=True)
    for corpus, entry in entries.items():
        fetch(mtdata, corpus, entry, arguments.output)
    base = arguments.config.parent if arguments.config else pathlib.Path()
    section = data_section(chosen, arguments.output, arguments.languages, base)
    if arguments.config:
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
