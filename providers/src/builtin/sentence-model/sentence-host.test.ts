/** The sentence host with the real model: its process is killed as native code that fails would end it. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createLanguageModel } from "../../create.ts";
import { linkToHost, type HostLink } from "../../host/link.ts";
import { temporaryFolder, type TemporaryFolder } from "../../testing/test-weights.ts";
import { openFormReader } from "../form-reader/form-reader.ts";
import { createHostFormReader } from "../form-reader/host-form-reader.ts";
import { createHostSentenceModel, hostedSentenceModel, useSentenceHost } from "./sentence-host.ts";
import { DIMENSIONS, openSentenceModel } from "./sentence-model.ts";
import { startSentenceHost, type SentenceHost } from "./start-sentence-host.ts";

const SAID = "Water is coming through the ceiling";
const LONGEST_START_MS = 60_000;
const patient = AbortSignal.timeout(LONGEST_START_MS);

let folder: TemporaryFolder;
let host: SentenceHost;
let link: HostLink;
const pids: number[] = [];
const socketPath = (): string => join(folder.path, "sentences");
const start = (entry?: string): SentenceHost =>
  startSentenceHost({
    socketPath: socketPath(),
    ...(entry === undefined ? {} : { entry }),
    onEvent: (event) => event.kind === "ready" && pids.push(event.pid),
    onFailure: () => pids.push(0),
  });

beforeAll(async () => {
  folder = await temporaryFolder();
  host = start();
  link = linkToHost(socketPath());
  await vi.waitUntil(() => link.connected, { timeout: LONGEST_START_MS });
}, LONGEST_START_MS);
afterAll(async () => {
  link?.close();
  await host?.stop();
  await folder?.remove();
});

test("a sentence means in the host what it means here, and in each thread that is linked to it", async () => {
  const here = await openSentenceModel().directionOf(SAID);
  const there = await createHostSentenceModel(link).directionOf(SAID);
  expect(there).toEqual(here);
  await expect
    .poll(() =>
      hostedSentenceModel()
        ?.directionOf(SAID)
        .catch(() => undefined),
    )
    .toEqual(here);
});

test("a form is read in the host as it is read here, and what is no form is refused", async () => {
  const fields = [{ name: "guests", about: "how many people", kind: "number" as const, choices: [] }];
  const words = { question: "How many people?", said: "so four of us", fields };
  const here = await openFormReader().read(words, patient);
  expect(await createHostFormReader(link).read(words, patient)).toEqual(here);
  const long = { ...words, said: "four ".repeat(2_000) };
  await expect(createHostFormReader(link).read(long, patient)).rejects.toMatchObject({ code: "refused" });
  await expect(createHostFormReader(link).read(words, AbortSignal.abort())).rejects.toMatchObject({ code: "cancelled" });
});

test("what was read is not read again, nor is what is being read", async () => {
  const model = createHostSentenceModel(link);
  const [one, same] = [model.directionOf("a leaking tap"), model.directionOf("a leaking tap")];
  expect(same).toBe(one);
  await one;
  expect(model.directionOf("a leaking tap", "passage")).toBe(one);
});

test(
  "a host that is killed fails what is asked meanwhile at once, and the next one answers",
  async () => {
    const model = createHostSentenceModel(link);
    const known = await model.directionOf(SAID);
    expect(host.isDown).toBe(false);
    process.kill(pids.at(-1) ?? 0, "SIGKILL");
    await expect.poll(() => host.isDown).toBe(true);
    await expect.poll(() => link.connected).toBe(false);
    const askedMs = performance.now();
    await expect(model.directionOf("a new sentence")).rejects.toMatchObject({ code: "unavailable" });
    const form = { question: "How many?", said: "four", fields: [] };
    await expect(createHostFormReader(link).read(form, patient)).rejects.toMatchObject({ code: "unavailable" });
    expect(performance.now() - askedMs).toBeLessThan(100);
    expect(await model.directionOf(SAID)).toBe(known);
    await expect
      .poll(() => model.directionOf("a new sentence").catch(() => undefined), { timeout: LONGEST_START_MS })
      .toHaveLength(DIMENSIONS);
    expect([host.isDown, pids.length]).toEqual([false, 2]);
  },
  LONGEST_START_MS,
);

test("the rules of a thread that knows of no host answer alone, those of one that does read sentences", async () => {
  const dialogue = () => createLanguageModel({ use: "guided" }, {});
  expect(dialogue().prepare).toBeDefined();
  await host.stop();
  expect([hostedSentenceModel(), dialogue().prepare]).toEqual([undefined, undefined]);
  useSentenceHost(socketPath());
  await expect(hostedSentenceModel()?.directionOf("nobody reads this")).rejects.toMatchObject({ code: "unavailable" });
});

test("a host that cannot start says so once, and is down", async () => {
  pids.length = 0;
  const broken = start(join(folder.path, "missing.js"));
  await expect.poll(() => [broken.isDown, pids], { timeout: LONGEST_START_MS }).toEqual([true, [0]]);
  await broken.stop();
});
