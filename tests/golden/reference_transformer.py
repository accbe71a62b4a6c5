"""The independent side of the model's golden tests: a Transformer out of PyTorch's own layers.

The layers are torch.nn.TransformerEncoderLayer and TransformerDecoderLayer. Where a variant asks for it, a part of
theirs is exchanged for another of PyTorch's (RMSNorm; MultiheadAttention with kdim and vdim for a decoder of another
width; a second matrix for SwiGLU). They have no additive scores, rotary positions or shared key and value heads: those
are PlainAttention, written from the equations. Masks are whole matrices of 0 and -infinity.
"""

import math
from types import SimpleNamespace

import torch
import torch.nn.functional as F

PAD = 0
DEFAULTS = {
    "decoder_d_model": None, "decoder_num_heads": None, "decoder_ffn_dim": None, "decoder_kv_heads": None,
    "norm": "pre", "norm_type": "layer", "activation": "relu", "biases": True, "positions": "sinusoidal",
    "attention": "dot_product", "encoder_attention": None, "decoder_attention": None, "cross_attention": None,
    "attention_window": 0, "encoder_window": None, "decoder_window": None,
    "tie_embeddings": "all", "scale_embeddings": True,
}  # fmt: skip


def first(*values):
    return next(value for value in values if value is not None)


def side_of(config, side):
    """The measures of the encoder's or the decoder's layers."""
    own = vars(config) if side == "decoder" else {}
    heads = first(own.get("decoder_num_heads"), config.num_heads)
    return SimpleNamespace(
        width=first(own.get("decoder_d_model"), config.d_model),
        heads=heads,
        kv_heads=first(own.get("decoder_kv_heads"), heads),
        ffn_dim=first(own.get("decoder_ffn_dim"), config.ffn_dim),
        window=first(getattr(config, f"{side}_window"), config.attention_window),
        layers=getattr(config, f"{side}_layers"),
    )


def sinusoids(length, width):
    """Vaswani et al. 2017, section 3.5."""
    table = torch.zeros(length, width)
    for pos in range(length):
        for i in range(0, width, 2):
            angle = pos / 10000 ** (i / width)
            table[pos, i], table[pos, i + 1] = math.sin(angle), math.cos(angle)
    return table


def turned(x):
    """Su et al. 2021: numbers 2i and 2i + 1 are a complex number, times e^(j pos / 10000^(2i / K)). [B, L, K]"""
    length, size = x.shape[-2:]
    angles = torch.arange(length).unsqueeze(1) / 10000 ** (torch.arange(0, size, 2) / size)
    points = torch.view_as_complex(x.unflatten(-1, (-1, 2)).contiguous())
    return torch.view_as_real(points * torch.polar(torch.ones_like(angles), angles)).flatten(-2)


def vectors(count, width):
    return torch.nn.Parameter(torch.empty(count, width))


class PlainAttention(torch.nn.Module):
    """Multi-head attention by its equations, one head after another. Called as torch.nn.MultiheadAttention is."""

    def __init__(self, width, memory_width, heads, kv_heads, score="dot_product", rotary=False, biases=True):
        super().__init__()
        self.heads, self.kv_heads, self.size, self.rotary = heads, kv_heads, width // heads, rotary
        additive = score == "additive"
        self.query = torch.nn.Linear(width, width, bias=biases and not additive)
        self.key = torch.nn.Linear(memory_width, kv_heads * self.size, bias=biases and not additive)
        self.value = torch.nn.Linear(memory_width, kv_heads * self.size, bias=biases)
        self.output = torch.nn.Linear(width, width, bias=biases)
        self.score = torch.nn.ParameterDict()
        for part in ("weight", "bias") if additive else ():
            self.score[part] = vectors(heads, self.size)

    def scores(self, q, k, head):
        """[B, T, K], [B, S, K] -> [B, T, S]"""
        if not self.score:  # Vaswani et al. 2017, eq. 1
            return q @ k.transpose(1, 2) / math.sqrt(self.size)
        # Bahdanau et al. 2015, A.1.2: w^T tanh(W_q q_t + W_k k_s + b)
        return (q.unsqueeze(2) + k.unsqueeze(1) + self.score["bias"][head]).tanh() @ self.score["weight"][head]

    def forward(self, query, key, value, attn_mask, **hints):
        queries, keys, values = self.query(query), self.key(key), self.value(value)
        mask = attn_mask.unflatten(0, (-1, self.heads))  # [B * H, T, S] -> [B, H, T, S]
        heads = []
        for head in range(self.heads):
            group = head // (self.heads // self.kv_heads)  # Ainslie et al. 2023: neighbouring heads share
            q = queries[..., head * self.size : (head + 1) * self.size]
            k, v = (all_of[..., group * self.size : (group + 1) * self.size] for all_of in (keys, values))
            if self.rotary:
                q, k = turned(q), turned(k)
            heads.append((self.scores(q, k, head) + mask[:, head]).softmax(-1) @ v)
        return self.output(torch.cat(heads, -1)), None


