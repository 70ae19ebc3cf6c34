/** Sound as a telephone carries it, for tests and measurements. */

/** Between samples along a straight line: enough for test sound. Downsample only what is already low-passed. */
export function resampled(samples: Int16Array, fromHz: number, toHz: number): Int16Array {
  if (fromHz === toHz) return samples.slice();
  const out = new Int16Array(Math.floor((samples.length * toHz) / fromHz));
  for (let i = 0; i < out.length; i++) {
    const at = (i * fromHz) / toHz;
    const left = Math.floor(at);
    const a = samples[left] ?? 0;
    out[i] = Math.round(a + ((samples[left + 1] ?? a) - a) * (at - left));
  }
  return out;
}

/** 300–3400 Hz, 8 kHz, µ-law and back, then 16 kHz again: what a recogniser gets of a telephone call. */
export function throughTelephone(samples: Int16Array, rateHz: number): Int16Array {
  const band = filtered(samples, rateHz, 300, 3_400);
  const narrow = resampled(band, rateHz, 8_000).map(throughMulaw);
  const wide = new Int16Array(narrow.length * 2);
  for (let i = 0; i < narrow.length; i++) wide[2 * i] = narrow[i] ?? 0;
  return filtered(wide, 16_000, 0, 3_700, 2);
}

/** A windowed-sinc band pass, linear phase; sums to `gain` inside the band. */
function filtered(samples: Int16Array, rateHz: number, ...band: [lowHz: number, highHz: number, gain?: number]): Int16Array {
  const [lowHz, highHz, gain = 1] = band;
  const half = Math.round((rateHz / 8_000) * 32);
  const taps = Float64Array.from({ length: 2 * half + 1 }, (_, i) => {
    const t = i - half;
    const window = 0.54 + 0.46 * Math.cos((Math.PI * t) / half);
    return gain * window * (sinc(t, highHz / rateHz) - sinc(t, lowHz / rateHz));
  });
  const out = new Int16Array(samples.length);
  for (let i = 0; i < out.length; i++) {
    let sum = 0;
    for (let k = 0; k < taps.length; k++) sum += (taps[k] ?? 0) * (samples[i + half - k] ?? 0);
    out[i] = Math.max(-32_768, Math.min(32_767, Math.round(sum)));
  }
  return out;
}

function sinc(t: number, cycles: number): number {
  return t === 0 ? 2 * cycles : Math.sin(2 * Math.PI * cycles * t) / (Math.PI * t);
}

/** One sample through ITU-T G.711 µ-law and back. */
function throughMulaw(sample: number): number {
  const magnitude = Math.min(Math.abs(sample), 32_635) + 132;
  const exponent = Math.floor(Math.log2(magnitude)) - 7;
  const step = 2 ** (exponent + 3);
  const decoded = Math.floor(magnitude / step) * step + step / 2 - 132;
  return sample < 0 ? -decoded : decoded;
}
