"""Translates with CTranslate2 and prints what it took as JSON: translate_ctranslate2.py JOB.

JOB: model (a folder of scripts/export_ctranslate2.py), vocabulary, source, output, threads, type, beam_size, batch_size,
one_by_one (how many sentences also go alone).
"""

import json
import pathlib
import resource
import statistics
import sys
import time

import ctranslate2
import sentencepiece

MOST_TOKENS = 256


def main():
    job = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    lines = pathlib.Path(job["source"]).read_text(encoding="utf-8").splitlines()
    processor = sentencepiece.SentencePieceProcessor(model_file=job["vocabulary"])
    sources = processor.encode(lines, out_type=str)
    unknown = processor.id_to_piece(processor.unk_id())
    translator = ctranslate2.Translator(job["model"], device="cpu", compute_type=job["type"], inter_threads=1,
                                        intra_threads=job["threads"])
    search = {"beam_size": job["beam_size"], "max_decoding_length": MOST_TOKENS}
    translator.translate_batch(sources[: job["batch_size"]], **search)
    begin = time.perf_counter()
    results = translator.translate_batch(sources, max_batch_size=job["batch_size"], batch_type="examples", **search)
    seconds = time.perf_counter() - begin
    hypotheses = [result.hypotheses[0] for result in results]
    texts = (processor.decode([piece for piece in pieces if piece != unknown]) for pieces in hypotheses)  # which tfm doesn't print
    pathlib.Path(job["output"]).write_text("".join(text + "\n" for text in texts), encoding="utf-8")
    print(json.dumps({"seconds": seconds, "lines": len(lines), "tokens": sum(len(pieces) + 1 for pieces in hypotheses),
                      "median_ms": 1000 * statistics.median(times_alone(translator, sources[: job["one_by_one"]], search)),
                      "peak_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, "type": translator.compute_type}))


def times_alone(translator, sources, search):
    for source in sources:
        begin = time.perf_counter()
        translator.translate_batch([source], **search)
        yield time.perf_counter() - begin


main()
