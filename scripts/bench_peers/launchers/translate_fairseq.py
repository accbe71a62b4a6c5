"""Translates the test set with fairseq's own decoder: translate_fairseq.py JOB CHECKPOINT OUTPUT."""

import contextlib
import io
import sys

import sentencepiece

from job import keep_old_pickles_loadable, read_job

job = read_job()
_, _, checkpoint, output = sys.argv
keep_old_pickles_loadable()

from fairseq_cli import interactive


def decoded(printed):
    """Line by line what fairseq printed as "H-NUMBER SCORE PIECES", in the order of its input; unknown pieces left out, as in tfm."""
    model = sentencepiece.SentencePieceProcessor(model_file=str(job.data / "vocabulary.model"))
    hypotheses = {}
    for line in printed.split("\n"):
        if line.startswith("H-"):
            number, _, text = line.split("\t", 2)
            hypotheses[int(number[2:])] = model.decode([piece for piece in text.split() if piece != "<unk>"])
    return [hypotheses[number] for number in sorted(hypotheses)]


sys.argv = ["fairseq-interactive", str(job.data / "fairseq"), "-s", job.source, "-t", job.target, "--path", checkpoint, "--cpu",
            "--beam", "5", "--batch-size", "64", "--buffer-size", "2000", "--input", f"{job.data}/test.pieces.{job.source}",
            "--max-len-a", "2", "--max-len-b", "20"]
printed = io.StringIO()
with contextlib.redirect_stdout(printed):
    interactive.cli_main()
with open(output, "w", encoding="utf-8") as file:
    file.writelines(line + "\n" for line in decoded(printed.getvalue()))
