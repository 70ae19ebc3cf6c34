import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { ProviderFailure } from "@ongea/conversation";
import { problemOf } from "../../host/serve.ts";
import type { Outlet, SpeechEngine } from "../../host/speech-engine.ts";
import { Turnstile } from "../../host/turnstile.ts";
import type { ModelDescription } from "../models/description.ts";
import type { InstalledModel } from "../models/installed.ts";
import type { Llama, LlamaChat, LlamaEngine, LlamaGrammar } from "../models/llama-engine.ts";
import { chatHistory, thinkRequest, usedTools, type ChatItem, type Thinking } from "./chat-history.ts";
import { readAhead } from "./read-ahead.ts";
import { choiceGrammar, judgedArguments, offersOf, SPEECH_GRAMMAR, wordForSpeech, type Offer } from "./tool-offers.ts";

const MAX_WAITING = 16;
/** A tool's name is no longer, in tokens of any model. */
const CHOICE_TOKENS = 96;
const ARGUMENT_TOKENS = 400;
/** Grammars that are kept: those of the tools of some dozens of assistants. */
const MAX_GRAMMARS = 256;

/**
 * LLM: a small language model by llama.cpp, one answer at a time. Where there are tools, each reply begins with a choice that a grammar holds to
 * speech or one of their names; then come words without JSON or tags, or arguments that a grammar holds to the tool's schema.
 */
export async function createLlmEngine(
  engine: LlamaEngine,
  { folder }: InstalledModel,
  description: ModelDescription & { engine: "llama" },
  threads: number,
): Promise<SpeechEngine> {
  const llama = await engine.getLlama({ build: "never", gpu: false, logLevel: "error" });
  const model = await llama.loadModel({ modelPath: join(folder, description.parts.model) });
  const context = await model.createContext({ contextSize: description.contextTokens, sequences: 1, threads });
  const chat = new engine.LlamaChat({ contextSequence: context.getSequence() });
  const grammars = new Grammars(llama);
  const turnstile = new Turnstile(1, MAX_WAITING);
  const think = async (asked: Thinking, client: Outlet, signal: AbortSignal): Promise<void> => {
    const leave = await turnstile.enter(signal);
    try {
      await answer({ chat, grammars, asked, client, signal });
    } finally {
      leave();
    }
  };
  return {
    open(options, client) {
      const parsed = thinkRequest.safeParse(options);
      if (!parsed.success) throw new ProviderFailure("refused", "a request that is not understood");
      const stop = new AbortController();
      think(parsed.data, client, stop.signal).then(
        () => client.end(),
        (error: unknown) => client.end(problemOf(error)),
      );
      return { told() {}, close: () => stop.abort() };
    },
    describe: () => ({ id: description.id, name: description.name }),
    close: () => model.dispose(),
  };
}

interface Answering {
  chat: LlamaChat;
  grammars: Grammars;
  asked: Thinking;
  client: Outlet;
  signal: AbortSignal;
}

async function answer(answering: Answering): Promise<void> {
  const { chat, grammars, asked, signal } = answering;
  const able: Offer[] = [];
  for (const offer of offersOf(asked.tools)) if (await grammars.of(offer.grammar)) able.push(offer);
  // Told of all of them in each turn, so that what was read stays read.
  const history = chatHistory(asked, able);
  await readAhead(chat, history, signal);
  if (signal.aborted) return;
  if (asked.tools.length === 0) return speak(answering, history);
  const speech = wordForSpeech(asked.tools);
  // Once a turn each: nothing is booked twice, and a model that would call for ever comes to speak.
  const used = usedTools(asked);
  const offers = able.filter(({ name }) => !used.has(name));
  const chosen = asked.toolChoice ? offers[0]?.name : await choose(answering, history, { speech, offers });
  if (signal.aborted) return;
  const offer = offers.find(({ name }) => name === chosen);
  if (offer) await call(answering, [...history, begun(offer.name)], offer);
  else await speakBesideTools(answering, [...history, begun(speech)], [speech, ...asked.tools.map(({ name }) => name)]);
}

/** A reply of the model that it goes on with. */
function begun(word: string): ChatItem {
  return { type: "model", response: [`${word}:`] };
}

async function choose(
  { chat, grammars, signal }: Answering,
  history: readonly ChatItem[],
  { speech, offers }: { speech: string; offers: readonly Offer[] },
): Promise<string> {
  const grammar = offers.length === 0 ? undefined : await grammars.of(choiceGrammar(speech, offers));
  if (!grammar) return speech;
  const { response } = await chat.generateResponse(history, {
    ...PLAIN,
    signal,
    grammar,
    maxTokens: CHOICE_TOKENS,
    temperature: 0,
    customStopTriggers: [":"],
  });
  return response.replace(/:.*$/s, "").trim();
}

/** Nothing is said of the caller's wish meanwhile, but that it is being written down. */
async function call({ chat, grammars, client, signal }: Answering, history: readonly ChatItem[], offer: Offer): Promise<void> {
  client.tell({ calling: true });
  const grammar = await grammars.of(offer.grammar);
  const { response } = await chat.generateResponse(history, {
    ...PLAIN,
    signal,
    ...(grammar ? { grammar } : {}),
    maxTokens: ARGUMENT_TOKENS,
    temperature: 0,
    onTextChunk: () => client.tell({ calling: true }),
  });
  if (signal.aborted) return;
  const written = judgedArguments(response, offer);
  if (written === undefined) throw new ProviderFailure("bad-answer", `what the model wrote for ${offer.name} does not fit it`);
  client.tell({ tool: { id: `call_${randomUUID()}`, name: offer.name, arguments: written } });
}

async function speakBesideTools(answering: Answering, history: readonly ChatItem[], labels: readonly string[]): Promise<void> {
  const grammar = await answering.grammars.of(SPEECH_GRAMMAR);
  // A second reply in the same breath is not said.
  const customStopTriggers = labels.flatMap((label) => (/[_-]/.test(label) ? [`${label}:`] : [`\n${label}:`]));
  await speak(answering, history, { ...(grammar ? { grammar } : {}), customStopTriggers });
}

async function speak(
  { chat, asked: { settings }, client, signal }: Answering,
  history: readonly ChatItem[],
  how: { grammar?: LlamaGrammar; customStopTriggers?: string[] } = {},
): Promise<void> {
  let hasBegun = false;
  await chat.generateResponse(history, {
    ...PLAIN,
    ...how,
    signal,
    maxTokens: settings.maxTokens,
    temperature: settings.temperature,
    ...(settings.topP === undefined ? {} : { topP: settings.topP }),
    onTextChunk(chunk) {
      const text = hasBegun ? chunk : chunk.trimStart();
      hasBegun ||= text !== "";
      if (text !== "") client.tell({ text });
    },
  });
}

/** An abort ends what is being written; models that think before they speak do not. */
const PLAIN = { stopOnAbortSignal: true, budgets: { thoughtTokens: 0 } };

/** Of each text one grammar, made once; undefined where llama.cpp takes it for none. */
class Grammars {
  readonly #llama: Llama;
  readonly #made = new Map<string, Promise<LlamaGrammar | undefined>>();

  constructor(llama: Llama) {
    this.#llama = llama;
  }

  of(grammar: string): Promise<LlamaGrammar | undefined> {
    const known = this.#made.get(grammar);
    if (known) return known;
    const oldest = this.#made.keys().next().value;
    if (oldest !== undefined && this.#made.size >= MAX_GRAMMARS) this.#made.delete(oldest);
    const made = this.#llama.createGrammar({ grammar }).catch(() => undefined);
    this.#made.set(grammar, made);
    return made;
  }
}
