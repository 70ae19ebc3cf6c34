import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHostEndOfTurn, createHostSegmentRecogniser } from "../host/host-judges.ts";
import { createHostSynthesiser } from "../host/host-synthesiser.ts";
import { linkToHost, type HostLink } from "../host/link.ts";
import type { SpeechHost } from "../host/supervise.ts";
import { startLocalHost } from "../hosts.ts";
import { fliteSpeech, joined, quiet } from "../testing/flite-speech.ts";
import { listenWith, sendFrames, wordErrors } from "../testing/hear-utterance.ts";
import { resampled, throughTelephone } from "../testing/telephone-band.ts";
import { startMirror, temporaryFolder, testWeights, type TemporaryFolder } from "../testing/test-weights.ts";
import { knownModels } from "./manifest/index.ts";
import { pullModel } from "./models/pull.ts";

const MODELS = ["whisper-base-int8", "piper-en_US-joe-medium", "smart-turn-v3.2-cpu"];

describe.skipIf(!testWeights)("local neural models (left out where their weights are not beside the repository)", () => {
  let folder: TemporaryFolder;
  let host: SpeechHost;
  let link: HostLink;
  const never = new AbortController().signal;

  beforeAll(async () => {
    folder = await temporaryFolder();
    const mirror = await startMirror(testWeights ?? "");
    for (const id of MODELS) {
      const description = knownModels().find((model) => model.id === id);
      if (description) await pullModel(description, { modelsFolder: folder.path, mirror: mirror.url });
    }
    await mirror.close();
    const socketPath = join(folder.path, "host");
    host = await startLocalHost({ socketPath }, { modelsFolder: folder.path, models: MODELS });
    link = linkToHost(socketPath);
  }, 120_000);

  afterAll(async () => {
    link?.close();
    await host?.stop();
    await folder?.remove();
  });

  async function spoken(text: string): Promise<Int16Array> {
    const parts: Int16Array[] = [];
    for await (const { samples, sampleRateHz } of createHostSynthesiser(link, { name: "joe" }).speak(
      { text, language: "en-US" },
      never,
    )) {
      parts.push(resampled(samples, sampleRateHz, 16_000));
    }
    return joined(parts);
  }

  test("a neural caller is understood over the telephone by a neural assistant", async () => {
    const ears = listenWith(createHostSegmentRecogniser(link, "whisper"));
    const sentence = "I would like to book a table for four people on Thursday evening.";
    const sound = throughTelephone(joined([quiet(200), await spoken(sentence), quiet(200)]), 16_000);
    const { words, tookMs } = await ears.hear(sound);
    const { errors } = wordErrors(sentence.replace("four", "4"), words.text.replace(/\bfour\b/, "4"));
    console.info(`${words.text} (${tookMs.toFixed(0)} ms after the pause)`);
    expect(errors).toBeLessThanOrEqual(2);
  });

  test("a short answer is heard as what was asked for, and silence as nothing", async () => {
    const ears = listenWith(createHostSegmentRecogniser(link, "whisper"));
    const yes = throughTelephone(joined([quiet(200), await fliteSpeech("yes", "rms"), quiet(200)]), 16_000);
    expect((await ears.hear(yes, [{ kind: "yes-no" }])).words.text.toLowerCase()).toMatch(/^yes/);
    expect((await ears.hear(quiet(900))).words.text).toBe("");
    const noise = Int16Array.from({ length: 32_000 }, (_, i) => 900 * Math.sin(i * i * 12.9898) * Math.sin(i / 3));
    expect((await ears.hear(throughTelephone(noise, 16_000), [{ kind: "date" }, { kind: "anything" }])).words.text).toBe("");
  });

  test("an answer is heard as what was asked for, however like other words it sounds, with how sure each word is", async () => {
    const ears = listenWith(createHostSegmentRecogniser(link, "whisper"), "en", ["Mary Smith"]);
    const clock = throughTelephone(joined([quiet(300), await fliteSpeech("half past ten", "rms"), quiet(150)]), 16_000);
    const { words } = await ears.hear(clock, [{ kind: "time" }]);
    expect(words.text.toLowerCase()).toMatch(/^half past (ten|10)/);
    expect(words.words?.map(({ text }) => text).join(" ")).toBe(words.text);
    for (const { confidence } of words.words ?? []) expect(confidence).toSatisfy((share) => share > 0 && share <= 1);
    const question = throughTelephone(
      joined([quiet(300), await fliteSpeech("how much does it cost", "rms"), quiet(150)]),
      16_000,
    );
    expect((await ears.hear(question, [{ kind: "time" }, { kind: "anything" }])).words.text).toMatch(/how much does it cost/i);
  });

  test("a segment that is no longer wanted is given up, and the next one is heard", async () => {
    const recogniser = createHostSegmentRecogniser(link, "whisper");
    const ears = listenWith(recogniser);
    const sound = throughTelephone(
      joined([quiet(200), await spoken("I would like to book a table for Thursday."), quiet(200)]),
      16_000,
    );
    for (const waitMs of [0, 20, 60, 120, 200]) {
      const listening = recogniser.listen(
        { language: "en", keywords: [] },
        { partial() {}, settled() {}, failed: ({ message }) => expect.fail(message) },
      );
      listening.begin(1);
      await sendFrames(listening, sound);
      listening.pause(1, 0);
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      listening.close();
    }
    expect((await ears.hear(sound)).words.text).toMatch(/table.*thursday/i);
  });

  test("a caller who goes on is heard whole", async () => {
    const settled: string[] = [];
    const listening = createHostSegmentRecogniser(link, "whisper").listen(
      { language: "en", keywords: [] },
      {
        partial() {},
        settled: (_, pause, { text }) => settled.push(`${pause} ${text}`),
        failed: ({ message }) => settled.push(message),
      },
    );
    listening.begin(1);
    await sendFrames(listening, await spoken("I would like to book"));
    listening.pause(1, 0);
    listening.resume(1);
    await sendFrames(listening, await spoken("a table for four people on Thursday."));
    listening.pause(1, 1);
    await expect.poll(() => settled, { timeout: 20_000 }).toHaveLength(1);
    // What stands on either side of the pause; which word a network writes for one sound differs between processors.
    expect(settled[0]).toMatch(/^1 I('d| would) like to.*people on Thursday/i);
    listening.close();
  });

  test("the end of a turn is judged from the voice: a sentence that breaks off is not finished", async () => {
    const turn = createHostEndOfTurn(link, "smart turn");
    const whole = await spoken("I would like to book a table for Thursday.");
    const broken = (await spoken("I was calling because, um,")).subarray(0, -1_600);
    const finished = await turn.judge(joined([whole, quiet(200)]), never);
    const unfinished = await turn.judge(joined([broken, quiet(200)]), never);
    console.info(`finished ${finished.toFixed(2)}, broken off ${unfinished.toFixed(2)}`);
    expect(finished).toBeGreaterThan(unfinished);
    expect(finished).toBeGreaterThan(0.5);
    await expect(turn.judge(whole, AbortSignal.abort())).rejects.toMatchObject({ code: "cancelled" });
  });

  test("a long answer comes in clauses: its first sound does not wait for the whole of it", async () => {
    const voice = createHostSynthesiser(link, { name: "joe", voice: "piper-en_US-joe-medium" });
    const text = "Certainly, we have a table by the window at seven, and another one in the garden at half past eight.";
    const seconds: number[] = [];
    for await (const { samples, sampleRateHz } of voice.speak({ text, language: "en" }, never))
      seconds.push(samples.length / sampleRateHz);
    const whole = seconds.reduce((sum, part) => sum + part);
    expect(seconds.length).toBeGreaterThan(1);
    expect(seconds[0]).toBeLessThan(whole * 0.6);
  });

  test("a language that the models do not speak is refused in plain words", async () => {
    await expect(listenWith(createHostSegmentRecogniser(link, "whisper"), "rw").hear(quiet(900))).rejects.toThrow(
      /does not hear rw/,
    );
    const speech = createHostSynthesiser(link, { name: "joe" }).speak({ text: "Habari", language: "sw" }, never);
    await expect(speech[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: "refused" });
  });

  test("a weight that was changed is not loaded", async () => {
    const { appendFile, truncate, stat } = await import("node:fs/promises");
    const path = join(folder.path, "smart-turn-v3.2", "smart-turn-v3.2-cpu.onnx");
    const { size } = await stat(path);
    await truncate(path, size - 1);
    await appendFile(path, "x");
    const started = startLocalHost(
      { socketPath: join(folder.path, "other") },
      { modelsFolder: folder.path, models: ["smart-turn-v3.2-cpu"] },
    );
    await expect(started).rejects.toThrow(/ended before it was ready/);
  });
});
