import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { knownModels } from "@ongea/providers/hosts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { callsCarried, createHearingSpeed } from "./hearing-speed.ts";

const whisper = knownModels().find(({ id }) => id === "whisper-base")!;
let folder: string;

beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "ongea-speed-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  [0.08, false, 12],
  [0.08, true, 5],
  [0.4, false, 2],
  [0.6, false, 1],
  [0.7, false, 0],
])("ears that take %d s for a second of sound (streaming: %s) carry %d calls", (factor, isStreaming, calls) => {
  expect(callsCarried(factor, isStreaming)).toBe(calls);
});

test("what was measured is known at the next start; a file that was cut in two is measured again", () => {
  const speed = createHearingSpeed(folder);
  expect([speed.isMeasured(whisper), speed.callsAtOnce(whisper)]).toEqual([false, 2]);
  speed.keep(whisper, 0.08);
  const next = createHearingSpeed(folder);
  expect([next.isMeasured(whisper), next.callsAtOnce(whisper)]).toEqual([true, 12]);
  writeFileSync(join(folder, "hearing-speed.json"), '{"whisp');
  expect(createHearingSpeed(folder).isMeasured(whisper)).toBe(false);
});
