/**
 * What a conversation asks of the world: {@link Line} (the call's audio), {@link VoiceActivity} (VAD), {@link Recogniser} (STT, ASR),
 * {@link EndOfTurn} (endpointing by a model), {@link LanguageModel} (LLM), {@link Synthesiser} (TTS), {@link Clock}, {@link Recorder}.
 * Everything it hears, says, thinks and remembers passes one of these ports, so that it runs the same on a telephone line, in a browser
 * call and on a virtual clock.
 * Times are milliseconds of the conversation's {@link Clock}; sound is signed 16-bit PCM, mono.
 */
import type { KnowledgePassage, Message, Words } from "./messages.ts";
import type { Problem } from "./problem.ts";

export type * from "./messages.ts";
export * from "./problem.ts";

/** One frame of sound lasts this long, everywhere. */
export const FRAME_MS = 20;
/** The rate at which speech is analysed: voice activity, recognition, end of turn. */
export const ANALYSIS_RATE_HZ = 16_000;

// --- time ----------------------------------------------------------------------------------------------------------------------

export interface Clock {
  /** Monotonic, from an arbitrary zero, with fractions. */
  now(): number;
  /** Calls back once, at or shortly after `atMs`; at once (but never inside this call) when that is past. */
  at(atMs: number, callback: () => void): Timer;
  /**
   * Calls back every {@link FRAME_MS} on an absolute schedule whose first beat is `firstMs`. A beat that is late does not move the next
   * ones; after a delay of more than 200 ms the schedule starts anew instead of bursting.
   */
  pulse(firstMs: number, beat: (dueMs: number) => void): Timer;
}

export interface Timer {
  cancel(): void;
}

// --- a person's line -----------------------------------------------------------------------------------------------------------

/** A way to hear and be heard by one person: a SIP call's RTP stream, a browser call, a provider's WebSocket. */
export interface Line {
  /** Of the frames in both directions. */
  readonly sampleRateHz: 8_000 | 16_000;
  /**
   * The far end is known to send nothing while it is silent (DTX, comfort noise): what does not come is silence, not sound that is held up
   * on its way. May become true in a call.
   */
  readonly suppressesSilence?: boolean;
  /** Begins delivery. Called once. */
  open(listener: LineListener): void;
  /**
   * Sends one frame ({@link FRAME_MS} long). The samples are copied or encoded before it returns. `talkspurt` marks the first frame
   * after a gap in sending: the line may then start a new packet schedule at the present moment (RFC 3550 marker bit).
   */
  send(frame: Int16Array, talkspurt: boolean): void;
  /** Drops what the far end has queued but not played, where a line can do that. */
  clear(): void;
  /** Presses keys for the person's side to hear (RFC 4733 or in-band). Digits 0–9 * # A–D. */
  press(digits: string): void;
  /** Ends the call from our side. The listener's `closed` follows. */
  hangUp(): void;
}

export interface LineListener {
  /**
   * One frame, as it arrives, with the moment on the conversation's clock at which its first sample was captured, as well as the line
   * knows it. Frames come in order. One may come late, several at once; where the far end sends nothing, nothing comes. The array is reused
   * by the line after the call returns.
   */
  heard(frame: Int16Array, atMs: number): void;
  /** A key, once a press: 0–9 * # A–D. */
  key(digit: string): void;
  /** The far end has put us on hold, or takes us back: meanwhile nobody there hears us, and nothing that comes is meant for us. */
  held?(isHeld: boolean): void;
  /** The last event of a line. Called once. */
  closed(end: LineEnd): void;
}

export type LineEnd = "caller-hung-up" | "we-hung-up" | "transferred" | "connection-lost";

// --- ears ----------------------------------------------------------------------------------------------------------------------

/**
 * Speech to text (STT, ASR): turns an utterance into words. The conversation marks where speech begins and pauses; a streaming recogniser may ignore the marks,
 * one that works on segments needs them.
 */
export interface Recogniser {
  /** In journals. Of a paid service its id and the model, `deepgram nova-3`: costs are looked up by it. The same for minds and voices. */
  readonly name: string;
  listen(options: ListenOptions, listener: RecogniserListener): Listening;
}

export interface ListenOptions {
  /** BCP 47. */
  language: string;
  /** Words that are likely (names, products). */
  keywords: readonly string[];
}

