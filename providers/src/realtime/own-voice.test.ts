import type { Speech } from "@ongea/conversation";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startOpenAiRealtimeServer, VOICED, type OpenAiRealtimeServer } from "../testing/openai-realtime-server.ts";
import { createOpenAiRealtime } from "./openai/model.ts";
import { OwnVoice } from "./own-voice.ts";

const RATE_HZ = 24_000;
const WORDS = ["We open ", "at eight. ", "Your visit ", "is booked. ", "Goodbye."];
const never = new AbortController().signal;

/** A second of sound for every twelve letters, each letter as loud as its place. */
function spoken(voice: OwnVoice, text: string) {
  const track = voice.begin(RATE_HZ);
  track.addText(text);
  const letters = text.replace(/[^a-z]/giu, "").length;
  track.addSound(Int16Array.from({ length: letters * 2_000 }, (_, i) => 1_000 + Math.floor(i / 2_000)));
  return track;
}

async function heard(speech: AsyncIterable<Speech>): Promise<number[]> {
  const all: number[] = [];
  for await (const { samples } of speech) all.push(...samples);
  return all;
}

const speak = (voice: OwnVoice, text: string): Promise<number[]> => heard(voice.speak({ text, language: "en" }, never));

describe("the model's own voice", () => {
  test("clause by clause all of its sound is heard, once and in order", async () => {
    const voice = new OwnVoice("m");
    const track = spoken(voice, "We open at eight. Your visit is booked.");
    track.finish();
    const whole = [...(await speak(voice, "We open at eight.")), ...(await speak(voice, "Your visit is booked."))];
    expect(whole).toHaveLength(30 * 2_000);
    expect(whole).toEqual(whole.toSorted((a, b) => a - b));
  });

  test("it speaks only its own words; what the guard says instead is another voice's, and the sentence is left out", async () => {
    const voice = new OwnVoice("m");
    spoken(voice, "We open at eight. Your visit is booked. Shall I read it back?").finish();
    await speak(voice, "We open at eight.");
    expect(voice.speaks("That is not done yet.")).toBe(false);
    expect(voice.speaks("Shall I read it back?")).toBe(true);
    const rest = await speak(voice, "Shall I read it back?");
    // Not before the last letters of the sentence that was left out.
    expect(rest[0]).toBeGreaterThanOrEqual(1_000 + 27);
    expect(rest.at(-1)).toBe(1_000 + 45);
  });

  test("a pronunciation changes nothing: it is the written words that it has said", async () => {
    const voice = new OwnVoice("m");
    spoken(voice, "Welcome to Kisumu.").finish();
    const words = { text: "Welcome to Key-soo-moo.", written: "Welcome to Kisumu.", language: "en" };
    expect(await heard(voice.speak(words, never))).not.toHaveLength(0);
  });

  test("sound that does not come is a failure within the time in which another voice can still speak", async () => {
    const voice = new OwnVoice("m");
    voice.begin(RATE_HZ).addText("We open at eight.");
    await expect(speak(voice, "We open at eight.")).rejects.toMatchObject({ code: "timeout" });
  });

  test("an answer without end is cut off", async () => {
    const voice = new OwnVoice("m");
    const track = voice.begin(RATE_HZ);
    track.addText("On and on.");
    for (let minute = 0; minute < 5; minute++) track.addSound(new Int16Array(60 * RATE_HZ).fill(1));
    track.finish();
    let samples = 0;
    for await (const speech of voice.speak({ text: "On and on.", language: "en" }, never)) samples += speech.samples.length;
    expect(samples).toBe(180 * RATE_HZ);
  });
});

describe("OpenAI Realtime in full mode", () => {
  let server: OpenAiRealtimeServer;
  beforeEach(async () => {
    server = await startOpenAiRealtimeServer();
    server.reply = () => ({ words: WORDS });
  });
  afterEach(() => server.close());

  function call() {
    const baseUrl = `${server.baseUrl}/v1`;
    const { recogniser, languageModel, voice } = createOpenAiRealtime({
      apiKey: "k",
      model: "gpt-realtime",
      mode: "full",
      voice: "cedar",
      baseUrl,
    });
    recogniser.listen({ language: "en", keywords: [] }, { partial() {}, settled() {}, failed() {} });
    const request = { instructions: "", knowledge: [], messages: [], tools: [], language: "en" };
    const asked = { ...request, localTime: "2026-11-21T09:41:00+03:00", settings: { maxTokens: 90, temperature: 0 } };
    const think = async (): Promise<string> => {
      let text = "";
      for await (const thought of languageModel.think(asked, never)) if (thought.kind === "text") text += thought.text;
      return text;
    };
    return { think, voice };
  }

  test("its transcript is the answer, and its sound speaks the answer", async () => {
    const { think, voice } = call();
    expect(await think()).toBe(WORDS.join(""));
    const samples: number[] = [];
    for (const text of ["We open at eight.", "Your visit is booked.", "Goodbye."])
      for await (const speech of voice?.speak({ text, language: "en" }, never) ?? []) samples.push(...speech.samples);
    const letters = WORDS.join("").replace(/[^a-z]/giu, "").length;
    expect(samples).toHaveLength((letters * VOICED.letterMs + WORDS.length * VOICED.silenceMs) * 24);
    const asked = server.events.findLast((event) => event.type === "response.create")?.response;
    expect(asked).toMatchObject({ output_modalities: ["audio"], audio: { output: { voice: "cedar" } } });
    expect(server.mistakes).toEqual([]);
  });

  test("a session that is lost in the middle of a clause ends its sound too", async () => {
    server.faults = { answers: "breaks" };
    const { think, voice } = call();
    await expect(think()).rejects.toMatchObject({ code: "unavailable" });
    const rest = (async () => {
      for await (const _ of voice?.speak({ text: "We open", language: "en" }, never) ?? []);
    })();
    await expect(rest).rejects.toMatchObject({ code: "unavailable" });
  });

  test("an answer whose sound never comes is spoken by the next voice", async () => {
    server.faults = { isMute: true };
    const { think, voice } = call();
    await think();
    const samples: number[] = [];
    for await (const speech of voice?.speak({ text: "We open at eight.", language: "en" }, never) ?? [])
      samples.push(...speech.samples);
    // No sound: the conversation takes the next voice.
    expect(samples).toEqual([]);
  });
});
