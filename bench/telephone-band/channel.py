"""Telephones: a band, a level, noise, and a codec, drawn at random."""
import subprocess

import numpy as np

GSM_SHARE = 0.35
NOISY_SHARE = 0.5
# Lines between computers cut off nothing below and all but nothing above.
FLAT_SHARE = 0.35
RAW = ["-t", "raw", "-e", "signed", "-b", "16"]
NARROW = ["-r", "8000", "-c", "1"]


def channel(wide, rng):
    """What arrives of sound at 16 kHz, at 16 kHz again."""
    count = len(wide) // 2 * 2
    hertz = np.fft.rfftfreq(count, 1 / 16_000)
    flat = rng.random() < FLAT_SHARE
    edges = (rng.uniform(0, 80), rng.uniform(3_700, 3_950)) if flat else (rng.uniform(150, 350), rng.uniform(3_200, 3_700))
    sound = within(wide[:count].astype(float), hertz, edges)
    sound *= rng.uniform(400, 4_500) / loudness(sound)
    if rng.random() < NOISY_SHARE:
        sound += noise(hertz, edges, rng) * loudness(sound) * 10 ** (-rng.uniform(15, 35) / 20)
    narrow = np.clip(sound[::2], -32_768, 32_767)
    narrow = through_gsm(narrow) if rng.random() < GSM_SHARE else through_mulaw(narrow)
    again = np.zeros(count)
    again[::2] = 2 * narrow
    spectrum = np.fft.rfft(again)
    spectrum[hertz > 3_900] = 0
    return np.clip(np.round(np.fft.irfft(spectrum, count)), -32_768, 32_767).astype(np.int16)


def within(sound, hertz, edges):
    low, high = edges
    gain = 1 / (1 + np.exp(-(hertz - low) / 20)) / (1 + np.exp((hertz - high) / 25))
    return np.fft.irfft(np.fft.rfft(sound) * gain, len(sound))


def noise(hertz, edges, rng):
    """Between white and pink, as loud as 1."""
    count = 2 * (len(hertz) - 1)
    tilted = np.fft.rfft(rng.normal(size=count)) / np.maximum(hertz, 60) ** rng.uniform(0, 0.5)
    sound = within(np.fft.irfft(tilted, count), hertz, edges)
    return sound / np.sqrt(np.mean(sound**2))


def loudness(sound):
    """Of what is not quiet."""
    loud = np.abs(sound) > 100
    return np.sqrt(np.mean(sound[loud] ** 2)) if loud.any() else 1.0


def through_mulaw(sound):
    """ITU-T G.711 and back."""
    magnitude = np.minimum(np.abs(sound), 32_635) + 132
    step = 2 ** (np.floor(np.log2(magnitude)) - 4)
    decoded = np.floor(magnitude / step) * step + step / 2 - 132
    return np.where(sound < 0, -decoded, decoded)


def through_gsm(sound):
    """GSM 06.10 and back."""
    coded = sox(RAW + NARROW, ["-t", "gsm", *NARROW], sound.astype("<i2").tobytes())
    decoded = np.frombuffer(sox(["-t", "gsm", *NARROW], RAW + NARROW, coded), "<i2").astype(float)
    return np.pad(decoded, (0, max(0, len(sound) - len(decoded))))[: len(sound)]


def sox(source, target, data):
    done = subprocess.run(["sox", *source, "-", *target, "-"], input=data, capture_output=True, check=True)
    return done.stdout