def make_attention(config, side, memory_width, score, rotary):
    if score == "dot_product" and not rotary and side.kv_heads == side.heads:
        widths = dict(kdim=memory_width, vdim=memory_width)
        return torch.nn.MultiheadAttention(side.width, side.heads, bias=config.biases, batch_first=True, **widths)
    return PlainAttention(side.width, memory_width, side.heads, side.kv_heads, score, rotary, config.biases)


def make_norm(config, width):
    if config.norm_type == "rms":
        return torch.nn.RMSNorm(width, eps=1e-6)
    return torch.nn.LayerNorm(width, eps=1e-5, bias=config.biases)


def swiglu(x):
    """Shazeer 2020: x W1 * swish(x Wg), both products side by side in x."""
    inner, gate = x.chunk(2, -1)
    return inner * F.silu(gate)


def make_layer(config, name):
    side = side_of(config, name)
    gated = config.activation == "swiglu"
    kind = torch.nn.TransformerEncoderLayer if name == "encoder" else torch.nn.TransformerDecoderLayer
    made = kind(
        side.width, side.heads, side.ffn_dim * (2 if gated else 1), dropout=0.0, batch_first=True,
        activation=swiglu if gated else config.activation, norm_first=config.norm == "pre", bias=config.biases,
    )  # fmt: skip
    if gated:
        made.linear2 = torch.nn.Linear(side.ffn_dim, side.width, bias=config.biases)
    score = first(getattr(config, f"{name}_attention"), config.attention)
    made.self_attn = make_attention(config, side, side.width, score, config.positions == "rotary")
    made.norm1, made.norm2 = make_norm(config, side.width), make_norm(config, side.width)
    if name == "decoder":
        score = first(config.cross_attention, config.attention)
        made.multihead_attn = make_attention(config, side, config.d_model, score, rotary=False)
        made.norm3 = make_norm(config, side.width)
    return made


def added(allowed, heads):
    """What is added to the scores, 0 where allowed [B, T, S] is true. -> [B * heads, T, S]"""
    return torch.zeros(allowed.shape).masked_fill(~allowed, -math.inf).repeat_interleave(heads, 0)


def near(length, window):
    """|i - j| <= window, [1, L, L]; 0: everywhere."""
    place = torch.arange(length)
    distance = (place.unsqueeze(0) - place.unsqueeze(1)).abs()
    return (distance <= (window or length)).unsqueeze(0)


