"""What the sentence model is made of: bge-small-en-v1.5 (MIT) in PyTorch, its words, and how it is taught."""
import math

import numpy as np
import onnx
import torch
import torch.nn.functional as F
from onnx import numpy_helper
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer

HEADS = 12


def tokenizer_in(path):
    tokenizer = Tokenizer.from_file(path)
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def weights_in(path):
    """Of the published graph, or of what was taught. The graph calls its matrices by numbers, and their places by names."""
    if path.endswith(".safetensors"):
        return load_file(path)
    graph = onnx.load(path).graph
    values = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    found = {name: value for name, value in values.items() if name.startswith(("embeddings.", "encoder.")) and value.dtype == np.float32}
    for node in graph.node:
        if node.op_type == "MatMul" and node.input[1] in values:
            found[place_of(node)] = values[node.input[1]].T
    return {name: torch.tensor(np.ascontiguousarray(value)) for name, value in found.items()}


def place_of(node):
    return node.name.strip("/").removesuffix("/MatMul").replace("/", ".") + ".weight"


class Encoder(torch.nn.Module):
    def __init__(self, path):
        super().__init__()
        self.kept = torch.nn.ParameterDict({name.replace(".", "|"): torch.nn.Parameter(value) for name, value in weights_in(path).items()})
        self.layers = 1 + max(int(name.split("|")[2]) for name in self.kept if name.startswith("encoder|layer"))

    def get(self, name):
        return self.kept[name.replace(".", "|")]

    def normed(self, x, name):
        return F.layer_norm(x, x.shape[-1:], self.get(name + ".LayerNorm.weight"), self.get(name + ".LayerNorm.bias"), 1e-12)

    def linear(self, x, name):
        return F.linear(x, self.get(name + ".weight"), self.get(name + ".bias"))

    def forward(self, ids, mask):
        rows, length = ids.shape
        x = F.embedding(ids, self.get("embeddings.word_embeddings.weight")) + self.get("embeddings.position_embeddings.weight")[:length]
        x = self.normed(x + self.get("embeddings.token_type_embeddings.weight")[0], "embeddings")
        seen = mask[:, None, None, :].bool()
        for layer in range(self.layers):
            name = f"encoder.layer.{layer}."
            q, k, v = (
                self.linear(x, f"{name}attention.self.{part}").view(rows, length, HEADS, -1).transpose(1, 2)
                for part in ("query", "key", "value")
            )
            found = F.scaled_dot_product_attention(q, k, v, attn_mask=seen)
            found = self.linear(found.transpose(1, 2).reshape(rows, length, -1), name + "attention.output.dense")
            x = self.normed(found + x, name + "attention.output")
            wide = F.gelu(self.linear(x, name + "intermediate.dense"))
            x = self.normed(self.linear(wide, name + "output.dense") + x, name + "output")
        return x

    def save(self, path):
        save_file({name.replace("|", "."): value.detach().contiguous() for name, value in self.kept.items()}, path)


def optimiser_for(encoder, rate, steps, warm):
    optimiser = torch.optim.AdamW(encoder.parameters(), lr=rate, weight_decay=0.01)
    share = lambda step: min(1, (step + 1) / warm) * (0.1 + 0.45 * (1 + math.cos(math.pi * max(0, step - warm) / max(1, steps - warm))))
    return optimiser, torch.optim.lr_scheduler.LambdaLR(optimiser, share)


def half():
    return torch.autocast("cpu", torch.bfloat16)
