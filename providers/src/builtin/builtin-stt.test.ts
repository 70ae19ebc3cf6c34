import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Expected } from "@ongea/conversation";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHostRecogniser } from "../host/host-recogniser.ts";
import { linkToHost, type HostLink } from "../host/link.ts";
import { startSpeechHost, type SpeechHost } from "../host/supervise.ts";
import { CALL_CENTRE_SENTENCES } from "../testing/call-centre-sentences.ts";
import { fliteSpeech, joined, quiet } from "../testing/flite-speech.ts";
import { listenWith, sendFrames, wordErrors, type TestListening } from "../testing/hear-utterance.ts";
import { throughTelephone } from "../testing/telephone-band.ts";
import { clinic } from "../testing/callers/businesses/clinic.ts";
import { spelledName } from "./dialogue/spoken/spelled.ts";
import { samplesOf } from "./dialogue/intents/sample-utterances.ts";
import { sphinxInstalled } from "./stt/sphinx.ts";

async function phoned(text: string, voice: string): Promise<Int16Array> {
  return throughTelephone(joined([quiet(300), await fliteSpeech(text, voice), quiet(150)]), 16_000);
}

describe.skipIf(!sphinxInstalled())("the built-in recogniser (left out without PocketSphinx)", () => {
  let host: SpeechHost;
  let link: HostLink;
  let ears: TestListening;

  beforeAll(async () => {
    const socketPath = join(mkdtempSync(join(tmpdir(), "ongea-test-")), "host");
    host = await startSpeechHost({ entry: new URL("./host.ts", import.meta.url), socketPath, settings: {} });
    link = linkToHost(socketPath);
    ears = listenWith(createHostRecogniser(link, "builtin"));
  });

  afterAll(async () => {
    link.close();
    await host.stop();
  });

  const answers: [Expected[], string][] = [
    [[{ kind: "yes-no" }], "yes please"],
    [[{ kind: "yes-no" }], "no thank you"],
    [[{ kind: "phone" }], "oh seven one two double three four five six seven"],
    [[{ kind: "phone" }], "plus two five four seven two two nine one eight three six four"],
    [[{ kind: "digits", min: 4, max: 6 }], "four nine two seven"],
    [[{ kind: "date" }], "next thursday"],
    [[{ kind: "date" }], "the twelfth of december"],
    [[{ kind: "date" }], "tomorrow"],
    [[{ kind: "time" }], "half past ten"],
    [[{ kind: "time" }], "ten thirty am"],
    [[{ kind: "date" }, { kind: "time" }], "on friday at two o'clock"],
    [[{ kind: "phrase", phrases: ["the garden room", "the roof terrace"] }], "the roof terrace"],
    [[{ kind: "yes-no", corrections: [{ kind: "phone" }] }], "the last digit is four"],
  ];

  test("answers that were asked for are heard right over the telephone", async () => {
    const missed: string[] = [];
    let slowestMs = 0;
    for (const voice of ["slt", "rms"]) {
      for (const [expected, said] of answers) {
        const { words, tookMs } = await ears.hear(await phoned(said, voice), expected);
        slowestMs = Math.max(slowestMs, tookMs);
        if (!words.text.endsWith(said)) missed.push(`${voice}: ${said} → ${words.text} (${words.confidence?.toFixed(2)})`);
      }
    }
    console.info(
      `${answers.length * 2 - missed.length} of ${answers.length * 2} right, slowest ${slowestMs.toFixed(0)} ms\n${missed.join("\n")}`,
    );
    expect(missed.length).toBeLessThanOrEqual(5);
  });

  test("names that are spelled over the telephone are heard by their letters, and a question instead is no name", async () => {
    const expected: Expected[] = [{ kind: "name", spelled: true }];
    const missed: string[] = [];
    for (const voice of ["slt", "rms"]) {
      for (const name of voice === "slt" ? ["Mary Smith", "Chidi Okafor"] : ["Fatou Diallo", "Wanjiku Kamau"]) {
        const said = name.replace(/\w+/g, (part) => `${part}, ${[...part.toUpperCase()].join(", ")},`);
        const { words } = await ears.hear(await phoned(said, voice), expected);
        const heard = spelledName(words.text, { confidence: words.confidence ?? 1, not: [] })?.parts.join(" ");
        if (heard !== name.toLowerCase()) missed.push(`${voice}: ${name} → ${words.text}`);
      }
      const { words } = await ears.hear(await phoned("how much do you charge for a filling", voice), expected);
      expect(words.text, `a question by ${voice}`).toContain("charge for");
    }
    console.info(missed.join("\n"));
    expect(missed.length, `names that were not heard: ${missed.join("; ")}`).toBeLessThanOrEqual(1);
  });

  test("a caller who asks something else instead is not forced into the expected answer", async () => {
    const { words } = await ears.hear(await phoned("what time do you close today", "rms"), [{ kind: "phone" }]);
    expect(words.text).toContain("time do you close");
  });

  test("free speech is heard roughly, with words before the end, and nothing is made of quiet", async () => {
    let errors = 0;
    let total = 0;
    let partials = 0;
    for (const sentence of CALL_CENTRE_SENTENCES.slice(0, 6)) {
      const heard = await ears.hear(await phoned(sentence, "rms"));
      const counted = wordErrors(sentence, heard.words.text);
      errors += counted.errors;
      total += counted.words;
      partials += heard.partials.length;
    }
    console.info(`free speech: ${((100 * errors) / total).toFixed(0)} % of words wrong`);
    expect(errors / total).toBeLessThan(0.6);
    expect(partials).toBeGreaterThan(3);
    expect((await ears.hear(quiet(800))).words.text).toBe("");
  });

  test("a caller who goes on after a pause is heard as one utterance", async () => {
    const [first, second] = [await phoned("oh seven one two", "rms"), await phoned("three four five six", "rms")];
    const settled: string[] = [];
    const listening = createHostRecogniser(link, "builtin").listen(
      { language: "en-KE", keywords: [] },
      {
        partial() {},
        settled: (_, pause, words) => settled.push(`${pause} ${words.text}`),
        failed: (problem) => settled.push(problem.message),
      },
    );
    listening.expect([{ kind: "phone" }]);
    listening.begin(7);
    await sendFrames(listening, first);
    listening.pause(7, 1);
    await expect.poll(() => settled.length, { timeout: 20_000 }).toBe(1);
    await sendFrames(listening, quiet(200));
    listening.resume(7);
    await sendFrames(listening, second);
    listening.pause(7, 2);
    await expect.poll(() => settled.length, { timeout: 20_000 }).toBe(2);
    listening.close();
    expect(settled).toEqual(["1 oh seven one two", "2 oh seven one two three four five six"]);
  });

  test("a first sentence is heard by what this agent's callers are likely to say", async () => {
    const { prompt: instructions, tools } = clinic;
    const expected: Expected[] = [{ kind: "utterances", samples: samplesOf({ instructions, tools }) }, { kind: "anything" }];
    const wrong = { any: 0, likely: 0 };
    for (const said of [
      "my name is wanjiku and i need a filling",
      "this is otieno can you move my appointment to november thirtieth",
      "i need to cancel my visit",
    ]) {
      for (const voice of ["slt", "awb"]) {
        const sound = await phoned(said, voice);
        wrong.any += wordErrors(said, (await ears.hear(sound)).words.text).errors;
        wrong.likely += wordErrors(said, (await ears.hear(sound, expected)).words.text).errors;
      }
    }
    console.info(`words wrong: ${wrong.any} of any English, ${wrong.likely} where likely sentences are known`);
    expect(wrong.likely).toBeLessThan(wrong.any);
    const other = await ears.hear(await phoned("do you know whether my uncle likes football", "rms"), expected);
    expect(other.words.text).toContain("football");
  });

  test("another language is refused in plain words", async () => {
    await expect(listenWith(createHostRecogniser(link, "builtin"), "sw").hear(quiet(100))).rejects.toThrow(
      /hears English only, not sw/,
    );
  });
});
