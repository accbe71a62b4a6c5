"""Writes data/safetensors_golden.safetensors with Hugging Face's safetensors (0.8.0 when the committed file was made).

The unit test of checkpoint/safetensors reads it, compares every value with the formula below, and writes the same bytes.
With a path as argument it checks that file, one of tfm's, instead: same names and values, whatever the order.

    pip install torch safetensors
    python make_safetensors_golden.py [FILE]
"""

import pathlib
import sys

import torch
from safetensors import safe_open
from safetensors.torch import save_file

SHAPES = {
    "ids": (torch.int64, (2, 3)),
    "f64": (torch.float64, (3,)),
    "decoder.layers.0.weight": (torch.float32, (2, 2, 2)),
    "empty": (torch.float32, (0, 4)),
    "scalar": (torch.float32, ()),
    "i32": (torch.int32, (5,)),
    "bf16": (torch.bfloat16, (7,)),
    "f16": (torch.float16, (3, 1)),
    "源 \"u8\"": (torch.uint8, (5,)),
    "mask": (torch.bool, (4,)),
}
METADATA = {"format": "tfm \"1\""}


def values(dtype: torch.dtype, shape: tuple) -> torch.Tensor:
    """Element i is (37 i mod 101 - 50) / 8: exact in every floating type. Integers do without the division."""
    index = torch.arange(torch.Size(shape).numel())
    if dtype == torch.bool:
        return (index % 3 == 0).reshape(shape)
    number = index * 37 % 101
    if dtype != torch.uint8:
        number = number - 50
    return (number / 8 if dtype.is_floating_point else number).to(dtype).reshape(shape)


def check(path: str) -> None:
    with safe_open(path, "pt") as file:
        assert file.metadata() == METADATA, file.metadata()
        assert sorted(file.keys()) == sorted(SHAPES), file.keys()
        for name, (dtype, shape) in SHAPES.items():
            tensor = file.get_tensor(name)
            assert tensor.dtype == dtype and tensor.equal(values(dtype, shape)), name
    print(f"{path}: {len(SHAPES)} tensors are right")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        check(sys.argv[1])
    else:
        golden = pathlib.Path(__file__).parent / "data" / "safetensors_golden.safetensors"
        save_file({name: values(*kind) for name, kind in SHAPES.items()}, golden, METADATA)
        check(str(golden))
