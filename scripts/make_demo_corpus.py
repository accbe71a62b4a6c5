#!/usr/bin/env python3
"""Writes the demo corpus: scripts/make_demo_corpus.py [FOLDER], by default into data/demo.

The sentences come from the grammar in scripts/demo_corpus and from data/demo/handwritten.tsv. The same seed writes the
same bytes with every Python from 3.9 on: only Random.random() is used, whose values are guaranteed to stay.
"""

import random
import re
import sys
from collections import Counter
from pathlib import Path

from demo_corpus.templates import TEMPLATES

SEED = 20240607
TRAIN, VALID, TEST = 9600, 400, 400  # generated pairs; the handwritten ones are added to train
LEAST_WORDS, MOST_WORDS = 4, 16
CANDIDATES = 6  # sentences drawn for each one that is kept
MOST_FAILURES = 30  # rounds without a new sentence after which a template is left alone
LEAST_COUNT = 15  # how often the words of a test sentence have to occur in all
DEMO = Path(__file__).resolve().parent.parent / "data" / "demo"


class Choice:
    """Random choices built on Random.random() alone."""

    def __init__(self, seed):
        self._random = random.Random(seed).random

    def below(self, limit):
        return int(self._random() * limit)

    def pick(self, items):
        return items[self.below(len(items))]

    def chance(self, probability):
        return self._random() < probability

    def shuffle(self, items):
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


def tokens(pair):
    """The English words and the Chinese characters of a pair."""
    english, chinese = pair
    return set(re.findall(r"[A-Za-z]+(?:'[a-z]+)?", english)) | set(chinese)


class Collection:
    """Pairs without a repeated sentence on either side, and how often each token occurs in them."""

    def __init__(self, known):
        self.pairs = []
        self.counts = Counter()
        self._english = {english for english, _ in known}
        self._chinese = {chinese for _, chinese in known}

    def is_new(self, pair):
        return pair[0] not in self._english and pair[1] not in self._chinese

    def rarity(self, pair):
        return min(self.counts[token] for token in tokens(pair))

    def add(self, pair):
        self.pairs.append(pair)
        self.counts.update(tokens(pair))
        self._english.add(pair[0])
        self._chinese.add(pair[1])


def candidate(choice, template):
    english, chinese = template(choice)
    return english[0].upper() + english[1:], chinese


def admitted(pair):
    return LEAST_WORDS <= len(pair[0].split()) <= MOST_WORDS


def generate(choice, count, handwritten):
    """`count` new pairs, one from each template in turn. Of a few candidates the one with the rarest word is kept."""
    collection, templates, failures = Collection(handwritten), list(TEMPLATES), Counter()
    while len(collection.pairs) < count:
        for template in list(templates):
            drawn = [candidate(choice, template) for _ in range(CANDIDATES)]
            fresh = [pair for pair in drawn if admitted(pair) and collection.is_new(pair)]
            if fresh:
                collection.add(min(fresh, key=collection.rarity))
                failures[template] = 0
                continue
            failures[template] += 1
            if failures[template] == MOST_FAILURES:
                templates.remove(template)
    return collection.pairs


def split(choice, pairs):
    """Train, valid and test. A pair with a word that isn't frequent is one to learn from, not to be tested with."""
    choice.shuffle(pairs)
    counts = Counter(token for pair in pairs for token in tokens(pair))
    held_out = [pair for pair in pairs if all(counts[token] >= LEAST_COUNT for token in tokens(pair))][:VALID + TEST]
    kept_back = set(held_out)
    train = [pair for pair in pairs if pair not in kept_back]
    return train, held_out[:VALID], held_out[VALID:]


def read_handwritten(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    return [tuple(line.split("\t")) for line in lines]


def write(folder, name, pairs):
    for side, language in enumerate(("en", "zh")):
        text = "".join(pair[side] + "\n" for pair in pairs)
        (folder / f"{name}.{language}").write_bytes(text.encode("utf-8"))


def make(folder):
    choice = Choice(SEED)
    handwritten = read_handwritten(DEMO / "handwritten.tsv")
    train, valid, test = split(choice, generate(choice, TRAIN + VALID + TEST, handwritten))
    train += handwritten
    choice.shuffle(train)
    for name, pairs in (("train", train), ("valid", valid), ("test", test)):
        write(folder, name, pairs)


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else DEMO)
