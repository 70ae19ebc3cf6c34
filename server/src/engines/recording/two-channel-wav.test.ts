import { mkdtempSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TwoChannelWav, repairWav } from "./two-channel-wav.ts";

let folder: string;
let count = 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ongea-test-"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fresh = (): string => join(folder, `${count++}.wav`);

function read(path: string): { rate: number; bytes: number; left: number[]; right: number[] } {
  const file = readFileSync(path);
  const left: number[] = [];
  const right: number[] = [];
  for (let at = 44; at + 3 < file.length; at += 4) {
    left.push(file.readInt16LE(at));
    right.push(file.readInt16LE(at + 2));
  }
  return { rate: file.readUInt32LE(24), bytes: file.readUInt32LE(40), left, right };
}

test("the caller is on the left and the assistant on the right, each where it was heard", () => {
  const path = fresh();
  const wav = new TwoChannelWav(path, 8_000);
  wav.add("assistant", 1, Int16Array.of(5, 6));
  wav.add("caller", 0.5, Int16Array.of(1, 2, 3));
  wav.close();
  const { rate, bytes, left, right } = read(path);
  expect({ rate, bytes }).toEqual({ rate: 8_000, bytes: 40 });
  expect(left).toEqual([0, 0, 0, 0, 1, 2, 3, 0, 0, 0]);
  expect(right).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 5, 6]);
});

test("a recording lasts as long as the call, although nobody speaks at its end", () => {
  const path = fresh();
  const wav = new TwoChannelWav(path, 8_000);
  wav.add("caller", 0, new Int16Array(160));
  wav.close(2_000);
  expect(read(path).left).toHaveLength(16_000);
});

test("whatever the order and the size of the pieces, what is written is what was said", () => {
  const piece = fc.record({
    side: fc.constantFrom("caller" as const, "assistant" as const),
    gap: fc.integer({ min: 0, max: 30_000 }),
    length: fc.integer({ min: 1, max: 4_000 }),
  });
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 20 }), (pieces) => {
      const path = fresh();
      const wav = new TwoChannelWav(path, 8_000);
      const at = { caller: 0, assistant: 0 };
      const expected = { caller: [] as number[], assistant: [] as number[] };
      pieces.forEach(({ side, gap, length }, index) => {
        // Both sides move along together, as they do in a call: neither falls back further than what is kept in memory.
        const start = Math.max(at[side], Math.max(at.caller, at.assistant) - 8_000) + gap;
        const samples = Int16Array.from({ length }, (_, n) => ((index + 1) * 31 + n) % 32_000);
        wav.add(side, start / 8, samples);
        if (index % 3 === 0) wav.flush();
        samples.forEach((sample, n) => (expected[side][start + n] = sample));
        at[side] = start + length;
      });
      wav.close();
      const written = read(path);
      for (const [side, samples] of [
        ["caller", written.left],
        ["assistant", written.right],
      ] as const) {
        samples.forEach((sample, n) => {
          if (sample !== (expected[side][n] ?? 0))
            throw new Error(`${side} at ${n}: ${sample} instead of ${expected[side][n] ?? 0}`);
        });
      }
      rmSync(path);
    }),
    { numRuns: 30 },
  );
});

test("a recording whose writer was killed is given its true length", () => {
  const path = fresh();
  const wav = new TwoChannelWav(path, 8_000);
  wav.add("caller", 0, new Int16Array(8_000).fill(7));
  wav.flush();
  truncateSync(path, 44 + 31_999);
  expect(repairWav(path)).toBeCloseTo(999.9, 0);
  expect(read(path).bytes).toBe(31_996);
});

test("a file without sound is no recording", () => {
  const path = fresh();
  const wav = new TwoChannelWav(path, 8_000);
  wav.flush();
  expect(repairWav(path)).toBeUndefined();
});
