"""The models that are measured: names of tfm's own keys, and the most tokens of a batch."""

SIZES = {
    "tiny": {"d_model": 256, "num_heads": 4, "ffn_dim": 1024, "layers": 3, "batch_tokens": 2000},
    "base": {"d_model": 512, "num_heads": 8, "ffn_dim": 2048, "layers": 6, "batch_tokens": 4000},
}

# Updates of each run that are thrown away, and those that are measured unless --updates says otherwise.
WARM_UP_UPDATES = {"tiny": 10, "base": 2}
MEASURED_UPDATES = {"tiny": 60, "base": 10}

PRECISIONS = ("float32", "bfloat16")

# The peak of the inverse square root schedule, and the updates up to it.
LEARNING_RATE, SCHEDULE_WARM_UP = 1e-3, 400
