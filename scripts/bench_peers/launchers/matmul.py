"""How fast the machine multiplies matrices at this moment, in GFLOP/s (JSON): matmul.py THREADS."""

import json
import sys
import time

import torch

SIZES = (256, 2048)  # the second only where it takes less than MOST_SECONDS: without 16-bit arithmetic it would take minutes
SECONDS = 0.7
MOST_SECONDS = 1.0


def gflops_of_size(size, precision):
    a, b = (torch.randn(size, size).to(precision) for _ in range(2))
    a @ b
    begin, count = time.perf_counter(), 0
    while count == 0 or time.perf_counter() - begin < SECONDS:
        a @ b
        count += 1
    return count * 2 * size**3 / (time.perf_counter() - begin) / 1e9


def gflops(precision):
    small, large = SIZES
    speed = gflops_of_size(small, precision)
    return gflops_of_size(large, precision) if 2e-9 * large**3 / speed < MOST_SECONDS else speed


torch.set_num_threads(int(sys.argv[1]))
print(json.dumps({"float32": gflops(torch.float32), "bfloat16": gflops(torch.bfloat16)}))
