/** Sound that behaves like speech for tests that need no words: a buzz with syllables. */

/** 16-bit samples at `sampleRateHz`; syllables of about 200 ms without silence between them. */
export function babble(ms: number, sampleRateHz: number, level = 6_000): Int16Array {
  const samples = new Int16Array(Math.round((ms * sampleRateHz) / 1_000));
  for (let i = 0; i < samples.length; i++) {
    const t = i / sampleRateHz;
    const syllable = 0.55 + 0.45 * Math.sin(2 * Math.PI * 5 * t);
    samples[i] = level * syllable * (Math.sin(2 * Math.PI * 140 * t) + 0.5 * Math.sin(2 * Math.PI * 700 * t)) * 0.66;
  }
  return samples;
}
