"""python3 train.py MODEL-FOLDER TURNS.jsonl OUT.safetensors [--start TAUGHT] [--held-out BATCH]: teaches the form reader; see README.md."""
import argparse
import json
import random

import jax
import jax.numpy as jnp
import numpy as np
import optax
from safetensors.numpy import load_file, save_file
from tokenizers import Tokenizer

LAYERS, HEADS, WIDTH, PROJECTED, SCALE = 6, 12, 384, 64, 8
ACTS = "wish answer question wait unknown refuse correct stop story yes no bye repeat".split()
MOST_PIECES, MOST_FIELDS, MOST_CHOICES = 320, 13, 40
FIELD, CHOICE = "[unused1]", "[unused2]"
ASKS = "what the caller asks"
EPOCHS, RATE, AT_ONCE, DROPPED = 4, 6e-5, 8, 0.1


class Pieces:
    def __init__(self, folder):
        self.tokenizer = Tokenizer.from_file(f"{folder}/tokenizer.json")
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()
        self.begin, self.end, self.field, self.choice = (self.tokenizer.token_to_id(one) for one in ("[CLS]", "[SEP]", FIELD, CHOICE))

    def of(self, text):
        return self.tokenizer.encode(text, add_special_tokens=False)


# --- a turn as the model reads it ----------------------------------------------------------------------------------------------


def laid_out(pieces, tool, turn, rng=None):
    """Question, fields with their choices, the caller's words; `rng`: in another order, some fields left out."""
    fields = list(tool["fields"])
    if rng:
        rng.shuffle(fields)
        if len(fields) > 3 and turn["asked"] is None and rng.random() < 0.5:
            fields = fields[: rng.randint(2, len(fields))]
        if len(fields) > 3 and rng.random() < 0.35:
            fields = [one for one in fields if one["name"] == turn["asked"] or rng.random() < 0.7] or fields
    ids = [pieces.begin]

    def add(text, most):
        ids.extend(pieces.of(text).ids[:most])

    add(turn["agent"][-120:], 28)
    ids += [pieces.end, pieces.field]
    marks, names, choices = [len(ids) - 1], [None], []
    add(ASKS, 6)
    for field in fields[: MOST_FIELDS - 1]:
        ids.append(pieces.field)
        marks.append(len(ids) - 1)
        names.append(field["name"])
        add(f"{field['kind']}: {field['name'].replace('_', ' ')}, {field['about']}", 22)
        own = list(field["choices"]) if field["kind"] == "choice" else ["yes", "no"] if field["kind"] == "yesno" else []
        if rng and field["kind"] == "choice":
            rng.shuffle(own)
        for choice in own[:12]:
            if len(choices) == MOST_CHOICES:
                break
            ids.append(pieces.choice)
            choices.append((len(ids) - 1, len(marks) - 1, choice))
            add(choice, 10)
    ids.append(pieces.end)
    start, said = len(ids), pieces.of(turn["said"])
    if start > MOST_PIECES - 60:
        return None
    words = said.ids[: MOST_PIECES - start - 1]
    ids += [*words, pieces.end]

    def place(text):
        at = turn["said"].rfind(text) if text else -1
        covered = [one for one, (a, b) in enumerate(said.offsets[: len(words)]) if at >= 0 and b > at and a < at + len(text)]
        return (start + covered[0], start + covered[-1]) if covered else (-1, -1)

    kinds = {field["name"]: field["kind"] for field in fields}
    spans, chosen = [], []
    for at, name in enumerate(names):
        value = turn["values"].get(name)
        spans.append(place(turn.get("asks") if name is None else value["span"] if isinstance(value, dict) else value))
        own = {choice: one for one, (_, field, choice) in enumerate(choices) if field == at}
        meant = value["is"] if isinstance(value, dict) else None
        if kinds.get(name) == "yesno" and meant is not None:
            meant = "yes" if meant in (True, "true", "yes") else "no"
        chosen.append(own.get(meant, -1) if own else -2)
    return {"ids": ids, "start": start, "marks": marks, "choices": choices, "spans": spans, "chosen": chosen, "act": ACTS.index(turn["act"]), "names": names}


