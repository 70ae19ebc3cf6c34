import { wavOf } from "@ongea/conversation";
import { expect, test } from "vitest";
import { checkedRecording } from "./recording.ts";
import { speechLike } from "../testing/speech-like.ts";

const RATE = 24_000;
const wav = (samples: Int16Array, rate = RATE): Uint8Array => wavOf(samples, rate);
const each = (seconds: number, sample: (at: number) => number, rate = RATE): Int16Array =>
  Int16Array.from({ length: seconds * rate }, (_, at) => sample(at / rate));
const refusal = (bytes: Uint8Array, which: "consent" | "sample" = "sample"): string | undefined => {
  try {
    checkedRecording(bytes, which);
    return undefined;
  } catch (error) {
    return (error as { detail: { type: string }[] }).detail[0]?.type;
  }
};

test("speech is taken, in one channel, with its length", () => {
  const { seconds, wav: kept } = checkedRecording(wav(speechLike(12, RATE)), "sample");
  expect(seconds).toBe(12);
  expect(kept.length).toBe(44 + 12 * RATE * 2);
  expect(refusal(wav(speechLike(4, 16_000), 16_000), "consent")).toBeUndefined();
});

test("what is no sound, or sound in another form, is told as unreadable", () => {
  const telephone = wav(speechLike(12, 8_000), 8_000);
  const header = wav(speechLike(12, RATE)).subarray(0, 30);
  for (const bytes of [Buffer.from("ID3 this is an MP3"), Buffer.alloc(0), Buffer.alloc(20_000, 7), telephone, header])
    expect(refusal(bytes)).toBe("sound_unreadable");
});

test("a recording that is too short, too long, silent, nearly silent, cut off or no speech is told as that", () => {
  expect(refusal(wav(speechLike(9.9, RATE)))).toBe("sound_too_short");
  expect(refusal(wav(speechLike(2.9, RATE)), "consent")).toBe("sound_too_short");
  expect(refusal(wav(speechLike(121, RATE)))).toBe("sound_too_long");
  expect(refusal(wav(new Int16Array(20 * RATE)))).toBe("sound_silent");
  // A short word in a long silence.
  const word = new Int16Array(30 * RATE);
  word.set(speechLike(3, RATE), 10 * RATE);
  expect(refusal(wav(word))).toBe("sound_silent");
  const loud = speechLike(15, RATE).map((one) => Math.max(-32_768, Math.min(32_767, one * 12)));
  expect(refusal(wav(loud))).toBe("sound_clipped");
  expect(refusal(wav(each(15, (s) => 9_000 * Math.sin(2 * Math.PI * 440 * s))))).toBe("sound_not_speech");
  let seed = 1;
  const noise = each(15, () => ((seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647 - 0.5) * 12_000);
  expect(refusal(wav(noise))).toBe("sound_not_speech");
});

test("a file whose header lies about its length is read as far as it goes", () => {
  const bytes = Buffer.from(wav(speechLike(12, RATE)));
  bytes.writeUInt32LE(0xffff_fff0, 40);
  expect(checkedRecording(bytes, "sample").seconds).toBe(12);
});
