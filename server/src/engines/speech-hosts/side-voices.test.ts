/** Real speech hosts for samples. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { knownModels, pullModel } from "@ongea/providers/hosts";
import { startMirror, testWeights } from "@ongea/providers/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isAlive } from "../../platform/processes.ts";
import type { Log } from "../../platform/log/log.ts";
import { temporaryDataDir } from "../../platform/testing/data-folder.ts";
import { createSideVoices, type SideVoices } from "./side-voices.ts";

const settings = { use: "builtin", voice: "slt" } as const;
let dataDir: string;
let side: SideVoices;
/** Of the hosts that were started. */
let pids: number[];

beforeEach(() => {
  dataDir = temporaryDataDir();
  pids = [];
});
afterEach(async () => {
  await side.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

function open(idleMs?: number): SideVoices {
  const info = (fields: { pid?: number }): void => void (fields.pid && pids.push(fields.pid));
  const log = { debug: () => undefined, info, warn: () => undefined, error: () => undefined } as unknown as Log;
  const parts = { dataDir, modelsFolder: join(dataDir, "models"), models: () => [], log };
  return createSideVoices(idleMs === undefined ? parts : { ...parts, idleMs });
}

async function speak(text: string, signal = new AbortController().signal): Promise<number> {
  return side.use(settings, async (voice) => {
    let length = 0;
    for await (const { samples } of voice.speak({ text, language: "en" }, signal)) length += samples.length;
    return length;
  });
}

const hosts = (): number[] => pids.filter(isAlive);

test("a sample is spoken again after its host has died, by a new one", async () => {
  side = open();
  expect(await speak("Good morning.")).toBeGreaterThan(1_000);
  const [pid] = hosts();
  process.kill(pid!, "SIGKILL");
  await expect.poll(() => speak("Good evening.").catch(() => 0), { timeout: 20_000 }).toBeGreaterThan(1_000);
  expect(hosts()).not.toContain(pid);
});

test("whoever leaves in the middle keeps nobody waiting", async () => {
  side = open();
  await speak("Warm.");
  const gone = new AbortController();
  const left = speak("A long sentence, which nobody waits for any more, goes on and on. ".repeat(5), gone.signal);
  gone.abort();
  await Promise.allSettled([left]);
  expect(await speak("The next one.")).toBeGreaterThan(1_000);
});

test("hosts end when nobody has wanted them for a while; who comes just then is spoken for", async () => {
  side = open(1);
  for (let turn = 0; turn < 3; turn++) {
    expect(await speak("Good morning.")).toBeGreaterThan(1_000);
    // The idle time is over, and the host is being ended.
    await new Promise((resolve) => setTimeout(resolve, turn * 5));
  }
  await expect.poll(() => hosts().length, { timeout: 10_000 }).toBe(0);
});

test("two who come first share one host, and when the server stops it is gone", async () => {
  side = open();
  await Promise.all([speak("One."), speak("Two.")]);
  expect(hosts()).toHaveLength(1);
  await side.stop();
  expect(hosts()).toEqual([]);
  await expect(speak("Three.")).rejects.toThrow();
});

const JOE = "piper-en_US-joe-medium";

test.skipIf(!testWeights)(
  `a voice that is fetched while others are tried is spoken with at once${testWeights ? "" : " (left out: no weights)"}`,
  async () => {
    let models: string[] = [];
    const log = {
      debug: () => undefined,
      info: () => undefined,
      warn: () => undefined,
      error: () => undefined,
    } as unknown as Log;
    const modelsFolder = join(dataDir, "models");
    side = createSideVoices({ dataDir, modelsFolder, models: () => models, log });
    const joe = (): Promise<number> =>
      side.use({ use: "local", model: JOE }, async (voice) => {
        let length = 0;
        for await (const { samples } of voice.speak({ text: "Hello.", language: "en" }, new AbortController().signal))
          length += samples.length;
        return length;
      });
    const fetched = async (id: string): Promise<void> => {
      const mirror = await startMirror(testWeights ?? "");
      await pullModel(
        knownModels().find((one) => one.id === id)!,
        { modelsFolder, mirror: mirror.url },
      );
      await mirror.close();
      models = [...models, id];
    };
    await fetched("smart-turn-v3.2-cpu");
    await expect(joe()).rejects.toThrow();
    await fetched(JOE);
    expect(await joe()).toBeGreaterThan(1_000);
    expect(await joe()).toBeGreaterThan(1_000);
  },
);
