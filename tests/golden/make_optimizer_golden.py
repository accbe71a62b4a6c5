#!/usr/bin/env python3
"""Writes data/optimizer_golden.json: what PyTorch's optimizers and learning rate schedulers make of given numbers.

`updates`: for each case a training section of our config and the parameters after each of ten updates with the same
gradients, clipped by clip_grad_norm_, at the rates of torch's schedulers; in double precision. `schedules`: a training
section and the learning rate of each update from the first.

Needs torch with sympy (its optimizers import it). The file is committed; run it again only to change what is compared:
python tests/golden/make_optimizer_golden.py
"""

import json
import math
from pathlib import Path

import torch
from torch.optim.lr_scheduler import ConstantLR, CosineAnnealingLR, LambdaLR, LinearLR, SequentialLR

UPDATES = 10
SHAPES = [(3, 2), (5,), ()]
COMMON = {"learning_rate": 0.05, "warmup_steps": 4, "schedule": "constant", "clip_norm": 0}
ADAM = {"adam_beta1": 0.9, "adam_beta2": 0.98, "adam_epsilon": 1e-9}
OTHER_ADAM = {"adam_beta1": 0.8, "adam_beta2": 0.95, "adam_epsilon": 1e-3}

CASES = {
    "adam": {"optimizer": "adam"} | ADAM,
    "adam_decay": {"optimizer": "adam", "weight_decay": 0.1} | OTHER_ADAM,
    "adam_clipped": {"optimizer": "adam", "clip_norm": 0.5, "schedule": "linear", "max_steps": UPDATES} | OTHER_ADAM,
    "adamw": {"optimizer": "adamw"} | ADAM,
    "adamw_decay": {"optimizer": "adamw", "weight_decay": 0.1} | OTHER_ADAM,
    "adamw_clipped": {"optimizer": "adamw", "weight_decay": 0.1, "clip_norm": 0.5, "schedule": "cosine",
                      "decay_steps": 8, "final_learning_rate": 0.01, "max_steps": UPDATES} | ADAM,
    "sgd": {"optimizer": "sgd"},
    "sgd_decay": {"optimizer": "sgd", "weight_decay": 0.1},
    "sgd_momentum": {"optimizer": "sgd", "momentum": 0.9},
    "sgd_momentum_decay": {"optimizer": "sgd", "momentum": 0.7, "weight_decay": 0.1, "schedule": "inverse_square_root"},
    "sgd_nesterov": {"optimizer": "sgd", "momentum": 0.9, "nesterov": True},
    "sgd_nesterov_clipped": {"optimizer": "sgd", "momentum": 0.9, "nesterov": True, "weight_decay": 0.1,
                             "clip_norm": 0.5, "schedule": "linear", "max_steps": UPDATES},
}  # fmt: skip

SCHEDULES = {
    "constant": {"schedule": "constant", "warmup_steps": 7},
    "constant_without_warmup": {"schedule": "constant", "warmup_steps": 0},
    "inverse_square_root": {"schedule": "inverse_square_root", "warmup_steps": 8},
    "linear": {"schedule": "linear", "warmup_steps": 5, "max_steps": 20},
    "linear_to_a_rate": {"schedule": "linear", "warmup_steps": 5, "decay_steps": 16, "max_steps": 30,
                         "final_learning_rate": 0.001},
    "linear_without_warmup": {"schedule": "linear", "warmup_steps": 0, "max_steps": 20},
    "cosine": {"schedule": "cosine", "warmup_steps": 5, "max_steps": 20},
    "cosine_to_a_rate": {"schedule": "cosine", "warmup_steps": 5, "decay_steps": 16, "max_steps": 30,
                         "final_learning_rate": 0.001},
    "cosine_without_warmup": {"schedule": "cosine", "warmup_steps": 0, "max_steps": 20},
}  # fmt: skip


def numbers(count, frequency):
    """From a formula: no random stream is shared. They are float32 values between -1 and 1."""
    return torch.sin(torch.arange(1, count + 1) * frequency).float().double()


def tensors(frequency):
    return [numbers(math.prod(shape), frequency + i).reshape(shape) for i, shape in enumerate(SHAPES)]


