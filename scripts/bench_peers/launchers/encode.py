"""Learns one SentencePiece vocabulary for both languages and encodes all splits.

  encode.py SPLITS_FOLDER OUTPUT_FOLDER SIZE SOURCE TARGET    (prints what came out as JSON)

Writes the text as it was taken (SPLIT.LANGUAGE), as pieces (SPLIT.pieces.LANGUAGE), vocabulary.model and pieces.txt.
Training pairs with a blank or very long side are left out, for all programs alike. Special ids are those that tfm's own
vocabularies have.
"""

import json
import pathlib
import sys

import sentencepiece

MOST_PIECES = 256


def read(path):
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")


def write(path, lines):
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")


def learn(pairs, size, output):
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=(side for pair in pairs for side in pair), model_prefix=str(output / "vocabulary"), vocab_size=size,
        model_type="unigram", normalization_rule_name="identity", hard_vocab_limit=False, pad_id=0, unk_id=1, bos_id=2, eos_id=3,
        num_threads=1, minloglevel=2)
    return sentencepiece.SentencePieceProcessor(model_file=str(output / "vocabulary.model"))


def fits(pair, model):
    return all(side.strip() and len(model.encode(side)) <= MOST_PIECES for side in pair)


def encode(pairs, model, output, split, languages):
    """Pieces of both sides, and of the longer side of each pair."""
    lengths = []
    for language, side in zip(languages, zip(*pairs)):
        encoded = [model.encode(line, out_type=str) for line in side]
        write(output / f"{split}.{language}", side)
        write(output / f"{split}.pieces.{language}", map(" ".join, encoded))
        lengths.append(list(map(len, encoded)))
    return [*map(sum, lengths), sum(map(max, *lengths))]


def main():
    source, output, size, *languages = sys.argv[1:]
    source, output = pathlib.Path(source), pathlib.Path(output)
    splits = {}
    for split in ("train", "valid", "test"):
        splits[split] = list(zip(*(read(source / f"{split}.{language}") for language in languages)))
    model = learn(splits["train"], int(size), output)
    splits["train"] = [pair for pair in splits["train"] if fits(pair, model)]
    counts = {split: encode(pairs, model, output, split, languages) for split, pairs in splits.items()}
    write(output / "pieces.txt", [model.id_to_piece(i) for i in range(4, model.get_piece_size())])
    print(json.dumps({"vocabulary": model.get_piece_size(), "train_pairs": len(splits["train"]),
                      "source_pieces": counts["train"][0], "target_pieces": counts["train"][1],
                      "longer_side_pieces": counts["train"][2]}))


if __name__ == "__main__":
    main()
