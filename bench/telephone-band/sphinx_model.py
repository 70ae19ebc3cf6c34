"""The files of CMU Sphinx's English model (Debian's pocketsphinx-en-us): phonetically tied mixtures, 42 codebooks of 128 Gaussians in three streams."""
import pathlib
import struct
import subprocess
import tempfile

import numpy as np

FOLDER = "/usr/share/pocketsphinx/model/en-us"
MODEL = f"{FOLDER}/en-us"
STREAMS, DENSITIES, CEPSTRA = 3, 128, 13
MAGIC = 0x11223344


class Gaussians:
    """A file of means or variances: `data` is codebook, stream, density, cepstrum."""

    def __init__(self, path):
        content = pathlib.Path(path).read_bytes()
        at = content.index(b"endhdr\n") + 7
        self._head = content[:at]
        magic, books, streams, densities = struct.unpack_from("<I3i", content, at)
        assert magic == MAGIC and (streams, densities) == (STREAMS, DENSITIES)
        at += 16 + 4 * streams
        (count,) = struct.unpack_from("<i", content, at)
        self.data = np.frombuffer(content, "<f4", count, at + 4).reshape(books, streams, densities, -1).astype(float)

    def write(self, path, data):
        books, streams, densities, length = data.shape
        body = struct.pack("<3i", books, streams, densities) + struct.pack("<3i", *[length] * streams)
        body += struct.pack("<i", data.size) + data.astype("<f4").tobytes()
        checked = struct.pack("<I", MAGIC) + body + struct.pack("<I", checksum(body))
        pathlib.Path(path).write_bytes(self._head + checked)


def checksum(body):
    total = 0
    for word in np.frombuffer(body, "<u4"):
        total = (((total << 20) | (total >> 12)) + int(word)) & 0xFFFFFFFF
    return total


class Definition:
    """Which three tied states a sound in its surroundings has, and which codebook a state."""

    def __init__(self):
        with tempfile.NamedTemporaryFile("r") as text:
            command = ["pocketsphinx_mdef_convert", "-text", f"{MODEL}/mdef", text.name]
            subprocess.run(command, check=True, capture_output=True)
            lines = pathlib.Path(text.name).read_text().split("\n")
        self.alone, self._among, self.book = {}, {}, {}
        for line in lines:
            parts = line.split()
            if line.startswith("#") or len(parts) != 10 or parts[-1] != "N":
                continue
            sound, left, right, place = parts[:4]
            states = [int(state) for state in parts[6:9]]
            if left == "-":
                self.alone[sound] = states
            else:
                self._among[sound, left, right, place] = states
            for state in states:
                self.book[state] = list(self.alone).index(sound)

    def states(self, sound, left, right, place):
        for where in (place, "i", "b", "e", "s"):
            found = self._among.get((sound, left, right, where))
            if found:
                return found
        return self.alone[sound]


def log_weights():
    """Of each stream's densities in each tied state."""
    content = pathlib.Path(f"{MODEL}/sendump").read_bytes()
    states = max(Definition().book) + 1
    size = STREAMS * DENSITIES * states
    quantised = np.frombuffer(content, np.uint8, size, len(content) - size).reshape(STREAMS, DENSITIES, states)
    return -(quantised.astype(float) * 1_024) * np.log(1.0001)


def pronunciations():
    known = {}
    for line in pathlib.Path(f"{FOLDER}/cmudict-en-us.dict").read_text().splitlines():
        word, *sounds = line.split()
        known.setdefault(word.split("(")[0], []).append(sounds)
    return known


def cepstra(sounds):
    """Of each sound, as the recogniser's front end makes them."""
    with tempfile.TemporaryDirectory() as folder:
        for at, sound in enumerate(sounds):
            sound.astype("<i2").tofile(f"{folder}/{at}.raw")
        pathlib.Path(f"{folder}/list").write_text("".join(f"{at}\n" for at in range(len(sounds))))
        options = "-lowerf 130 -upperf 6800 -nfilt 25 -transform dct -lifter 22 -samprate 16000 -raw yes".split()
        options += "-remove_noise no -remove_silence no -dither no -ei raw -eo mfc".split()
        command = ["sphinx_fe", *options, "-c", f"{folder}/list", "-di", folder, "-do", folder]
        subprocess.run(command, check=True, capture_output=True)
        return [read_cepstra(pathlib.Path(folder, f"{at}.mfc")) for at in range(len(sounds))]


def read_cepstra(path):
    content = path.read_bytes()
    count = len(content) // 4 - 1
    order = ">" if struct.unpack(">i", content[:4])[0] == count else "<"
    return np.frombuffer(content, f"{order}f4", count, 4).reshape(-1, CEPSTRA).astype(float)


def features(cepstrum):
    """Levelled, with how they change and how that changes: frame, stream, coefficient. Frames without any energy do not count for the level."""
    level = cepstrum[cepstrum[:, 0] > 0].mean(0)
    still = cepstrum - level
    padded = np.vstack([still[:1]] * 3 + [still] + [still[-1:]] * 3)

    def at(offset):
        return padded[3 + offset : 3 + offset + len(still)]

    return np.stack([still, at(2) - at(-2), (at(3) - at(-1)) - (at(1) - at(-3))], 1)
