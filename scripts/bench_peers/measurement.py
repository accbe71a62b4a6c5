"""The speed of one run, from what the program wrote down."""

import json


class Speed:
    """Target tokens a second, and of an update, after the updates that are thrown away."""

    def __init__(self, tokens, seconds, updates):
        self.tokens_per_second = tokens / seconds
        self.tokens_per_update = tokens / updates


def speed_of_updates(rows, skipped):
    """`rows`: seconds since the start and target tokens of each update, as a launcher's meter writes them."""
    measured = rows[skipped:]
    return Speed(sum(tokens for _, tokens in measured), rows[-1][0] - rows[skipped - 1][0], len(measured))


def speed_of_log(text, skipped):
    """`text`: tfm's log.jsonl, with a line at least at the last update that is thrown away and at the end."""
    steps = [entry for entry in map(json.loads, text.splitlines()) if entry["event"] == "step"]
    tokens, seconds = 0, 0.0
    for before, entry in zip(steps, steps[1:]):
        if entry["step"] > skipped:
            new = entry["tokens"] - before["tokens"]
            tokens += new
            seconds += new / entry["tokens_per_second"]
    return Speed(tokens, seconds, steps[-1]["step"] - skipped)
