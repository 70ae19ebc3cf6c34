"""python3 train.py MODEL-FOLDER CALLERS.jsonl OUT.safetensors: teaches the sentence model what callers mean; see README.md."""
import json
import random
import sys

import jax
import jax.numpy as jnp
import numpy as np
import optax
from safetensors.numpy import load_file, save_file
from tokenizers import Tokenizer

LAYERS, HEADS, WIDTH = 6, 12, 384
MOST_PIECES = 96
# How much a nearer direction counts, and how near what fits nothing may come: the interpreter knows both.
TEMPERATURE, NONE = 0.05, 0.3
EPOCHS, RATE, AT_ONCE = 4, 3e-5, 2


def layer_norm(x, weight, bias):
    mean = x.mean(-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) / jnp.sqrt(variance + 1e-12) * weight + bias


def linear(x, weights, name):
    return x @ weights[name + ".weight"].T + weights[name + ".bias"]


def normed(x, weights, name):
    return layer_norm(x, weights[name + ".LayerNorm.weight"], weights[name + ".LayerNorm.bias"])


def encode(weights, ids, mask):
    """Directions of length 1, one a row of `ids`."""
    rows, length = ids.shape
    x = weights["embeddings.word_embeddings.weight"][ids] + weights["embeddings.position_embeddings.weight"][:length]
    x = normed(x + weights["embeddings.token_type_embeddings.weight"][0], weights, "embeddings")
    hidden = (1 - mask)[:, None, None, :] * -1e9
    for layer in range(LAYERS):
        name = f"encoder.layer.{layer}."
        q, k, v = (
            linear(x, weights, f"{name}attention.self.{part}").reshape(rows, length, HEADS, -1).transpose(0, 2, 1, 3)
            for part in ("query", "key", "value")
        )
        seen = jax.nn.softmax(q @ k.transpose(0, 1, 3, 2) / np.sqrt(WIDTH // HEADS) + hidden, -1) @ v
        seen = seen.transpose(0, 2, 1, 3).reshape(rows, length, WIDTH)
        x = normed(linear(seen, weights, name + "attention.output.dense") + x, weights, name + "attention.output")
        wide = jax.nn.gelu(linear(x, weights, name + "intermediate.dense"), approximate=False)
        x = normed(linear(wide, weights, name + "output.dense") + x, weights, name + "output")
    mean = (x * mask[..., None]).sum(1) / mask.sum(1, keepdims=True)
    return mean / jnp.linalg.norm(mean, axis=-1, keepdims=True)


def padded(tokenizer, texts):
    """Shapes in steps, so that few are compiled."""
    ids = [tokenizer.encode(text).ids[:MOST_PIECES] for text in texts]
    length, rows = -(-max(map(len, ids)) // 16) * 16, -(-len(ids) // 8) * 8
    table, mask = np.zeros((rows, length), np.int32), np.zeros((rows, length), np.float32)
    for at, row in enumerate(ids):
        table[at, : len(row)], mask[at, : len(row)] = row, 1
    mask[len(ids) :, 0] = 1
    return table, mask


def prepared(tokenizer, organisation):
    entries, said = organisation["entries"], organisation["said"]
    entry_ids, entry_mask = padded(tokenizer, [entry["text"] for entry in entries])
    said_ids, said_mask = padded(tokenizer, [one["text"] for one in said])
    right = np.zeros((len(said_ids), len(entry_ids) + 1), np.float32)
    right[:, -1] = 1
    for at, one in enumerate(said):
        if one["means"]:
            right[at, -1] = 0
            right[at, one["means"]] = 1
    is_entry = np.arange(len(entry_ids)) < len(entries)
    is_said = (np.arange(len(said_ids)) < len(said)).astype(np.float32)
    return entry_ids, entry_mask, said_ids, said_mask, right, is_entry, is_said


def loss(weights, entry_ids, entry_mask, said_ids, said_mask, right, is_entry, is_said):
    """Each sentence is to be nearest to what it means, among all that this organisation does and knows, and nothing."""
    nearness = encode(weights, said_ids, said_mask) @ encode(weights, entry_ids, entry_mask).T
    nearness = jnp.where(is_entry[None], nearness, -1e9)
    nothing = jnp.full((nearness.shape[0], 1), NONE)
    likely = jax.nn.log_softmax(jnp.concatenate([nearness, nothing], 1) / TEMPERATURE, -1)
    each = -jax.scipy.special.logsumexp(jnp.where(right > 0, likely, -1e9), axis=-1)
    return (each * is_said).sum() / is_said.sum()


def main(folder, callers, out):
    tokenizer = Tokenizer.from_file(f"{folder}/tokenizer.json")
    tokenizer.no_padding()
    weights = {name: jnp.array(value) for name, value in load_file(f"{folder}/model.safetensors").items() if value.dtype == np.float32}
    data = [prepared(tokenizer, json.loads(line)) for line in open(callers, encoding="utf8")]
    steps = EPOCHS * len(data) // AT_ONCE
    optimiser = optax.adamw(optax.warmup_cosine_decay_schedule(0, RATE, steps // 8, steps, RATE / 10), weight_decay=0.01)
    state = optimiser.init(weights)
    gradient = jax.jit(jax.value_and_grad(loss))
    for epoch in range(EPOCHS):
        order, total, summed = list(range(len(data))), 0.0, None
        random.Random(epoch).shuffle(order)
        for at, which in enumerate(order, 1):
            value, found = gradient(weights, *data[which])
            total += float(value)
            summed = found if summed is None else jax.tree.map(jnp.add, summed, found)
            if at % AT_ONCE == 0:
                updates, state = optimiser.update(jax.tree.map(lambda x: x / AT_ONCE, summed), state, weights)
                weights, summed = optax.apply_updates(weights, updates), None
        print(f"epoch {epoch + 1}: loss {total / len(data):.3f}", flush=True)
    save_file({name: np.array(value) for name, value in weights.items()}, out)


if __name__ == "__main__":
    main(*sys.argv[1:4])
