"""python3 make.py MODEL-FOLDER TAUGHT.safetensors GRAPH.onnx OUT-FOLDER: taught weights with their heads as a graph of eight bits; see README.md."""
import json
import re
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from safetensors.numpy import load_file

WORDS, PLACES = "embeddings.word_embeddings.weight", "embeddings.position_embeddings.weight"
MOST_PLACES = 320
MARKS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
# Of a field and of a choice: the two ids behind the pieces.
OWN_MARKS = ("[unused1]", "[unused2]")
HEADS = ("s", "e", "ms", "me", "null", "c", "cn", "act")
# Letters without accents, figures, marks and signs of money.
KEPT = re.compile(r"(##)?[\x21-\x7e£€₦₵]+")


def kept_rows(folder):
    vocabulary = json.load(open(f"{folder}/tokenizer.json", encoding="utf8"))["model"]["vocab"]
    pieces = sorted(vocabulary, key=vocabulary.get)
    kept = [piece for piece in pieces if piece in MARKS or ((not piece.startswith("[") or len(piece) == 1) and KEPT.fullmatch(piece))]
    return [vocabulary[piece] for piece in [*kept, *OWN_MARKS]]


def main(folder, taught, graph, out):
    before, after = load_file(f"{folder}/model.safetensors"), load_file(taught)
    rows, model = kept_rows(folder), onnx.load(graph)
    left = {name for name in before if before[name].dtype == np.float32} & set(after)
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
    if left:
        sys.exit(f"the graph has no place for {left}")
    weights = np.concatenate([after[f"h.{head}"] for head in HEADS], 1).astype(np.float32)
    bias = np.zeros(weights.shape[1], np.float32)
    bias[-len(after["h.actb"]) :] = after["h.actb"]
    model.graph.initializer.extend([numpy_helper.from_array(weights, "heads.weight"), numpy_helper.from_array(bias, "heads.bias")])
    product = helper.make_node("MatMul", [model.graph.output[0].name, "heads.weight"], ["heads.product"], name="heads.matmul")
    model.graph.node.extend([product, helper.make_node("Add", ["heads.product", "heads.bias"], ["heads"], name="heads.add")])
    del model.graph.output[:]
    model.graph.output.append(helper.make_tensor_value_info("heads", TensorProto.FLOAT, ["batch", "sequence", weights.shape[1]]))
    onnx.save(model, f"{out}/taught.onnx")
    quantize_dynamic(f"{out}/taught.onnx", f"{out}/weights.onnx", weight_type=QuantType.QInt8, per_channel=True, nodes_to_exclude=["heads.matmul"])


if __name__ == "__main__":
    main(*sys.argv[1:5])