def together(items):
    length, rows = -(-max(len(one["ids"]) for one in items) // 32) * 32, len(items)
    whole = lambda *shape, value=0: np.full((rows, *shape), value, np.int32)
    part = lambda *shape: np.zeros((rows, *shape), np.float32)
    batch = {
        "ids": whole(length), "types": whole(length), "mask": part(length), "said": part(length),
        "marks": whole(MOST_FIELDS), "is_field": part(MOST_FIELDS), "starts": whole(MOST_FIELDS, value=-1), "ends": whole(MOST_FIELDS, value=-1),
        "chosen": whole(MOST_FIELDS, value=-2), "choices": whole(MOST_CHOICES), "owner": whole(MOST_CHOICES, value=-1), "act": whole(),
    }  # fmt: skip
    for row, one in enumerate(items):
        count, fields, choices = len(one["ids"]), len(one["marks"]), len(one["choices"])
        batch["ids"][row, :count], batch["mask"][row, :count] = one["ids"], 1
        batch["types"][row, one["start"] : count], batch["said"][row, one["start"] : count - 1] = 1, 1
        batch["marks"][row, :fields], batch["is_field"][row, :fields] = one["marks"], 1
        batch["starts"][row, :fields], batch["ends"][row, :fields] = zip(*one["spans"])
        batch["chosen"][row, :fields], batch["act"][row] = one["chosen"], one["act"]
        batch["choices"][row, :choices] = [mark for mark, _, _ in one["choices"]]
        batch["owner"][row, :choices] = [field for _, field, _ in one["choices"]]
    return {name: jnp.array(values) for name, values in batch.items()}


# --- the model ---------------------------------------------------------------------------------------------------------------------


def linear(x, weights, name):
    return x @ weights[name + ".weight"].T + weights[name + ".bias"]


def normed(x, weights, name):
    mean = x.mean(-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) / jnp.sqrt(variance + 1e-12) * weights[name + ".LayerNorm.weight"] + weights[name + ".LayerNorm.bias"]


def encode(weights, ids, mask, types, key):
    rows, length = ids.shape
    keys = [None] * (2 * LAYERS + 1) if key is None else list(jax.random.split(key, 2 * LAYERS + 1))
    dropped = lambda x, one: x if one is None else x * jax.random.bernoulli(one, 1 - DROPPED, x.shape) / (1 - DROPPED)
    parts = ("word_embeddings", ids), ("position_embeddings", jnp.arange(length)), ("token_type_embeddings", types)
    x = dropped(normed(sum(weights[f"embeddings.{name}.weight"][at] for name, at in parts), weights, "embeddings"), keys[-1])
    hidden = (1 - mask)[:, None, None, :] * -1e9
    for layer in range(LAYERS):
        name = f"encoder.layer.{layer}."
        q, k, v = (
            linear(x, weights, f"{name}attention.self.{part}").reshape(rows, length, HEADS, -1).transpose(0, 2, 1, 3)
            for part in ("query", "key", "value")
        )
        seen = jax.nn.softmax(q @ k.transpose(0, 1, 3, 2) / np.sqrt(WIDTH // HEADS) + hidden, -1) @ v
        seen = linear(seen.transpose(0, 2, 1, 3).reshape(rows, length, WIDTH), weights, name + "attention.output.dense")
        x = normed(dropped(seen, keys[2 * layer]) + x, weights, name + "attention.output")
        wide = linear(jax.nn.gelu(linear(x, weights, name + "intermediate.dense"), approximate=False), weights, name + "output.dense")
        x = normed(dropped(wide, keys[2 * layer + 1]) + x, weights, name + "output")
    return x


def with_heads(weights):
    rng = np.random.RandomState(0)
    shapes = {"ms": PROJECTED, "me": PROJECTED, "s": PROJECTED, "e": PROJECTED, "null": 1, "c": 1, "cn": 1, "act": len(ACTS)}
    heads = {f"h.{name}": jnp.array(rng.randn(WIDTH, width) * 0.03, jnp.float32) for name, width in shapes.items()}
    return weights | heads | {"h.actb": jnp.zeros(len(ACTS))}


def logits(weights, batch, key=None):
    """Of each field where its words begin and end, or that there are none; which choice is meant, or none; of the turn what it does."""
    x = encode(weights, batch["ids"], batch["mask"], batch["types"], key)
    at = lambda marks: jnp.take_along_axis(x, marks[..., None], 1)
    fields = at(batch["marks"])
    none = fields @ weights["h.null"]
    outside = (1 - batch["said"])[:, None, :] * -1e9
    where = lambda own, other: jnp.concatenate(
        [none, jnp.einsum("bfp,btp->bft", fields @ weights[own], x @ weights[other]) / SCALE + outside], -1
    )
    mine = batch["owner"][:, None, :] == jnp.arange(MOST_FIELDS)[None, :, None]
    choices = jnp.where(mine, (at(batch["choices"]) @ weights["h.c"])[..., 0][:, None, :], -1e9)
    return (
        where("h.ms", "h.s"),
        where("h.me", "h.e"),
        jnp.concatenate([fields @ weights["h.cn"], choices], -1),
        x[:, 0] @ weights["h.act"] + weights["h.actb"],
    )


def loss(weights, batch, key):
    starts, ends, choices, acts = logits(weights, batch, key)
    missed = lambda of, right: -jnp.take_along_axis(jax.nn.log_softmax(of, -1), right[..., None], -1)[..., 0]
    mean = lambda values, weight: (values * weight).sum() / jnp.maximum(weight.sum(), 1)
    words = missed(starts, batch["starts"] + 1) + missed(ends, batch["ends"] + 1)
    chosen = missed(choices, jnp.maximum(batch["chosen"] + 1, 0))
    return (
        mean(words, batch["is_field"] * jnp.where(batch["starts"] >= 0, 1.5, 1.0))
        + mean(chosen, batch["is_field"] * (batch["chosen"] != -2) * jnp.where(batch["chosen"] >= 0, 3.0, 1.0))
        + 0.3 * missed(acts, batch["act"]).mean()
    )


# --- teaching and measuring ---------------------------------------------------------------------------------------------------------


def measured(weights, items):
    """Fields whose words are exactly right, of those that are said; words where none are; choices; acts."""
    forward = jax.jit(logits)
    right, said, false, acts, chosen, choices = 0, 0, 0, 0, 0, 0
    for at in range(0, len(items), AT_ONCE):
        some = items[at : at + AT_ONCE]
        starts, ends, of_choices, of_acts = (np.array(one) for one in forward(weights, together(some + [some[-1]] * (AT_ONCE - len(some)))))
        for row, one in enumerate(some):
            acts += int(of_acts[row].argmax() == one["act"])
            for field, (name, span, choice) in enumerate(zip(one["names"], one["spans"], one["chosen"])):
                found = (starts[row, field].argmax() - 1, ends[row, field].argmax() - 1)
                said += span[0] >= 0 and name is not None
                right += found == span and span[0] >= 0 and name is not None
                false += found[0] >= 0 and found[1] >= 0 and span[0] < 0 and name is not None
                choices += choice >= 0
                chosen += choice >= 0 and of_choices[row, field].argmax() - 1 == choice
    return f"words {right} of {said}, {false} where none are; choices {chosen} of {choices}; acts {acts} of {len(items)}"


def main(folder, turns, out, start, held_out):
    pieces = Pieces(folder)
    weights = {name: jnp.array(value) for name, value in load_file(start or f"{folder}/model.safetensors").items() if value.dtype == np.float32 and "pooler" not in name}
    weights = weights if "h.s" in weights else with_heads(weights)
    tools = [json.loads(line) for line in open(turns, encoding="utf8")]
    taught, kept = ([(tool, turn) for tool in tools if (tool["batch"] == held_out) == is_kept for turn in tool["turns"]] for is_kept in (False, True))
    steps = EPOCHS * len(taught) // AT_ONCE
    rate = lambda most: optax.adamw(optax.warmup_cosine_decay_schedule(0, most, steps // 15, steps, most / 20), weight_decay=0.01)
    kinds = {name: "head" if name.startswith("h.") else "body" for name in weights}
    optimiser = optax.chain(optax.clip_by_global_norm(1.0), optax.multi_transform({"head": rate(8 * RATE), "body": rate(RATE)}, kinds))
    state, key = optimiser.init(weights), jax.random.PRNGKey(1)

    @jax.jit
    def step(weights, state, batch, key):
        value, gradient = jax.value_and_grad(loss)(weights, batch, key)
        updates, state = optimiser.update(gradient, state, weights)
        return optax.apply_updates(weights, updates), state, value

    test = [one for tool, turn in kept if (one := laid_out(pieces, tool, turn))]
    for epoch in range(EPOCHS):
        rng, total = random.Random(epoch), 0.0
        items = [one for tool, turn in taught if (one := laid_out(pieces, tool, turn, rng))]
        # Turns of like length together, so that few shapes are compiled.
        items.sort(key=lambda one: -(-len(one["ids"]) // 32) + rng.random() * 0.9)
        batches = [items[at : at + AT_ONCE] for at in range(0, len(items) - AT_ONCE + 1, AT_ONCE)]
        rng.shuffle(batches)
        for batch in batches:
            key, own = jax.random.split(key)
            weights, state, value = step(weights, state, together(batch), own)
            total += float(value)
        print(f"epoch {epoch + 1}: loss {total / len(batches):.3f}", measured(weights, test) if test else "", flush=True)
        save_file({name: np.array(value) for name, value in weights.items()}, out)


if __name__ == "__main__":
    arguments = argparse.ArgumentParser()
    for name in ("folder", "turns", "out"):
        arguments.add_argument(name)
    for name in ("--start", "--held-out"):
        arguments.add_argument(name)
    main(**vars(arguments.parse_args()))
