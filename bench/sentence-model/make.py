"""python3 make.py MODEL-FOLDER TAUGHT.safetensors GRAPH.onnx OUT-FOLDER: taught weights as a graph of eight bits; see README.md."""
import json
import re
import sys

import numpy as np
import onnx
from onnx import numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from safetensors.numpy import load_file

WORDS, PLACES = "embeddings.word_embeddings.weight", "embeddings.position_embeddings.weight"
MOST_PLACES = 128
MARKS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
# Letters without accents, figures, marks and signs of money.
KEPT = re.compile(r"(##)?[\x21-\x7e£€₦₵]+")


def kept_pieces(folder):
    vocabulary = json.load(open(f"{folder}/tokenizer.json", encoding="utf8"))["model"]["vocab"]
    pieces = sorted(vocabulary, key=vocabulary.get)
    kept = [piece for piece in pieces if piece in MARKS or ((not piece.startswith("[") or len(piece) == 1) and KEPT.fullmatch(piece))]
    return kept, [vocabulary[piece] for piece in kept]


def main(folder, taught, graph, out):
    before, after = load_file(f"{folder}/model.safetensors"), load_file(taught)
    kept, rows = kept_pieces(folder)
    model = onnx.load(graph)
    left = set(before) & set(after)
    for tensor in model.graph.initializer:
        values = numpy_helper.to_array(tensor)
        if tensor.name == "embeddings.position_ids":
            tensor.CopyFrom(numpy_helper.from_array(np.arange(MOST_PLACES)[None], tensor.name))
        if values.dtype != np.float32 or values.ndim == 0:
            continue
        # The graph calls its matrices by numbers: each is known by its values.
        names = [name for name in left if np.array_equal(before[name], values) or np.array_equal(before[name].T, values)]
        if not names:
            continue
        name = sorted(names)[0]
        left.remove(name)
        weights = after[name] if before[name].shape == values.shape and np.array_equal(before[name], values) else after[name].T
        weights = weights[rows] if name == WORDS else weights[:MOST_PLACES] if name == PLACES else weights
        tensor.CopyFrom(numpy_helper.from_array(np.ascontiguousarray(weights), tensor.name))
    if unused := [name for name in left if "pooler" not in name]:
        sys.exit(f"the graph has no place for {unused}")
    onnx.save(model, f"{out}/taught.onnx")
    quantize_dynamic(f"{out}/taught.onnx", f"{out}/weights.onnx", weight_type=QuantType.QInt8, per_channel=True)
    open(f"{out}/word-pieces.txt", "w", encoding="utf8").write("\n".join(kept))


if __name__ == "__main__":
    main(*sys.argv[1:5])
