"""The data that all programs train on: one vocabulary, the same pieces."""

import json
import pathlib
import sys

import child
import peers
from errors import UserError

PROJECT = pathlib.Path(__file__).resolve().parent.parent.parent
VOCABULARY = 8000
SPLITS = ("train", "valid", "test")
LANGUAGES = ("en", "zh")


def default_data():
    neighbour = PROJECT.parent / "shared" / "data" / "tatoeba-en-zh"
    return neighbour if neighbour.is_dir() else PROJECT / "data" / "demo"


def check(data):
    """All that is wrong with a folder of splits at once."""
    missing = [f"{split}.{language}" for split in SPLITS for language in LANGUAGES if not (data / f"{split}.{language}").is_file()]
    if missing:
        raise UserError(f"{data} lacks {', '.join(missing)}; --data takes a folder with {{train,valid,test}}.{{en,zh}}")
    for split in SPLITS:
        lines = [(data / f"{split}.{language}").read_bytes().count(b"\n") for language in LANGUAGES]
        if lines[0] != lines[1]:
            raise UserError(f"{data}/{split}.en has {lines[0]} lines but {split}.zh {lines[1]}; they need one line for one line")


class Workload:
    """A folder with the encoded splits; what else the programs make of them lies there as well."""

    source, target = LANGUAGES

    def __init__(self, data, folder, peer):
        """Encodes with the peer's SentencePiece."""
        check(data)
        self.folder = folder
        folder.mkdir()
        command = peers.launch(peer, "encode", data, folder, VOCABULARY, *LANGUAGES)
        child.run(command, folder / "encode.log", 1, folder / "counts.json")
        counts = json.loads((folder / "counts.json").read_text())
        self.vocabulary, self.train_pairs = counts["vocabulary"], counts["train_pairs"]
        self.source_pieces, self.target_pieces = counts["source_pieces"], counts["target_pieces"]
        self.longer_side_pieces = counts["longer_side_pieces"]
        if self.vocabulary < VOCABULARY:
            print(f"== {data} is too small for {VOCABULARY} pieces; the vocabulary has {self.vocabulary}", file=sys.stderr)

    def file(self, split, language):
        return self.folder / f"{split}.{language}"

    def target_share(self):
        """Target tokens for each token of a pair's longer side."""
        return (self.target_pieces + self.train_pairs) / (self.longer_side_pieces + self.train_pairs)

    def describe(self):
        return f"{self.train_pairs:,} pairs, {self.source_pieces:,} source and {self.target_pieces:,} target pieces, vocabulary {self.vocabulary:,}"
