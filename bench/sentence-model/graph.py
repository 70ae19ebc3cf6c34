"""Taught weights in the published graph, with the pieces of English alone, in eight bits."""
import json
import re

import numpy as np
import onnx
from onnx import numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from safetensors.numpy import load_file

from encoder import place_of

WORDS, PLACES = "embeddings.word_embeddings.weight", "embeddings.position_embeddings.weight"
MARKS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
# Letters without accents, figures, marks and signs of money.
KEPT = re.compile(r"(##)?[\x21-\x7e£€₦₵]+")


def kept_pieces(tokenizer):
    """The pieces that are kept, in their order, and all rows."""
    vocabulary = json.load(open(tokenizer, encoding="utf8"))["model"]["vocab"]
    pieces = sorted(vocabulary, key=vocabulary.get)
    return [piece for piece in pieces if piece in MARKS or ((not piece.startswith("[") or len(piece) == 1) and KEPT.fullmatch(piece))], vocabulary


def taught_graph(graph, tokenizer, taught, most_places):
    model, after = onnx.load(graph), load_file(taught)
    kept, vocabulary = kept_pieces(tokenizer)
    rows = [vocabulary[piece] for piece in kept]
    matrices = {node.input[1]: place_of(node) for node in model.graph.node if node.op_type == "MatMul"}
    placed = set()
    for tensor in model.graph.initializer:
        name = matrices.get(tensor.name, tensor.name)
        if name == "embeddings.position_ids":
            tensor.CopyFrom(numpy_helper.from_array(np.arange(most_places)[None], tensor.name))
        if name not in after:
            continue
        placed.add(name)
        values = after[name].T if tensor.name in matrices else after[name]
        values = values[rows] if name == WORDS else values[:most_places] if name == PLACES else values
        tensor.CopyFrom(numpy_helper.from_array(np.ascontiguousarray(values), tensor.name))
    if left := set(after) - placed:
        raise ValueError(f"the graph has no place for {left}")
    return model


def write_small(model, out):
    onnx.save(model, f"{out}/taught.onnx")
    quantize_dynamic(f"{out}/taught.onnx", f"{out}/weights.onnx", weight_type=QuantType.QInt8, per_channel=True)