def gradients(step):
    """Of several magnitudes from update to update; one element never gets any."""
    all_of_them = [gradient * 10 ** (step % 3 - 1) for gradient in tensors(0.7 * step)]
    all_of_them[1][2] = 0
    return all_of_them


def torch_optimizer(parameters, training):
    rate, decay = training["learning_rate"], training.get("weight_decay", 0)
    if training["optimizer"] == "sgd":
        kind, own = torch.optim.SGD, {"momentum": training.get("momentum", 0), "nesterov": training.get("nesterov", False)}
    else:
        kind = {"adam": torch.optim.Adam, "adamw": torch.optim.AdamW}[training["optimizer"]]
        own = {"betas": (training["adam_beta1"], training["adam_beta2"]), "eps": training["adam_epsilon"]}
    return kind(parameters, lr=rate, weight_decay=decay, foreach=False, fused=False, **own)


def noam(warmup):
    """Vaswani et al. 2017, eq. 3, of a model with the d_model that makes the peak 1: d_model * warmup = 1."""
    return lambda step: warmup**0.5 * min((step + 1) ** -0.5, (step + 1) * warmup**-1.5)


def torch_schedule(optimizer, training):
    peak, warmup, name = training["learning_rate"], training["warmup_steps"], training["schedule"]
    if name == "inverse_square_root":
        return LambdaLR(optimizer, noam(warmup))
    if name == "constant":
        after = [ConstantLR(optimizer, factor=1.0)]
        ends = []
    else:
        end, final = training.get("decay_steps", training.get("max_steps")), training.get("final_learning_rate", 0)
        length = end - max(warmup, 1)
        falling = (
            LinearLR(optimizer, 1.0, final / peak, length)
            if name == "linear"
            else CosineAnnealingLR(optimizer, length, eta_min=final)
        )
        after = [falling, ConstantLR(optimizer, factor=final / peak, total_iters=1000)]
        ends = [end - 1]  # torch counts from 0
    if warmup > 1:
        after.insert(0, LinearLR(optimizer, 1 / warmup, 1.0, warmup - 1))
        ends.insert(0, warmup - 1)
    return SequentialLR(optimizer, after, ends)


def make_updates(changes):
    training = COMMON | changes
    parameters = [torch.nn.Parameter(values) for values in tensors(0.3)]
    optimizer = torch_optimizer(parameters, training)
    schedule = torch_schedule(optimizer, training)
    after = []
    for step in range(1, UPDATES + 1):
        for parameter, gradient in zip(parameters, gradients(step)):
            parameter.grad = gradient.clone()
        if training["clip_norm"] > 0:
            torch.nn.utils.clip_grad_norm_(parameters, training["clip_norm"])
        optimizer.step()
        schedule.step()
        after.append([parameter.flatten().tolist() for parameter in parameters])
    return {"training": training, "parameters": after}


def make_schedule(changes):
    training = {"learning_rate": 0.01} | changes
    optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=training["learning_rate"])
    schedule = torch_schedule(optimizer, training)
    rates = []
    for _ in range(training.get("max_steps", 30)):
        rates.append(optimizer.param_groups[0]["lr"])
        optimizer.step()
        schedule.step()
    return {"training": training, "rates": rates}


def flat(values):
    return [value.flatten().tolist() for value in values]


if __name__ == "__main__":
    torch.set_default_dtype(torch.float64)
    golden = {
        "reference": f"torch {torch.__version__}",
        "shapes": SHAPES,
        "initial": flat(tensors(0.3)),
        "gradients": [flat(gradients(step)) for step in range(1, UPDATES + 1)],
        "updates": {name: make_updates(changes) for name, changes in CASES.items()},
        "schedules": {name: make_schedule(changes) for name, changes in SCHEDULES.items()},
    }
    path = Path(__file__).parent / "data" / "optimizer_golden.json"
    lines = ",\n".join(f'"{key}": {json.dumps(value)}' for key, value in golden.items())
    path.write_text("{\n" + lines.replace('}, "', '},\n  "') + "\n}\n")
    path.chmod(0o644)