class Reference(torch.nn.Module):
    def __init__(self, model, source_size, target_size, shared):
        """`model`: what a config's model section says, as a dictionary."""
        super().__init__()
        self.config = config = SimpleNamespace(**(DEFAULTS | model))
        self.sides = {name: side_of(config, name) for name in ("encoder", "decoder")}
        widths = {name: side.width for name, side in self.sides.items()}
        tied = config.tie_embeddings
        if tied == "all" and shared:
            self.embeddings = torch.nn.ParameterDict({"embedding": vectors(source_size, widths["encoder"])})
        else:
            self.embeddings = torch.nn.ParameterDict({"source_embedding": vectors(source_size, widths["encoder"])})
            self.embeddings["target_embedding"] = vectors(target_size, widths["decoder"])
        if tied == "none":
            self.embeddings["output"] = vectors(target_size, widths["decoder"])
        self.layers, self.norms, self.positions = torch.nn.ModuleDict(), torch.nn.ModuleDict(), torch.nn.ParameterDict()
        for name, side in self.sides.items():
            self.layers[name] = torch.nn.ModuleList(make_layer(config, name) for _ in range(side.layers))
            if config.norm == "pre":
                self.norms[name] = make_norm(config, side.width)
            if config.positions == "learned":
                self.positions[name] = vectors(config.max_positions, side.width)

    def embed(self, name, tokens):
        width, length = self.sides[name].width, tokens.shape[1]
        own = "source_embedding" if name == "encoder" else "target_embedding"
        x = self.embeddings[own if own in self.embeddings else "embedding"][tokens]
        if self.config.scale_embeddings:
            x = x * math.sqrt(width)
        if self.config.positions == "sinusoidal":
            x = x + sinusoids(length, width)
        elif self.config.positions == "learned":
            x = x + self.positions[name][:length]
        return x

    def forward(self, source, target_input):
        """[B, S], [B, T] -> logits [B, T, V]"""
        encoder, decoder = self.sides["encoder"], self.sides["decoder"]
        real, length = source.ne(PAD).unsqueeze(1), target_input.shape[1]
        own_place = torch.eye(source.shape[1], dtype=torch.bool)  # so that padding, unseen itself, sees something
        x = self.embed("encoder", source)
        for layer in self.layers["encoder"]:
            x = layer(x, src_mask=added(real & near(source.shape[1], encoder.window) | own_place, encoder.heads))
        memory = self.norms["encoder"](x) if self.norms else x
        past = near(length, decoder.window) & torch.ones(length, length, dtype=torch.bool).tril()
        own_mask = added(past.expand(len(source), -1, -1), decoder.heads)
        memory_mask = added(real.expand(-1, length, -1), decoder.heads)
        y = self.embed("decoder", target_input)
        for layer in self.layers["decoder"]:
            y = layer(y, memory, tgt_mask=own_mask, memory_mask=memory_mask)
        states = self.norms["decoder"](y) if self.norms else y
        output = next(name for name in ("output", "target_embedding", "embedding") if name in self.embeddings)
        return F.linear(states, self.embeddings[output])

    def named(self, value_of):
        """value_of(parameter) of each parameter under tfm's name."""
        result = {f"{name}.weight": value_of(value) for name, value in self.embeddings.items()}
        for name in self.sides:
            if name in self.positions:
                result[f"{name}.position_embedding.weight"] = value_of(self.positions[name])
            if name in self.norms:
                result |= values_of(self.norms[name], f"{name}.norm", value_of)
            for index, layer in enumerate(self.layers[name]):
                result |= layer_values(layer, f"{name}.layers.{index}", value_of)
        return result


def values_of(module, name, value_of):
    return {f"{name}.{part}": value_of(parameter) for part, parameter in module.named_parameters()}


def attention_values(module, name, value_of):
    if isinstance(module, PlainAttention):  # it has tfm's names
        return values_of(module, name, value_of)
    if module.in_proj_weight is None:
        weights = [value_of(getattr(module, f"{part}_proj_weight")) for part in "qkv"]
    else:
        weights = value_of(module.in_proj_weight).chunk(3)
    result = {f"{name}.{part}.weight": weight for part, weight in zip(("query", "key", "value"), weights)}
    if module.in_proj_bias is not None:
        biases = value_of(module.in_proj_bias).chunk(3)
        result |= {f"{name}.{part}.bias": bias for part, bias in zip(("query", "key", "value"), biases)}
    return result | values_of(module.out_proj, f"{name}.output", value_of)


def layer_values(layer, name, value_of):
    """PyTorch's parameters of one layer under tfm's names."""
    result = attention_values(layer.self_attn, f"{name}.self_attention", value_of)
    residuals = ["self_attention", "feed_forward"]
    if isinstance(layer, torch.nn.TransformerDecoderLayer):
        result |= attention_values(layer.multihead_attn, f"{name}.cross_attention", value_of)
        residuals.insert(1, "cross_attention")
    for number, residual in enumerate(residuals, 1):
        result |= values_of(getattr(layer, f"norm{number}"), f"{name}.{residual}_residual.norm", value_of)
    inner = values_of(layer.linear1, f"{name}.feed_forward.inner", value_of)
    if layer.linear1.out_features == 2 * layer.linear2.in_features:  # SwiGLU
        for key, both in list(inner.items()):
            inner[key], inner[key.replace("inner", "gate")] = both.chunk(2)
    return result | inner | values_of(layer.linear2, f"{name}.feed_forward.outer", value_of)
