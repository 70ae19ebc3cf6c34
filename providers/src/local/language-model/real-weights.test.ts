/** The smallest language model that can be had, where `npm run models -- pull smollm2-135m-instruct-q4_1` was run in this checkout. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  ProviderFailure,
  type LanguageModel,
  type Message,
  type ThinkRequest,
  type Thought,
  type ToolDefinition,
} from "@ongea/conversation";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHostLanguageModel } from "../../host/host-language-model.ts";
import { linkToHost, type HostLink } from "../../host/link.ts";
import type { SpeechHost } from "../../host/supervise.ts";
import { startLocalHost } from "../../hosts.ts";
import { toolSchemas } from "../../testing/tool-schemas.ts";
import { temporaryFolder, type TemporaryFolder } from "../../testing/test-weights.ts";
import { loadLlamaEngine } from "../models/llama-engine.ts";
import { argumentGrammar } from "./argument-grammar.ts";
import { choiceGrammar, judgedArguments, offersOf, SPEECH_GRAMMAR } from "./tool-offers.ts";

const MODEL = "smollm2-135m-instruct-q4_1";
const modelsFolder = fileURLToPath(new URL("../../../../models", import.meta.url));
const isHere = existsSync(join(modelsFolder, MODEL)) && existsSync(join(modelsFolder, ".engines", "llama"));

const BOOK: ToolDefinition = {
  name: "book_appointment",
  description: "Books an appointment at the clinic, after the caller has said name, day and time.",
  parameters: {
    type: "object",
    properties: {
      name: { type: "string", maxLength: 40 },
      date: { type: "string", format: "date" },
      time: { type: "string", description: "HH:MM, 24 hours", maxLength: 8 },
      kind: { type: "string", enum: ["check-up", "vaccination"] },
      people: { type: "integer", minimum: 1, maximum: 6 },
      reason: { type: "string", maxLength: 40 },
    },
    required: ["name", "date", "time", "kind", "people"],
  },
};
const WISHES = [
  "Book an appointment for Amina Odhiambo tomorrow at ten.",
  "Please book me in for Thursday at nine, my name is John Mwangi.",
  "I want to book an appointment for my daughter Wanjiru.",
  "Can I have a vaccination on Friday at two? It is for Peter Otieno.",
];

describe.skipIf(!isHere)(`${MODEL} (left out where it was not pulled into the folder models of this checkout)`, () => {
  let folder: TemporaryFolder;
  let host: SpeechHost;
  let link: HostLink;
  let model: LanguageModel;
  const never = new AbortController().signal;

  beforeAll(async () => {
    folder = await temporaryFolder();
    const socketPath = join(folder.path, "host");
    host = await startLocalHost({ socketPath }, { modelsFolder, models: [MODEL] });
    link = linkToHost(socketPath);
    model = createHostLanguageModel(link, MODEL);
  }, 120_000);

  afterAll(async () => {
    link?.close();
    await host?.stop();
    await folder?.remove();
  });

  const request = (messages: readonly Message[], tools: readonly ToolDefinition[] = [BOOK]): ThinkRequest => ({
    instructions: "You are the front desk of Imani Clinic. You book appointments.",
    knowledge: [],
    messages,
    tools,
    language: "en",
    localTime: "2026-11-23T09:41:00+03:00",
    settings: { maxTokens: 40, temperature: 0 },
  });

  async function think(asked: ThinkRequest, signal = never): Promise<{ thoughts: Thought[]; firstMs: number }> {
    const startMs = performance.now();
    const thoughts: Thought[] = [];
    let firstMs = Number.NaN;
    for await (const thought of model.think(asked, signal)) {
      if (Number.isNaN(firstMs)) firstMs = performance.now() - startMs;
      thoughts.push(thought);
    }
    return { thoughts, firstMs };
  }

  async function inGoes<T>(go: () => Promise<T>, most = 8): Promise<T> {
    for (let times = 1; ; times++) {
      try {
        return await go();
      } catch (error) {
        if (times >= most || !(error instanceof ProviderFailure) || error.code !== "timeout") throw error;
      }
    }
  }

  const textOf = (thoughts: readonly Thought[]): string => thoughts.map((one) => (one.kind === "text" ? one.text : "")).join("");
  const callOf = (thoughts: readonly Thought[]) => thoughts.find((thought) => thought.kind === "tool");

  test("whoever wants an appointment has the booking tool called, with arguments that fit its schema", async () => {
    let called = 0;
    for (const text of WISHES) {
      const { thoughts } = await think(request([{ role: "caller", text }]));
      const call = callOf(thoughts);
      console.info(`${text} → ${call ? `${call.name} ${call.arguments}` : textOf(thoughts)}`);
      if (!call) continue;
      called++;
      expect(call.name).toBe("book_appointment");
      expect(judgedArguments(call.arguments, BOOK)).toBe(call.arguments);
      const given = JSON.parse(call.arguments) as Record<string, unknown>;
      expect(given).toMatchObject({ name: expect.any(String), kind: expect.stringMatching(/^(check-up|vaccination)$/) });
      expect(textOf(thoughts)).toBe("");
    }
    expect(called).toBeGreaterThanOrEqual(1);
  }, 60_000);

  test("is told what the tool has answered, and speaks words only", async () => {
    const asked: Message[] = [{ role: "caller", text: WISHES[0]! }];
    const call = callOf((await think(request(asked))).thoughts);
    if (!call) throw new Error("It called nothing");
    const { thoughts } = await think(
      request([
        ...asked,
        { role: "tool-call", id: call.id, name: call.name, arguments: call.arguments },
        { role: "tool-result", id: call.id, name: call.name, result: '{"ok":true,"booked":"Tuesday at ten"}' },
      ]),
    );
    console.info(textOf(thoughts));
    expect(callOf(thoughts)).toBeUndefined();
    expect(textOf(thoughts)).not.toMatch(/[{}<>[\]|`"]|book_appointment:/);
    expect(textOf(thoughts).trim()).not.toBe("");
  }, 60_000);

  test("a choice takes a few tokens, not another reading of the call", async () => {
    const said: Message[] = [
      { role: "assistant", text: "Imani Clinic, how can I help you?" },
      { role: "caller", text: "What are your opening hours?" },
    ];
    const firstMs: Record<string, number[]> = { without: [], with: [] };
    for (const [how, tools] of [
      ["without", []],
      ["with", [BOOK]],
    ] as const) {
      for (let turn = 0; turn < 4; turn++) {
        const { firstMs: ms } = await think(
          request([...said, { role: "assistant", text: "From eight." }, { role: "caller", text: `And on day ${turn}?` }], tools),
        );
        firstMs[how]?.push(ms);
      }
    }
    console.info(
      `first words, ms, first turn and later ones: ${JSON.stringify(firstMs, (_, ms: unknown) => (typeof ms === "number" ? Math.round(ms) : ms))}`,
    );
    expect(firstMs["with"]).toHaveLength(4);
  }, 60_000);

  test("an abort at any moment leaves it ready for the next", async () => {
    for (const waitMs of [0, 20, 80, 200, 400]) {
      const stop = new AbortController();
      setTimeout(() => stop.abort(), waitMs);
      const { thoughts } = await think(request([{ role: "caller", text: WISHES[1]! }]), stop.signal);
      expect(thoughts.length).toBeLessThan(200);
    }
    expect(textOf((await think(request([{ role: "caller", text: "Hello" }], []))).thoughts)).not.toBe("");
  }, 60_000);

  test("a long call is answered, and instructions that do not fit into the context are refused at once", async () => {
    const long: Message[] = Array.from({ length: 100 }, (_, at) => ({
      role: at % 2 ? "assistant" : "caller",
      text: `Sentence ${at} of a long call, which goes on and on, as some callers do, and comes to no end.`,
    }));
    // A machine that does other things meanwhile reads it in several goes.
    const { thoughts } = await inGoes(() => think(request([...long, { role: "caller", text: "Hello?" }])));
    expect(textOf(thoughts).trim() !== "" || callOf(thoughts)).toBeTruthy();
    const large = { ...request([{ role: "caller", text: "Hello" }]), instructions: "Be kind. ".repeat(6_000) };
    await expect(think(large)).rejects.toBeInstanceOf(ProviderFailure);
    expect(textOf((await think(request([{ role: "caller", text: "Hello" }], []))).thoughts)).not.toBe("");
  }, 240_000);

  test("llama.cpp takes every grammar that is made", async () => {
    const llama = await (await loadLlamaEngine(modelsFolder)).getLlama({ build: "never", gpu: false, logLevel: "error" });
    const odd = {
      name: "réserver_表",
      description: "",
      parameters: { properties: { 'a"\\b\nc': { enum: ['"]{', "\\", "é", 1, null] } } },
    };
    const grammars = fc.sample(toolSchemas, 60).map((schema) => argumentGrammar(schema));
    const offers = offersOf([BOOK, odd]);
    for (const grammar of [...grammars, ...offers.map((offer) => offer.grammar), choiceGrammar("say", offers), SPEECH_GRAMMAR])
      expect(await llama.createGrammar({ grammar })).toBeDefined();
    await expect(llama.createGrammar({ grammar: "root ::= (" })).rejects.toThrow();
  }, 60_000);
});
