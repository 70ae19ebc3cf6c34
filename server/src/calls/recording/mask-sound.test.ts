/** Before a recording may be heard it is masked; one that cannot be is withheld, and its transcript says so. */
import type { Entry } from "@ongea/contract";
import { pino } from "pino";
import { expect, test, vi } from "vitest";
import type { Recordings } from "../../engines/index.ts";
import { closeRecording, createMaskSound, type RecordedCall } from "./mask-sound.ts";

const log = pino({ level: "silent" });
const call = (change: Partial<RecordedCall> = {}): RecordedCall => ({
  id: "1",
  recording: "2026/11/30/1.wav",
  traits: { masked: "sealed" },
  ...change,
});

function world(mask: Recordings["mask"], limitMs = 1_000) {
  const entries: Entry[] = [{ kind: "key", atMs: 5_000, digit: "*" }];
  const record = { entries, note: (entry: Entry) => void entries.push(entry) };
  const maskSound = createMaskSound({ recordings: { mask }, log, limitMs });
  return { entries, close: (of: RecordedCall) => closeRecording({ call: of, record, atMs: 9_000, maskSound }) };
}

test("a call with masking has its recording masked, the whole kept or not as its rules were", async () => {
  const mask = vi.fn<Recordings["mask"]>(async () => undefined);
  const { close } = world(mask);
  expect(await close(call())).toEqual({ recording: "2026/11/30/1.wav", recordingClosed: true });
  expect(await close(call({ traits: { masked: "gone" } }))).toMatchObject({ recordingClosed: true });
  expect(mask.mock.calls.map(([, ranges, keepsWhole]) => [ranges.length > 0, keepsWhole])).toEqual([
    [true, true],
    [true, false],
  ]);
  expect(await close(call({ traits: {} }))).toMatchObject({ recordingClosed: true });
  expect(await close(call({ recording: "demo/clinic.wav" }))).toMatchObject({ recordingClosed: true });
  expect(await close(call({ recording: null }))).toEqual({ recording: null, recordingClosed: false });
  expect(mask).toHaveBeenCalledTimes(2);
});

test.each([
  ["fails", () => Promise.reject(new Error("the disk is full"))],
  ["never answers", () => new Promise<void>(() => undefined)],
])("a disk that %s withholds the recording, and the transcript says so", async (_, mask) => {
  const { close, entries } = world(mask, 20);
  expect(await close(call())).toEqual({ recording: "2026/11/30/1.wav", recordingClosed: false });
  expect(entries.at(-1)).toMatchObject({ kind: "failure", stage: "record", problem: { code: "not-masked" } });
});
