"""How fast the machine multiplies matrices at this moment, in GFLOP/s (JSON): matmul.py THREADS."""

import json
import sys
import time

import torch

SIZE = 2048
SECONDS = 0.7


def gflops(precision):
    a, b = (torch.randn(SIZE, SIZE).to(precision) for _ in range(2))
    a @ b
    begin, count = time.perf_counter(), 0
    while time.perf_counter() - begin < SECONDS:
        a @ b
        count += 1
    return count * 2 * SIZE**3 / (time.perf_counter() - begin) / 1e9


torch.set_num_threads(int(sys.argv[1]))
print(json.dumps({"float32": gflops(torch.float32), "bfloat16": gflops(torch.bfloat16)}))
