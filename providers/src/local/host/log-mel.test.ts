import { expect, test } from "vitest";
import { BANDS, levelledLogMel } from "./log-mel.ts";

/** The definition, word for word: slow and easy to check. */
function naive(sound: Float32Array): number[][] {
  const mean = sound.reduce((a, b) => a + b) / sound.length;
  const variance = sound.reduce((sum, x) => sum + (x - mean) ** 2, 0) / sound.length;
  const x = [...sound].map((value) => (value - mean) / Math.sqrt(variance + 1e-7));
  const mel = (hz: number): number => (hz < 1_000 ? hz / (200 / 3) : 15 + Math.log(hz / 1_000) / (Math.log(6.4) / 27));
  const hz = (m: number): number => (m < 15 ? (200 / 3) * m : 1_000 * Math.exp((Math.log(6.4) / 27) * (m - 15)));
  const edges = Array.from({ length: 82 }, (_, i) => hz((mel(8_000) * i) / 81));
  const frames = Array.from({ length: Math.floor(x.length / 160) }, (_, frame) => {
    const piece = Array.from({ length: 400 }, (_, i) => {
      const at = frame * 160 - 200 + i;
      const mirrored = at < 0 ? -at : at >= x.length ? 2 * (x.length - 1) - at : at;
      return (x[mirrored] ?? 0) * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / 400));
    });
    const power = Array.from({ length: 201 }, (_, bin) => {
      const re = piece.reduce((sum, value, i) => sum + value * Math.cos((2 * Math.PI * bin * i) / 400), 0);
      const im = piece.reduce((sum, value, i) => sum + value * Math.sin((2 * Math.PI * bin * i) / 400), 0);
      return re * re + im * im;
    });
    return Array.from({ length: 80 }, (_, band) => {
      const [low = 0, middle = 0, high = 0] = edges.slice(band, band + 3);
      const weight = (f: number): number =>
        (Math.max(0, Math.min((f - low) / (middle - low), (high - f) / (high - middle))) * 2) / (high - low);
      return Math.log10(
        Math.max(
          1e-10,
          power.reduce((sum, value, bin) => sum + value * weight(bin * 40), 0),
        ),
      );
    });
  });
  const loudest = Math.max(...frames.flat());
  return frames.map((frame) => frame.map((value) => (Math.max(value, loudest - 8) + 4) / 4));
}

test("the features that judge the end of a turn are those that the model was trained on", () => {
  const sound = Float32Array.from({ length: 6_400 }, (_, i) =>
    i < 2_000 ? 0 : 0.3 * Math.sin(i / 3) + 0.1 * Math.sin(i / 17) * Math.cos(i / 400),
  );
  const mel = levelledLogMel(sound);
  const expected = naive(sound);
  let worst = 0;
  for (const [frame, bands] of expected.entries()) {
    for (const [band, value] of bands.entries())
      worst = Math.max(worst, Math.abs(value - (mel[band * expected.length + frame] ?? 9)));
  }
  expect(mel).toHaveLength(BANDS * 40);
  expect(worst).toBeLessThan(1e-3);
});
