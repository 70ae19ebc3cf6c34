"""python3 train.py GRAPH.onnx TOKENIZER.json CALLERS.jsonl OUT.safetensors [--start TAUGHT] [--held-out BATCH]: teaches the sentence model; see README.md."""
import argparse
import json
import random
import time

import torch
import torch.nn.functional as F

from encoder import Encoder, half, optimiser_for, tokenizer_in

MOST_PIECES, TOGETHER = 96, 12
# How much a nearer direction counts, and how near what fits nothing may come: the interpreter knows both.
TEMPERATURE, NONE = 0.05, 0.3
EPOCHS, RATE, AT_ONCE = 3, 4e-5, 2


def directions(encoder, tokenizer, texts):
    """Of length 1, one a text. Those of like length are read together, so that little is padded."""
    found = [None] * len(texts)
    order = sorted(range(len(texts)), key=lambda at: len(texts[at]))
    for from_ in range(0, len(order), TOGETHER):
        some = order[from_ : from_ + TOGETHER]
        pieces = [tokenizer.encode(texts[at]).ids[:MOST_PIECES] for at in some]
        ids = torch.zeros(len(some), max(map(len, pieces)), dtype=torch.long)
        mask = torch.zeros(ids.shape)
        for row, own in enumerate(pieces):
            ids[row, : len(own)], mask[row, : len(own)] = torch.tensor(own), 1
        with half():
            x = encoder(ids, mask)
        for at, own in zip(some, F.normalize((x.float() * mask[..., None]).sum(1), dim=-1)):
            found[at] = own
    return torch.stack(found)


def nearness(encoder, tokenizer, organisation):
    entries, said = ([one["text"] for one in organisation[part]] for part in ("entries", "said"))
    both = directions(encoder, tokenizer, entries + said)
    return both[len(entries) :] @ both[: len(entries)].T


def loss(encoder, tokenizer, organisation):
    """Each sentence is to be nearest to what it means, among all that this organisation does and knows, and nothing."""
    near = nearness(encoder, tokenizer, organisation)
    near = torch.cat([near, torch.full((len(near), 1), NONE)], 1)
    right = torch.zeros(near.shape, dtype=torch.bool)
    for at, one in enumerate(organisation["said"]):
        right[at, one["means"] or [-1]] = True
    return -torch.logsumexp(F.log_softmax(near / TEMPERATURE, -1).masked_fill(~right, -1e9), -1).mean()


@torch.no_grad()
def measured(encoder, tokenizer, organisations):
    """Lines by what they mean: the nearest is right, or nothing is near enough; of those that want a tool, the nearest tool is right."""
    encoder.eval()
    right, all_ = dict(tool=0, fact=0, none=0, tools=0), dict(tool=0, fact=0, none=0)
    for organisation in organisations:
        entries = organisation["entries"]
        is_tool = torch.tensor([entry["kind"] == "tool" for entry in entries])
        for near, one in zip(nearness(encoder, tokenizer, organisation), organisation["said"]):
            kind = entries[one["means"][0]]["kind"] if one["means"] else "none"
            best = int(near.argmax()) if near.max() > NONE else None
            all_[kind] += 1
            right[kind] += best in one["means"] if one["means"] else best is None
            right["tools"] += kind == "tool" and int(near.masked_fill(~is_tool, -1).argmax()) in one["means"]
    encoder.train()
    return ", ".join(f"{kind} {right[kind]} of {all_[kind]}" for kind in all_) + f", among tools alone {right['tools']}"


def main(graph, tokenizer, callers, out, start, held_out):
    torch.manual_seed(1)
    tokenizer, encoder = tokenizer_in(tokenizer), Encoder(start or graph)
    organisations = [json.loads(line) for line in open(callers, encoding="utf8")]
    taught, kept = ([one for one in organisations if (one["batch"] == held_out) == is_kept] for is_kept in (False, True))
    steps = EPOCHS * len(taught) // AT_ONCE
    optimiser, schedule = optimiser_for(encoder, RATE, steps, steps // 8)
    for epoch in range(EPOCHS):
        began, order, total = time.time(), list(taught), 0.0
        random.Random(epoch).shuffle(order)
        for at, organisation in enumerate(order, 1):
            value = loss(encoder, tokenizer, organisation)
            (value / AT_ONCE).backward()
            total += value.item()
            if at % AT_ONCE == 0:
                torch.nn.utils.clip_grad_norm_(encoder.parameters(), 1.0)
                optimiser.step()
                optimiser.zero_grad()
                schedule.step()
        known = measured(encoder, tokenizer, kept) if kept else ""
        print(f"epoch {epoch + 1}: loss {total / len(order):.3f}, {time.time() - began:.0f} s", known, flush=True)
        encoder.save(out)


if __name__ == "__main__":
    arguments = argparse.ArgumentParser()
    for name in ("graph", "tokenizer", "callers", "out"):
        arguments.add_argument(name)
    for name in ("--start", "--held-out"):
        arguments.add_argument(name)
    main(**vars(arguments.parse_args()))
