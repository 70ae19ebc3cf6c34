import { ProviderFailure, type Problem, type ThinkRequest, type Thought, type Usage } from "@ongea/conversation";
import { geminiSchema } from "../../gemini/schema.ts";
import { openSocket, type Socket } from "../../socket/open-socket.ts";
import { PcmReader } from "../../sound/pcm-reader.ts";
import { instructionsOf } from "../../thoughts/instructions.ts";
import { wireTool } from "../../thoughts/wire-tool.ts";
import type { OwnVoice } from "../own-voice.ts";
import type { RealtimeSession, SessionListener, SoundOf } from "../session.ts";
import { CallerActivity } from "../caller-activity.ts";
import { rateOf, serverMessageIn, usageOf, type ServerContent, type ServerMessage } from "./events.ts";
import { Generation } from "../generation.ts";
import { News } from "../news.ts";
import { NOT_DONE, questionAnew, readyAnswer, resultOf, RESULT_FOLLOWS } from "../own-history.ts";
import { Transcript } from "./transcript.ts";

export interface GeminiLiveOptions {
  apiKey: string;
  /** `gemini-3.8-live` … */
  model: string;
  baseUrl?: string | undefined;
  connectTimeoutMs?: number | undefined;
  allowedPrivate?: readonly string[] | undefined;
  /** It speaks itself, in this voice; absent: only its transcript is used. */
  speaking?: { voice: string; own: OwnVoice } | undefined;
}

export type Opening = Omit<ThinkRequest, "messages">;

const GOOGLE = "https://generativelanguage.googleapis.com";
const PATH = "/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent";
const CONNECT_TIMEOUT_MS = 3_000;
/** Sound of a quarter of a minute, until the session is set up. */
const MOST_WAITING = 400;
const LAST_WORDS_MS = 250;
/** A connection lasts some ten minutes. */
const MOST_CONNECTIONS = 40;
/** Models that go on while a tool runs, unless they are told not to. */
const WAITS_FOR_NO_TOOL = /gemini-(?:3\.[89]|[4-9])/;

/**
 * Gemini's Live API over its WebSocket, with manual activities: our VAD says where speech begins and pauses. The session keeps its own history and
 * answers at each pause; where that history is not what was heard, it is told so and answers anew.
 */
export class GeminiLiveSession implements RealtimeSession {
  readonly #options: GeminiLiveOptions;
  readonly #listener: SessionListener;
  readonly #opening: Opening | undefined;
  #socket: Socket;
  #late: NodeJS.Timeout | undefined;
  readonly #sound: CallerActivity;
  readonly #transcript: Transcript;
  readonly #news = new News();
  #waiting: string[] | undefined = [];
  #generation: Generation | undefined;
  /** The latest piece of the caller's sound, which the latest generation answers. */
  #piece = 0;
  /** Until the end of an interrupted answer is told, what comes is of no use. */
  #isInterrupting = false;
  readonly #calls = new Map<string, string>();
  /** Of answers that nobody took, or that was told after their end. */
  #unbilled: Usage | undefined;
  #isLeaving = false;
  /** By which the session goes on over another connection. */
  #handle: string | undefined;
  #connections = 1;
  #isClosed = false;