export interface Listening {
  /** Every analysis frame (20 ms at {@link ANALYSIS_RATE_HZ}), speech or not. Borrowed: copy what is kept. */
  hear(frame: Int16Array): void;
  /** An utterance begins. Frames since about 300 ms before follow at once through `hear`. `id` names it in answers. */
  begin(id: number): void;
  /**
   * The speaker may have finished: answer as soon as possible with a `settled` event for this utterance and this `pause`.
   * If `resume` comes first, that answer is no longer wanted.
   */
  pause(id: number, pause: number): void;
  /** The speaker goes on after a pause: the same utterance continues. */
  resume(id: number): void;
  /** The utterance is over and needs no more answers; free what was kept of it. */
  end(id: number): void;
  /** Which answers are likely next. Empty: anything. */
  expect(expected: readonly Expected[]): void;
  close(): void;
}

export interface RecogniserListener {
  /** The whole utterance so far; may change. */
  partial(id: number, words: Words): void;
  /** The whole utterance up to the given pause; will not change unless the speaker goes on. Empty text: nothing was said. */
  settled(id: number, pause: number, words: Words): void;
  /** This recogniser cannot go on with this utterance (or, without an id, at all). */
  failed(problem: Problem, id?: number): void;
  /** What was sent to a provider that counts it, since the last time. */
  used?(usage: Usage): void;
}

/** A kind of answer that the last question asked for. Recognisers make a grammar of it, turn-taking waits longer for digits. */
export type Expected =
  /** `corrections`: what was read back, so that a no may be followed by another value of these kinds; `labels`: how they are called. */
  | { kind: "yes-no"; corrections?: readonly Expected[]; labels?: readonly string[] }
  /** `not`: what the speaker has taken back; `spelled`: they were asked to spell it; `worded`: with a word for each letter, "B for boy". */
  | { kind: "name"; not?: readonly string[]; spelled?: boolean; worded?: boolean }
  /** `shapes`: d any digit, else the sign itself, the likeliest first: "0ddddddddd", "+254ddddddddd". */
  | { kind: "phone"; shapes?: readonly string[]; not?: readonly string[] }
  /** `counted`: it is an amount, said as one ("twenty five"), and these words may follow it: "seats". */
  | { kind: "digits"; min: number; max: number; counted?: readonly string[]; not?: readonly string[] }
  /** `shape`: L any letter, d any digit, else the sign itself: "LLdddddd", "Mddddd". */
  | { kind: "code"; shape?: string; not?: readonly string[]; worded?: boolean }
  /** `spelled`: they were asked to spell it with a word for each letter. */
  | { kind: "email"; spelled?: boolean }
  | { kind: "date" }
  | { kind: "time" }
  /** One of these, or words near them. */
  | { kind: "phrase"; phrases: readonly string[] }
  /**
   * Sample utterances: free speech is likely to go as in these. They bias a language model and limit nothing. `{date}`, `{time}`, `{name}`, `{number}` and
   * `{code}` stand for any of their kind.
   */
  | { kind: "utterances"; samples: readonly string[] }
  /** Nothing certain: free speech is as likely as the others. */
  | { kind: "anything" };

/** Model-based endpointing (end-of-turn detection): judges whether a speaker who pauses has finished. */
export interface EndOfTurn {
  readonly name: string;
  /** The last seconds before the pause, at {@link ANALYSIS_RATE_HZ} (at most 8 s). Resolves to 0 (goes on) … 1 (finished). */
  judge(sound: Int16Array, signal: AbortSignal): Promise<number>;
}

/** Voice activity detection (VAD): tells speech from everything else, synchronously, on the media thread. One a conversation: it keeps state. */
export interface VoiceActivity {
  /** Samples at {@link ANALYSIS_RATE_HZ} that one judgement takes. */
  readonly windowSamples: number;
  /** Probability of speech, 0…1, in this window. The array is borrowed. */
  judge(window: Float32Array): number;
  /** Forgets what it heard. */
  reset(): void;
}

