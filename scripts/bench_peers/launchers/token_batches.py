"""Batches by tokens, for libraries that make none."""

import random


def by_length(pairs):
    """By target, then by source; equal ones in random order."""
    return sorted(random.Random(1).sample(pairs, len(pairs)), key=lambda pair: (len(pair[1]), len(pair[0])))


def cut(pairs, limit):
    """Yields lists of neighbours of which each side, padded to the longest, is within the limit; at least one pair each."""
    batch, longest = [], 0
    for pair in pairs:
        longest = max(longest, *map(len, pair))
        if batch and longest * (len(batch) + 1) > limit:
            yield batch
            batch, longest = [], max(map(len, pair))
        batch.append(pair)
    yield batch