  constructor(options: GeminiLiveOptions, opening: Opening | undefined, listener: SessionListener) {
    this.#options = options;
    this.#opening = opening;
    this.#listener = listener;
    this.#sound = new CallerActivity((sound) =>
      this.#input({ audio: { data: Buffer.from(sound).toString("base64"), mimeType: "audio/pcm;rate=16000" } }),
    );
    this.#transcript = new Transcript((piece, text, isFinal) => listener.transcript(piece, text, isFinal));
    this.#socket = this.#connect();
  }

  /** `handle`: of the session that goes on over another connection. */
  #connect(handle?: string): Socket {
    const { apiKey, baseUrl = GOOGLE, connectTimeoutMs = CONNECT_TIMEOUT_MS, allowedPrivate } = this.#options;
    this.#waiting = [];
    clearTimeout(this.#late);
    this.#late = setTimeout(
      () => this.#fail({ code: "timeout", message: `the realtime session is not set up (${connectTimeoutMs} ms)` }),
      connectTimeoutMs,
    );
    const url = new URL(PATH, new URL(baseUrl).origin.replace(/^http/, "ws"));
    const socket = openSocket(
      { url, headers: { "x-goog-api-key": apiKey }, secrets: [apiKey], connectTimeoutMs, allowedPrivate },
      {
        message: (data) => {
          const message = serverMessageIn(data.toString("utf8"));
          if (message) this.#take(message);
        },
        closed: (problem) => this.#fail(problem),
      },
    );
    const sessionResumption = handle === undefined ? {} : { handle };
    socket.send(JSON.stringify({ setup: { ...setupOf(this.#options, this.#opening), sessionResumption } }));
    return socket;
  }

  begin(): void {
    this.#sound.forget();
    this.#start();
  }

  hear(frame: Int16Array): void {
    this.#sound.hear(frame);
  }

  pause(piece: number): void {
    if (!this.#sound.isActive) this.#start();
    this.#listener.used({ soundMs: this.#sound.end() });
    this.#piece = piece;
    this.#transcript.pause(piece);
    this.#input({ activityEnd: {} });
    this.#generate();
  }

  resume(): void {
    if (this.#sound.isActive) return;
    this.#transcript.settle();
    this.#start();
  }

  end(): void {
    this.#transcript.stop();
    if (!this.#sound.isActive) return;
    this.#sound.end();
    this.#input({ activityEnd: {} });
    this.#generate();
  }

  forget(): void {}

  async *think(request: ThinkRequest, soundOf: SoundOf, signal: AbortSignal): AsyncGenerator<Thought, void, undefined> {
    if (this.#unbilled) yield { kind: "usage", usage: this.#unbilled };
    this.#unbilled = undefined;
    const generation = this.#answerTo(request, soundOf);
    generation.isTaken = true;
    yield* generation.queue.thoughts(signal);
  }

  close(): void {
    this.#end({ code: "unavailable", message: "the realtime session is over" });
    this.#socket.close();
  }

  /** The answer that is there already, where the session knows all that it must; else it is asked anew. */
  #answerTo(request: ThinkRequest, soundOf: SoundOf): Generation {
    const functionResponses = this.#resultsIn(request);
    if (functionResponses.length > 0) {
      // What else is new waits for the next question.
      this.#send({ toolResponse: { functionResponses } });
      return this.#generate();
    }
    const last = request.messages.at(-1);
    const news = this.#news.take(request, soundOf);
    const isAnswer = last !== undefined && soundOf(last).includes(this.#piece) && !this.#isInterrupting;
    const ready = news === "" && isAnswer ? readyAnswer(this.#generation, this.#news) : undefined;
    if (ready) return ready;
    this.#leaveCalls();
    const text = questionAnew(news, this.#generation);
    this.#send({ clientContent: { turns: [{ role: "user", parts: [{ text }] }], turnComplete: true } });
    return this.#generate();
  }

  /** Of the calls that the session waits for, where the history ends with them. */
  #resultsIn({ messages }: ThinkRequest): object[] {
    if (this.#calls.size === 0 || messages.at(-1)?.role !== "tool-result") return [];
    const results = [...this.#calls].map(([id, name]) => {
      this.#news.answered(id);
      return { id, name, response: { result: resultOf(messages, id) } };
    });
    this.#calls.clear();
    return results;
  }

  /** The caller speaks: whatever the session waits for or says is over. */
  #start(): void {
    this.#leaveCalls();
    this.#interrupt();
    this.#input({ activityStart: {} });
    this.#sound.begin();
  }

  /** What the session waits for comes as words, with the next question; what nobody was asked for is not done. */
  #leaveCalls(): void {
    if (this.#calls.size === 0) return;
    const response = this.#generation?.isTaken ? { result: RESULT_FOLLOWS } : { error: NOT_DONE };
    const functionResponses = [...this.#calls].map(([id, name]) => ({ id, name, response }));
    this.#calls.clear();
    this.#send({ toolResponse: { functionResponses } });
  }

  #generate(): Generation {
    this.#interrupt();
    return (this.#generation = new Generation(this.#options.speaking?.own));
  }

  #interrupt(): void {
    const before = this.#generation;
    if (!before) return;
    // That it was cut, the vendor knows; that nobody heard it to its end, it does not.
    if (before.isOver && !before.isTaken) this.#news.said(before.text);
    if (before.isOver) return void (before.isTaken = true);
    this.#isInterrupting ||= before.hasBegun;
    if (before.isTaken) this.#news.said(before.text);
    else this.#unbilled = before.usage ?? this.#unbilled;
    before.finish(new ProviderFailure("cancelled", "the answer was interrupted"));
    if (!before.isTaken && before.track) this.#options.speaking?.own.drop(before.track);
  }

  #take(message: ServerMessage): void {
    if (this.#isClosed) return;
    if (message.setupComplete) this.#ready();
    if (message.usageMetadata) this.#counted(usageOf(message.usageMetadata));
    if (message.serverContent) this.#said(message.serverContent);
    for (const id of message.toolCallCancellation?.ids ?? []) this.#calls.delete(id);
    if (message.toolCall && !this.#isInterrupting) this.#called(message.toolCall.functionCalls ?? []);
    const { newHandle, resumable } = message.sessionResumptionUpdate ?? {};
    if (resumable && newHandle) this.#handle = newHandle;
    this.#isLeaving ||= message.goAway !== undefined && message.goAway !== null;
    if (this.#isLeaving && !this.#isBusy) this.#move();
  }

  /** The vendor ends the connection soon: between two turns the session goes on over another one. */
  #move(): void {
    if (this.#handle === undefined || this.#connections >= MOST_CONNECTIONS)
      return this.#fail({ code: "unavailable", message: "the provider ends the session" });
    const before = this.#socket;
    this.#connections++;
    this.#isLeaving = false;
    this.#socket = this.#connect(this.#handle);
    before.close();
  }

  /** The caller speaks, or an answer is on its way that somebody will take. */
  get #isBusy(): boolean {
    const generation = this.#generation;
    if (this.#sound.isActive || this.#calls.size > 0 || this.#waiting) return true;
    return generation !== undefined && !(generation.isOver && generation.isTaken);
  }

  #counted(usage: Usage): void {
    if (this.#generation && !this.#generation.isOver) this.#generation.usage = usage;
    else this.#unbilled = usage;
  }

  #said(content: ServerContent): void {
    const { inputTranscription: heard, outputTranscription, modelTurn, interrupted } = content;
    if (heard) this.#transcript.add(heard.text ?? "", heard.finished === true);
    if (this.#isInterrupting) {
      if (interrupted || content.turnComplete) this.#isInterrupting = false;
      return;
    }
    const generation = this.#generation;
    if (!generation || generation.isOver) return;
    for (const { text, thought, inlineData } of modelTurn?.parts ?? []) {
      if (inlineData) this.#sounds(generation, inlineData);
      else if (text && !thought) generation.say(text);
    }
    if (outputTranscription?.text) generation.say(outputTranscription.text);
    if (generation.hasBegun || content.turnComplete) this.#transcript.answered();
    // An answer that had not begun when it was interrupted may still be told of.
    if (!generation.hasBegun) return;
    if (content.turnComplete || interrupted) this.#finish(generation);
    // The turn is over when the vendor thinks that all was heard; the last words may come after the sound.
    else if (content.generationComplete) setTimeout(() => this.#finish(generation), LAST_WORDS_MS);
  }

  #sounds(generation: Generation, { data, mimeType }: { data: string; mimeType?: string | null | undefined }): void {
    generation.hasBegun = true;
    if (rateOf(mimeType) === generation.track?.sampleRateHz)
      generation.track.addSound(new PcmReader().push(Buffer.from(data, "base64")));
  }

  #called(calls: readonly { id: string; name: string; args?: Record<string, unknown> | null | undefined }[]): void {
    const generation = this.#generation;
    if (!generation || generation.isOver || calls.length === 0) return;
    this.#transcript.answered();
    for (const { id, name, args } of calls) {
      this.#calls.set(id, name);
      generation.queue.push({ kind: "tool", id, name, arguments: JSON.stringify(args ?? {}) });
    }
    this.#finish(generation);
  }

  #finish(generation: Generation): void {
    if (generation.isOver) return;
    if (generation.isTaken) this.#news.said(generation.text);
    generation.finish();
  }

  #ready(): void {
    clearTimeout(this.#late);
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const text of waiting) this.#socket.send(text);
  }

  #input(realtimeInput: object): void {
    this.#send({ realtimeInput });
  }

  /** Nothing but the setup may come before the session is set up. */
  #send(message: object): void {
    if (this.#isClosed) return;
    const text = JSON.stringify(message);
    if (!this.#waiting) return this.#socket.send(text);
    this.#waiting.push(text);
    if (this.#waiting.length > MOST_WAITING) this.#fail({ code: "unavailable", message: "the provider takes nothing in" });
  }

  #fail(problem: Problem): void {
    if (this.#isClosed) return;
    this.#end(problem);
    this.#socket.close();
    this.#listener.closed(problem);
  }

  #end(problem: Problem): void {
    this.#isClosed = true;
    clearTimeout(this.#late);
    this.#transcript.stop();
    this.#generation?.finish(new ProviderFailure(problem.code, problem.message));
  }
}

function setupOf({ model, speaking }: GeminiLiveOptions, opening: Opening | undefined): object {
  const speechConfig = speaking && { voiceConfig: { prebuiltVoiceConfig: { voiceName: speaking.voice } } };
  const functionDeclarations = (opening?.tools ?? []).map(wireTool).map(({ parameters, ...tool }) => ({
    ...tool,
    ...(WAITS_FOR_NO_TOOL.test(model) ? { behavior: "BLOCKING" } : {}),
    ...(Object.keys(parameters["properties"] ?? {}).length === 0 ? {} : { parametersJsonSchema: geminiSchema(parameters) }),
  }));
  return {
    model: `models/${model.replace(/^models\//, "")}`,
    generationConfig: {
      responseModalities: ["AUDIO"],
      ...(opening && { temperature: opening.settings.temperature }),
      ...(speechConfig && { speechConfig }),
    },
    ...(opening && { systemInstruction: { parts: [{ text: instructionsOf({ ...opening, messages: [] }).lasting }] } }),
    ...(functionDeclarations.length === 0 ? {} : { tools: [{ functionDeclarations }] }),
    contextWindowCompression: { slidingWindow: {} },
    realtimeInputConfig: { automaticActivityDetection: { disabled: true } },
    inputAudioTranscription: {},
    outputAudioTranscription: {},
  };
}