/** The LLM, or whatever else decides what to say next: a cloud model, a local one, the guided dialogue. */
export interface LanguageModel {
  readonly name: string;
  /** A small knowledge base is part of its prompt, instead of passages for each question. */
  readsWholeKnowledge?: boolean;
  /** Its first words may take so long before another one answers, ms (absent: 2.5 s), and whatever an agent's settings say no longer than `most…`. */
  firstWordsMs?: number;
  mostFirstWordsMs?: number;
  /** Thinks once. An abort ends the iteration and closes the connection behind it; a failure throws a {@link ProviderFailure}. */
  think(request: ThinkRequest, signal: AbortSignal): AsyncIterable<Thought>;
  /** As a voice's: {@link Synthesiser.warm}. */
  warm?(): void;
  /** A call begins with this: what keeps its own history may be set up. Before anybody listens. `isFallback`: another model answers first. */
  prepare?(request: Omit<ThinkRequest, "messages">, isFallback?: boolean): void;
  /** With which words callers are likely to begin, before anything was asked. Answers at once. */
  opening?(request: Omit<ThinkRequest, "messages">): readonly Expected[];
  /** What callers are likely to answer to the assistant's words that the messages end with, whoever said them; empty: no telling. Answers at once. */
  expecting?(request: ThinkRequest): readonly Expected[];
}

export interface ThinkRequest {
  /** What the assistant is told, variables filled in. */
  instructions: string;
  knowledge: readonly KnowledgePassage[];
  /** All that the agent knows, where it is little and the model reads it whole: the same in each request. */
  knowledgeBase?: readonly KnowledgePassage[];
  messages: readonly Message[];
  tools: readonly ToolDefinition[];
  /** BCP 47 of the conversation now. */
  language: string;
  /** Local date and time of the call with offset, ISO 8601: `2026-11-21T09:41:00+03:00`. */
  localTime: string;
  settings: ModelSettings;
  callerNumber?: string;
  isWritten?: true;
  /** It answers with a call, and is told nothing but its instructions. */
  toolChoice?: "required";
}

export interface ModelSettings {
  maxTokens: number;
  temperature: number;
  topP?: number;
  presencePenalty?: number;
  frequencyPenalty?: number;
}

/** Finds passages of the knowledge (retrieval). Asked each time the mind thinks. */
export interface Retriever {
  /** The best first; empty where nothing answers. An abort: nobody waits any more. */
  find(question: string, signal: AbortSignal): Promise<readonly KnowledgePassage[]>;
  /** Everything, in an order that stays; empty: it is too much for a prompt, or there is none. */
  whole?(signal: AbortSignal): Promise<readonly KnowledgePassage[]>;
}

export interface ToolDefinition {
  name: string;
  description: string;
  /** JSON Schema of the arguments. */
  parameters: Readonly<Record<string, unknown>>;
  /** Said while it runs, where the model has not said anything itself. */
  waitMessage?: string;
  /** It may take so long, ms; absent: {@link TOOL_LIMIT_MS}. */
  limitMs?: number;
  /**
   * How its result is told: "Your order was sent on {sent_on}.", for every language or by language. A field is a path into the result; its value
   * is spoken. Absent: in the model's own words.
   */
  answerTemplate?: string | Readonly<Record<string, string>>;
  /** It books, sends, cancels or pays: the same again, with nothing done in between, gives the first result and is not done again. */
  hasEffect?: boolean;
  /** It runs only after its values were read back and the caller said yes; absent: as {@link hasEffect}. */
  needsConfirmation?: boolean;
  /** The tool that undoes what it did, and the one that changes it: what they are called with is in its arguments and its result. */
  undo?: string;
  change?: string;
  /** Of the calendar that it books in, by weekday: `{ mon: ["08:00-17:00"] }`; absent: at any time. */
  openingHours?: Readonly<Record<string, readonly string[]>>;
  /** Called without these arguments it changes nothing, and answers with the `appointments` to choose from, each by these. */
  listsWithout?: readonly string[];
}

export type Thought =
  | { kind: "text"; text: string }
  | { kind: "tool"; id: string; name: string; arguments: string }
  /** Which answers the words so far ask for. */
  | { kind: "expect"; expected: readonly Expected[] }
  /** A call of a tool is being written: there is nothing to say yet, but it has not stopped. */
  | { kind: "calling" }
  /** The language in which it goes on, BCP 47. */
  | { kind: "language"; language: string }
  /** Where what is said comes from: ids of {@link KnowledgePassage}. */
  | { kind: "sources"; ids: readonly string[] }
  /** What it was given to answer from: figures in it may be said. */
  | { kind: "passages"; passages: readonly KnowledgePassage[] }
  /** What the vendor says that it has counted, since the last of these. `by`: another model, whose help was asked for. */
  | { kind: "usage"; usage: Usage; by?: string }
  /** Another model, whose help was asked for, has failed: the answer goes on without it. */
  | { kind: "failure"; by: string; problem: Problem };

