"""python3 make.py GRAPH.onnx TOKENIZER.json TAUGHT.safetensors OUT-FOLDER: the sentence model in eight bits, and its pieces; see README.md."""
import sys

from graph import kept_pieces, taught_graph, write_small

MOST_PLACES = 128


def main(graph, tokenizer, taught, out):
    model = taught_graph(graph, tokenizer, taught, MOST_PLACES)
    write_small(model, out)
    open(f"{out}/word-pieces.txt", "w", encoding="utf8").write("\n".join(kept_pieces(tokenizer)[0]))


if __name__ == "__main__":
    main(*sys.argv[1:5])
