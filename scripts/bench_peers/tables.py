"""Figures of several rounds as Markdown."""

import statistics


def markdown(header, rows):
    """The first column is text, the others are numbers."""
    rules = ["---"] + ["---:"] * (len(header) - 1)
    return "\n".join("| " + " | ".join(row) + " |" for row in [header, rules, *rows])


def number(value):
    return f"{value:,.0f}"


def spread(values):
    """Median (least–most)."""
    middle = number(statistics.median(values))
    return middle if len(values) == 1 else f"{middle} ({number(min(values))}–{number(max(values))})"


def ratio(ours, theirs):
    return f"{ours / theirs:.2f}"


SPEED_HEADER = ["program", "target tokens/s", "tfm's / its", "peak MiB", "tfm's / its", "tokens an update", "foreign cores"]


def speed_rows(runs, titles):
    """A row for each program of `titles`; `runs` are those of one size and precision."""

    def of(name, figure):
        return [run[figure] for run in runs if run["program"] == name]

    def middle(name, figure):
        return statistics.median(of(name, figure))

    return [[title, spread(of(name, "tokens_per_second")),
             ratio(middle("tfm", "tokens_per_second"), middle(name, "tokens_per_second")),
             number(middle(name, "peak_mib")), ratio(middle("tfm", "peak_mib"), middle(name, "peak_mib")),
             number(middle(name, "tokens_per_update")), f"{middle(name, 'foreign_cores'):.2f}"]
            for name, title in titles.items()]


def speed_tables(results, titles):
    """`results`: {"runs": [...], "matmul": [...]}, one of either for each run of each round."""
    peaks = ", ".join(f"{precision} {spread([peak[precision] for peak in results['matmul']])}" for precision in ("float32", "bfloat16"))
    parts = [f"Matrix products of 2,048 x 2,048, GFLOP/s: {peaks}."]
    for size, precision in dict.fromkeys((run["size"], run["precision"]) for run in results["runs"]):
        runs = [run for run in results["runs"] if (run["size"], run["precision"]) == (size, precision)]
        parts.append(f"### {size}, {precision}\n\n{markdown(SPEED_HEADER, speed_rows(runs, titles))}")
    return "\n\n".join(parts)


def quality_table(results, seconds):
    """BLEU / chrF2 of each program at each time."""
    rows = []
    for program in dict.fromkeys(score["program"] for score in results["scores"]):
        scores = {score["seconds"]: score for score in results["scores"] if score["program"] == program}
        rows.append([program] + [f"{scores[time]['bleu']:.2f} / {scores[time]['chrf']:.2f}" for time in seconds])
    return markdown(["program"] + [f"{time:g} s" for time in seconds], rows)