/** A tool that has not answered by then has failed, where it names no limit of its own. */
export const TOOL_LIMIT_MS = 15_000;

/** The tool that every assistant which may hang up is given. */
export const END_CALL_TOOL = "end_call";

export interface ToolRunner {
  run(call: { id: string; name: string; arguments: string }, signal: AbortSignal): Promise<ToolOutcome>;
}

export interface ToolOutcome {
  /** What the model is told, as JSON or plain words. */
  result: string;
  ok: boolean;
  /** Nothing is to be said about it. */
  endsAnswer?: boolean;
}

// --- values --------------------------------------------------------------------------------------------------------------------

export type ValueKind = "date" | "time" | "number" | "money" | "phone" | "name" | "email" | "code" | "yes-no";

export interface ReadingContext {
  /** BCP 47. */
  language: string;
  /** As {@link ThinkRequest.localTime}. */
  localTime: string;
  /** ISO 3166, of numbers without a country code. */
  country?: string;
  /** The question that the text answers. */
  asked?: string;
}

/** Reads values out of what somebody says: dates `YYYY-MM-DD`, times `HH:MM`, yes-no a boolean. Several: each is meant, or one of them. */
export interface ValueReader {
  read(text: string, kind: ValueKind, context: ReadingContext): readonly unknown[];
}

/** Compares arguments of a tool with its JSON Schema: with what a model wrote as text turned into what the schema asks for. */
export type ArgumentChecker = (
  schema: Readonly<Record<string, unknown>>,
  given: unknown,
) => { value: unknown; problems: readonly { name: string; problem: string }[] };

// --- voice ---------------------------------------------------------------------------------------------------------------------

/** Text to speech (TTS). */
export interface Synthesiser {
  readonly name: string;
  /** Speaks one clause or sentence. An abort ends the iteration; a failure throws a {@link ProviderFailure}. */
  speak(words: SpokenWords, signal: AbortSignal): AsyncIterable<Speech>;
  /** Whether it can speak this at all; absent: anything. What it cannot is the next voice's, and nobody has failed. */
  speaks?(text: string): boolean;
  /** A call begins that may speak this language soon: a connection may be opened, so that no turn waits for it. Says nothing when it fails. */
  warm?(language: string): void;
}

export interface SpokenWords {
  text: string;
  /** Before pronunciations were put in; absent: as the text. */
  written?: string;
  /** BCP 47. */
  language: string;
  /** What the line carries. Sound at any rate is taken; a voice that converts once for many callers saves doing it in each call. */
  sampleRateHz?: number;
}

export interface Speech {
  /** Any length; owned by the receiver. */
  samples: Int16Array;
  sampleRateHz: number;
}

// --- memory --------------------------------------------------------------------------------------------------------------------

/**
 * Keeps both sides' sound on one time line. Called on the media thread: must copy and return. `atMs` is when the frame's first sample was
 * captured, since the conversation was opened. What lies over what was said before is laid behind it: no sample is lost.
 */
export interface Recorder {
  /** Sound may be kept from now on: before, nothing is written, and nothing comes into being. Called once, before the first `write`. */
  begin(): void;
  write(side: "caller" | "assistant", atMs: number, frame: Int16Array, sampleRateHz: number): void;
}

// --- costs ---------------------------------------------------------------------------------------------------------------------

/** What a provider was used for. What is absent is not known, or not counted there. */
export interface Usage {
  /** Of questions, cached ones included. */
  tokensIn?: number;
  tokensOut?: number;
  /** Of those of questions, what the vendor had kept and counts for less. */
  tokensCached?: number;
  /** Of tokens in and out, those that are sound; of questions without what was kept. */
  soundTokensIn?: number;
  soundTokensOut?: number;
  /** Of text that was spoken. */
  characters?: number;
  /** Of sound that was heard by a recogniser or made by a voice. */
  soundMs?: number;
}
