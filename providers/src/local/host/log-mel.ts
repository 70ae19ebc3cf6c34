/** Whisper's features: log-mel spectra of 16 kHz sound, 80 bands (its newest models: 128), one every 10 ms (openai/whisper, audio.py). */

const FFT = 400;
const HOP = 160;
export const BANDS = 80;
const BINS = FFT / 2 + 1;
const RATE_HZ = 16_000;

/** Smart Turn's: the sound is first brought to mean 0 and variance 1. */
export function levelledLogMel(sound: Float32Array): Float32Array {
  return logMel(levelled(sound));
}

/** `[bands][frames]` in rows, frames = samples / 160. */
export function logMel(samples: Float32Array, bands = BANDS): Float32Array {
  const filters = filtersOf(bands);
  const frames = Math.floor(samples.length / HOP);
  const mel = new Float32Array(bands * frames);
  const power = new Float64Array(BINS);
  let loudest = -Infinity;
  const blank = leadingBlank(samples);
  const over = samples.findLastIndex((sample) => sample !== samples.at(-1)) + 1;
  for (let frame = 0; frame < frames; frame++) {
    // The silence that fills up the seconds looks the same in every frame.
    const isKnown = frame > 0 && (frame * HOP + FFT / 2 <= blank || (frame - 1) * HOP - FFT / 2 >= over);
    if (!isKnown) powerSpectrum(samples, frame * HOP - FFT / 2, power);
    for (let band = 0; band < bands; band++) {
      const { first, weights } = filters[band] ?? { first: 0, weights: [] };
      let sum = 0;
      for (let i = 0; i < weights.length; i++) sum += (weights[i] ?? 0) * (power[first + i] ?? 0);
      const value = Math.log10(Math.max(sum, 1e-10));
      mel[band * frames + frame] = value;
      if (value > loudest) loudest = value;
    }
  }
  for (let i = 0; i < mel.length; i++) mel[i] = (Math.max(mel[i] ?? 0, loudest - 8) + 4) / 4;
  return mel;
}

/** How many samples from the start are all the same. */
function leadingBlank(samples: Float32Array): number {
  const end = samples.findIndex((sample) => sample !== samples[0]);
  return end < 0 ? samples.length : end;
}

function levelled(sound: Float32Array): Float32Array {
  let sum = 0;
  let squares = 0;
  for (const sample of sound) {
    sum += sample;
    squares += sample * sample;
  }
  const mean = sum / sound.length;
  const spread = Math.sqrt(Math.max(0, squares / sound.length - mean * mean) + 1e-7);
  return sound.map((sample) => (sample - mean) / spread);
}

const WINDOW = Float64Array.from({ length: FFT }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / FFT));
const windowed = new Float64Array(FFT);

/** Of the 400 samples from `start`, mirrored at both ends of the sound. */
function powerSpectrum(samples: Float32Array, start: number, power: Float64Array): void {
  const last = samples.length - 1;
  for (let i = 0; i < FFT; i++) {
    let at = start + i;
    if (at < 0) at = -at;
    else if (at > last) at = 2 * last - at;
    windowed[i] = (samples[at] ?? 0) * (WINDOW[i] ?? 0);
  }
  transform(windowed);
  for (let bin = 0; bin < BINS; bin++) power[bin] = (real[bin] ?? 0) ** 2 + (imaginary[bin] ?? 0) ** 2;
}

const partReal = new Float64Array(FFT);
const partImaginary = new Float64Array(FFT);
const real = new Float64Array(FFT);
const imaginary = new Float64Array(FFT);
const COSINES = Float64Array.from({ length: FFT }, (_, i) => Math.cos((2 * Math.PI * i) / FFT));
const SINES = Float64Array.from({ length: FFT }, (_, i) => Math.sin((2 * Math.PI * i) / FFT));

/** 400 = 16 · 25: sixteen transforms of 25 points, joined (Cooley and Tukey). */
function transform(input: Float64Array): void {
  const [long, short, half] = [25, 16, 12];
  for (let offset = 0; offset < short; offset++) {
    // The sound is real, so the second half mirrors the first.
    for (let k = 0; k <= half; k++) {
      let re = 0;
      let im = 0;
      for (let n = 0; n < long; n++) {
        const turn = (n * k * short) % FFT;
        const value = input[n * short + offset] ?? 0;
        re += value * (COSINES[turn] ?? 0);
        im -= value * (SINES[turn] ?? 0);
      }
      partReal[offset * long + k] = re;
      partImaginary[offset * long + k] = im;
      if (k === 0) continue;
      partReal[offset * long + long - k] = re;
      partImaginary[offset * long + long - k] = -im;
    }
  }
  for (let bin = 0; bin < BINS; bin++) {
    let re = 0;
    let im = 0;
    for (let offset = 0; offset < short; offset++) {
      const turn = (offset * bin) % FFT;
      const [cosine, sine] = [COSINES[turn] ?? 0, SINES[turn] ?? 0];
      const [a, b] = [partReal[offset * long + (bin % long)] ?? 0, partImaginary[offset * long + (bin % long)] ?? 0];
      re += a * cosine + b * sine;
      im += b * cosine - a * sine;
    }
    real[bin] = re;
    imaginary[bin] = im;
  }
}

type Filters = readonly { first: number; weights: number[] }[];
const known = new Map<number, Filters>();

function filtersOf(bands: number): Filters {
  const filters = known.get(bands) ?? melFilters(bands);
  known.set(bands, filters);
  return filters;
}

/** Triangles on Slaney's mel scale, each of area one. */
function melFilters(bands: number): Filters {
  const top = melOf(RATE_HZ / 2);
  const edges = Array.from({ length: bands + 2 }, (_, i) => hertzOf((top * i) / (bands + 1)));
  return Array.from({ length: bands }, (_, band) => {
    const [low = 0, middle = 0, high = 0] = edges.slice(band, band + 3);
    const all = Array.from({ length: BINS }, (_, bin) => {
      const hertz = (bin * RATE_HZ) / FFT;
      const slope = Math.min((hertz - low) / (middle - low), (high - hertz) / (high - middle));
      return Math.max(0, slope) * (2 / (high - low));
    });
    const first = Math.max(
      0,
      all.findIndex((weight) => weight > 0),
    );
    const end = all.findLastIndex((weight) => weight > 0) + 1;
    return { first, weights: all.slice(first, end) };
  });
}

/** Linear up to 1 kHz, logarithmic above. */
function melOf(hertz: number): number {
  return hertz < 1_000 ? (3 * hertz) / 200 : 15 + (27 * Math.log(hertz / 1_000)) / Math.log(6.4);
}

function hertzOf(mel: number): number {
  return mel < 15 ? (200 * mel) / 3 : 1_000 * Math.exp((Math.log(6.4) / 27) * (mel - 15));
}
