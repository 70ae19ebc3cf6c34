"""Which of the model's tied states each 10 ms of a sentence are (Viterbi, pauses wherever words end)."""
import numpy as np

import sphinx_model as model

MOST_WAYS = 3
PAUSE = "SIL"


class Aligner:
    def __init__(self):
        self.means = model.Gaussians(f"{model.MODEL}/means")
        variances = np.maximum(model.Gaussians(f"{model.MODEL}/variances").data, 1e-4)
        half = 0.5 / variances
        self._square, self._linear = half, 2 * half * self.means.data
        self._constant = -0.5 * np.log(2 * np.pi * variances).sum(-1) - (half * self.means.data**2).sum(-1)
        self.weights = model.log_weights()
        self.definition = model.Definition()
        self._words = model.pronunciations()

    def densities(self, frames, book):
        """Log likelihoods: frame, stream, density."""
        out = np.empty((len(frames), model.STREAMS, model.DENSITIES))
        for stream in range(model.STREAMS):
            one = frames[:, stream]
            out[:, stream] = self._constant[book, stream] + one @ self._linear[book, stream].T
            out[:, stream] -= one**2 @ self._square[book, stream].T
        return out

    def align(self, frames, text):
        """The state of each frame, its codebooks' densities, and how likely that is a frame."""
        states, before, ends = self._graph(text)
        needed, place = np.unique(states, return_inverse=True)
        books = {self.definition.book[state] for state in needed}
        densities = {book: self.densities(frames, book) for book in books}
        likely = np.zeros((len(frames), len(needed)))
        for at, state in enumerate(needed):
            mixed = densities[self.definition.book[state]] + self.weights[:, :, state]
            top = mixed.max(-1)
            likely[:, at] = (top + np.log(np.exp(mixed - top[..., None]).sum(-1))).sum(-1)
        path, score = best_path(likely[:, place], before, ends)
        return states[path], densities, score / len(frames)

    def _graph(self, text):
        """States in a row, those that may come before each, and those that may be last."""
        words = [self._words[word][:MOST_WAYS] for word in text.split()]
        units, before = [self.definition.alone[PAUSE]], [[]]

        def add(states, after):
            units.append(states)
            before.append(after)
            return len(units) - 1

        ends = [0]
        for at, ways in enumerate(words):
            left = words[at - 1][0][-1] if at > 0 else PAUSE
            right = words[at + 1][0][0] if at + 1 < len(words) else PAUSE
            lasts = []
            for way in ways:
                after = list(ends)
                for number, states in enumerate(self._said(way, left, right)):
                    after = [add(states, after if number == 0 else [len(units) - 1])]
                lasts += after
            ends = [*lasts, add(self.definition.alone[PAUSE], list(lasts))]
        return np.array([state for unit in units for state in unit]), predecessors(before), [3 * end + 2 for end in ends]

    def _said(self, way, left, right):
        for at, sound in enumerate(way):
            place = "s" if len(way) == 1 else "b" if at == 0 else "e" if at + 1 == len(way) else "i"
            around = (way[at - 1] if at > 0 else left, way[at + 1] if at + 1 < len(way) else right)
            yield self.definition.states(sound, *around, place)


def predecessors(units):
    """Of each of three states a unit: itself, the one before it, or the last of the units before; padded with -1."""
    rows = []
    for unit, after in enumerate(units):
        first = 3 * unit
        rows += [[first, *(3 * one + 2 for one in after)], [first + 1, first], [first + 2, first + 1]]
    table = np.full((len(rows), max(map(len, rows))), -1)
    for at, row in enumerate(rows):
        table[at, : len(row)] = row
    return table


def best_path(likely, before, ends):
    """`likely`: frame, state. It begins in the first state."""
    frames, states = likely.shape
    current = np.full(states + 1, -1e18)
    current[0] = likely[0, 0]
    back = np.zeros((frames, states), np.int32)
    for frame in range(1, frames):
        ways = current[before]
        best = ways.argmax(1)
        back[frame] = before[np.arange(states), best]
        current[:states] = ways[np.arange(states), best] + likely[frame]
    last = max(ends, key=lambda state: current[state])
    path = np.zeros(frames, int)
    state = last
    for frame in range(frames - 1, -1, -1):
        path[frame] = state
        state = back[frame, state]
    return path, current[last]
