"""python3 means.py SPEECH OUT: moves the model's means as telephones move sound; see README.md."""
import json
import pathlib
import sys

import numpy as np

import sphinx_model as model
from align import Aligner
from channel import channel

AT_ONCE = 20
# Less likely than that, a sentence was not said as its words are written.
UNLIKELY = -190
# Neural voices sound more as people do.
SHARES = {"neural": 2, "flite": 1}
# So many frames' worth of the whole stream's movement stands behind each codebook, and of the codebook's behind each Gaussian.
BACK_OFF = 20
# So many frames' worth of the moved mean stands against what was heard itself.
PRIOR = 80


class Sums:
    """By codebook, stream and density: frames, and the features of them, wide and by telephone."""

    def __init__(self, books):
        shape = (books, model.STREAMS, model.DENSITIES)
        self.frames = np.zeros(shape)
        self.wide = np.zeros((*shape, model.CEPSTRA))
        self.narrow = np.zeros((*shape, model.CEPSTRA))

    def add(self, book, share, wide, narrow):
        """`share`: frame, stream, density."""
        self.frames[book] += share.sum(0)
        for stream in range(model.STREAMS):
            self.wide[book, stream] += share[:, stream].T @ wide[:, stream]
            self.narrow[book, stream] += share[:, stream].T @ narrow[:, stream]


def main(speech, out):
    aligner = Aligner()
    sums = Sums(len(aligner.means.data))
    rng = np.random.default_rng(1)
    for kind, times in SHARES.items():
        folder = pathlib.Path(speech, kind)
        said = json.loads((folder / "list.json").read_text())
        for first in range(0, len(said), AT_ONCE):
            learn(aligner, sums, [(folder, at, said[at]["said"]) for at in range(first, min(len(said), first + AT_ONCE))], times, rng)
            print(kind, first, flush=True)
    aligner.means.write(out, moved(aligner.means.data, sums))


def learn(aligner, sums, some, times, rng):
    wide = [read(folder / f"{at}.wide") for folder, at, _ in some]
    telephones = [[mirrored(read(folder / f"{at}.tel")) for folder, at, _ in some], [mirrored(channel(one, rng)) for one in wide]]
    heard = [model.cepstra(sounds) for sounds in telephones]
    for at, cepstrum in enumerate(model.cepstra(wide)):
        count = min(len(one) for one in (cepstrum, *(by[at] for by in heard)))
        frames = model.features(cepstrum[:count])
        states, densities, likely = aligner.align(frames, some[at][2])
        if likely < UNLIKELY:
            continue
        narrow = [model.features(by[at][:count]) for by in heard]
        for state in np.unique(states):
            which = np.flatnonzero(states == state)
            book = aligner.definition.book[state]
            mixed = densities[book][which] + aligner.weights[:, :, state]
            share = np.exp(mixed - mixed.max(-1, keepdims=True))
            share *= times / share.sum(-1, keepdims=True)
            for one in narrow:
                sums.add(book, share, frames[which], one[which])


def moved(means, sums):
    count = sums.frames[..., None]
    by = sums.narrow - sums.wide
    all_frames = sums.frames.sum((0, 2))[None, :, None, None]
    of_stream = by.sum((0, 2), keepdims=True) / all_frames
    of_book = (by.sum(2, keepdims=True) + BACK_OFF * of_stream) / (count.sum(2, keepdims=True) + BACK_OFF)
    shifted = means + (by + BACK_OFF * of_book) / (count + BACK_OFF)
    return (PRIOR * shifted + sums.narrow) / (PRIOR + count)


def mirrored(sound):
    """As the recogniser fills the band that is missing (`upper-band.ts`)."""
    signs = np.ones(len(sound))
    signs[1::2] = -1
    return np.clip(np.round(sound * (1 + 0.3 * signs)), -32_768, 32_767).astype(np.int16)


def read(path):
    return np.fromfile(path, "<i2")


main(*sys.argv[1:])
