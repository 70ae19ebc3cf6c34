/** Sound that rises and falls as words do, without being any. */
export function speechLike(seconds: number, sampleRateHz: number): Int16Array {
  return Int16Array.from({ length: Math.round(seconds * sampleRateHz) }, (_, at) => {
    const s = at / sampleRateHz;
    // Three syllables a second, and a breath every fourth.
    const syllable = Math.abs(Math.sin(Math.PI * 3 * s)) * (Math.floor(s * 3) % 4 === 3 ? 0 : 1);
    const voice =
      Math.sin(2 * Math.PI * 140 * s) + 0.5 * Math.sin(2 * Math.PI * 280 * s) + 0.3 * Math.sin(2 * Math.PI * 1_400 * s);
    return Math.round(6_000 * syllable * voice);
  });
}
