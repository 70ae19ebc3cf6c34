import { NO_RECOGNISER } from "@ongea/contract";
import { publicModels } from "@ongea/providers/hosts";
import { expect, test } from "vitest";
import { choose } from "./choices.ts";
import { partsOf, slowRecognisers } from "./speech-parts.ts";

const SERVICES = { model: undefined, recogniser: undefined, voice: undefined };
const host = (installed: boolean) => ({ pid: 1, facts: { ears: { installed }, voice: { engines: ["flite"] } } });
const RUNS = { isDown: false };
const whisper = publicModels().find(({ id }) => id === "whisper-base")!;

test("a server without speech recognition says that it cannot hear callers, and the command that cures it", () => {
  const [ears] = partsOf(choose(SERVICES, []), host(false), RUNS);
  expect(ears).toMatchObject({ part: "ears", name: NO_RECOGNISER, ready: false });
  expect(ears?.note).toMatch(/^This server cannot hear callers yet\. Run: sudo apt-get install -y libpocketsphinx3/);
  expect(partsOf(choose(SERVICES, []), host(true), RUNS)[0]?.ready).toBe(true);
});

test("a sentence model that does not run is said to be, and the guided dialogue answers without it", () => {
  const minds = (isDown: boolean) => partsOf(choose(SERVICES, []), host(true), { isDown }).filter(({ part }) => part === "mind");
  expect(minds(false).map(({ name, ready }) => [name, ready])).toEqual([
    ["guided dialogue", true],
    ["sentence model (English)", true],
  ]);
  expect(minds(true)).toMatchObject([{ ready: true }, { ready: false, note: expect.stringContaining("the rules answer alone") }]);
});

test("without PocketSphinx a local recogniser hears alone, and nothing is missing", () => {
  const [ears] = partsOf(choose(SERVICES, [whisper]), host(false), RUNS);
  expect(ears).toMatchObject({ name: whisper.name, ready: true });
});

test("a recogniser that was measured as too slow for this machine is said to be, with what was measured; others are not", () => {
  const speed = (factor: number | undefined, callsAtOnce: number) => ({ factor: () => factor, callsAtOnce: () => callsAtOnce });
  expect(slowRecognisers([whisper], speed(undefined, 1))).toEqual([]);
  expect(slowRecognisers([whisper], speed(0.1, 3))).toEqual([]);
  const [slow] = slowRecognisers([whisper], speed(1.34, 0));
  expect(slow).toMatchObject({ part: "ears", name: whisper.name, ready: false });
  expect(slow?.note).toContain("this machine needs 1.3 s for a second of sound");
  expect(slow?.note).toContain("npm run models -- list");
  expect(slow?.note).toContain("Too slow for calls");
});
