/**
 * A server that speaks Gemini's Live API as it is published, with manual activities: what it "hears" is how long an activity was, and its answers
 * are scripted. What its schema does not have closes the connection.
 */
import type { WebSocket } from "ws";
import { startSocketServer, type SocketServer } from "./socket-server.ts";
import { liveMessageIn, type LiveClientMessage } from "./strict/gemini-live-rules.ts";

export interface LiveAnswer {
  words?: readonly string[];
  calls?: readonly { name: string; args: Record<string, unknown> }[];
}

export interface LiveFaults {
  isSilent?: boolean;
  isDeaf?: boolean;
  /** Answers stop after their first piece, or never come. */
  answers?: "stalls" | "breaks" | "never";
  babble?: readonly string[];
  pieceMs?: number;
  /** Said of the session with the next answer. */
  goesAway?: boolean;
  /** Gives no handle by which a session could go on. */
  isForgetful?: boolean;
}

export interface GeminiLiveServer extends SocketServer {
  readonly messages: LiveClientMessage[];
  /** Why connections were closed. */
  readonly refusals: string[];
  faults: LiveFaults;
  transcript: (ms: number) => string;
  /** `told`: the texts of the question, empty where it was only heard. */
  reply: (told: string) => LiveAnswer;
}

export async function startGeminiLiveServer(): Promise<GeminiLiveServer> {
  const server = await startSocketServer();
  const live: GeminiLiveServer = Object.assign(server, {
    messages: [] as LiveClientMessage[],
    refusals: [] as string[],
    faults: {} as LiveFaults,
    transcript: (ms: number) => `heard ${Math.round(ms)} ms`,
    reply: () => ({ words: ["We ", "are ", "open ", "until ", "five."] }),
  });
  server.serve = (socket) => void new LivePeer(socket, live);
  return live;
}

/** At 16 kHz, 16 bit. */
const BYTES_A_MS = 32;
let ids = 0;

class LivePeer {
  readonly #socket: WebSocket;
  readonly #server: GeminiLiveServer;
  readonly #calls = new Map<string, string>();
  #isSetUp = false;
  #isActive = false;
  #bytes = 0;
  /** Counts generations: one that is not the latest has been interrupted. */
  #generation = 0;
  #isGenerating = false;

  constructor(socket: WebSocket, server: GeminiLiveServer) {
    this.#socket = socket;
    this.#server = server;
    socket.on("message", (data: Buffer) => {
      const message = liveMessageIn(data.toString());
      if ("refused" in message) return this.#refuse(message.refused);
      server.messages.push(message);
      this.#obey(message);
    });
  }

  #say(message: object): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    for (const text of this.#server.faults.babble ?? []) this.#socket.send(text);
    // The vendor sends JSON in binary messages.
    this.#socket.send(Buffer.from(JSON.stringify(message)));
  }

  #refuse(reason: string): void {
    this.#server.refusals.push(reason);
    this.#socket.close(1007, reason.slice(0, 120));
  }

  #obey(message: LiveClientMessage): void {
    if ("setup" in message) {
      if (this.#isSetUp) return this.#refuse("setup must be the first message and only the first");
      this.#isSetUp = !this.#server.faults.isSilent;
      if (this.#isSetUp) this.#say({ setupComplete: {} });
      const { isForgetful } = this.#server.faults;
      if (this.#isSetUp && !isForgetful)
        this.#say({ sessionResumptionUpdate: { newHandle: `handle-${++ids}`, resumable: true } });
      return;
    }
    if (!this.#isSetUp) return this.#refuse("setup must be the first message and only the first");
    if ("realtimeInput" in message) return this.#hear(message.realtimeInput);
    if ("toolResponse" in message) return this.#results(message.toolResponse.functionResponses);
    this.#interrupt();
    const texts = message.clientContent.turns?.flatMap(({ parts }) => parts.map(({ text }) => text)) ?? [];
    if (message.clientContent.turnComplete) void this.#generate(texts.join("\n"));
  }

  #hear(input: Extract<LiveClientMessage, { realtimeInput: unknown }>["realtimeInput"]): void {
    if ("audio" in input) {
      if (!this.#isActive) return this.#refuse("audio outside of an activity");
      this.#bytes += Buffer.from(input.audio.data, "base64").length;
    } else if ("activityStart" in input) {
      if (this.#isActive) return this.#refuse("an activity has begun already");
      this.#isActive = true;
      this.#bytes = 0;
      this.#interrupt();
    } else {
      if (!this.#isActive) return this.#refuse("no activity has begun");
      this.#isActive = false;
      const transcript = this.#server.transcript(this.#bytes / BYTES_A_MS);
      if (!this.#server.faults.isDeaf)
        for (const text of [transcript.slice(0, 4), transcript.slice(4)].filter(Boolean))
          this.#say({ serverContent: { inputTranscription: { text } } });
      void this.#generate("");
    }
  }

  #results(responses: readonly { id: string; name: string }[]): void {
    for (const { id, name } of responses) if (this.#calls.get(id) !== name) return this.#refuse(`no function call ${id}`);
    for (const { id } of responses) this.#calls.delete(id);
    if (this.#calls.size === 0) void this.#generate("results");
  }

  #interrupt(): void {
    if (this.#isGenerating) this.#say({ serverContent: { interrupted: true, turnComplete: true } });
    this.#isGenerating = false;
    if (this.#calls.size > 0) this.#say({ toolCallCancellation: { ids: [...this.#calls.keys()] } });
    this.#calls.clear();
    this.#generation++;
  }

  async #generate(told: string): Promise<void> {
    const { faults } = this.#server;
    if (faults.answers === "never") return;
    const mine = ++this.#generation;
    const { words = [], calls = [] } = this.#server.reply(told);
    await new Promise((resolve) => setTimeout(resolve, 1));
    for (const [index, text] of words.entries()) {
      if (mine !== this.#generation) return;
      this.#isGenerating = true;
      // One message may hold both.
      const parts = [{ inlineData: { mimeType: "audio/pcm;rate=24000", data: soundOf(text, index) } }];
      this.#say({ serverContent: { modelTurn: { role: "model", parts }, outputTranscription: { text } } });
      if (index === 0 && faults.answers === "breaks") return this.#socket.terminate();
      if (index === 0 && faults.answers === "stalls") return;
      await new Promise((resolve) => setTimeout(resolve, faults.pieceMs ?? 1));
    }
    if (mine !== this.#generation) return;
    this.#isGenerating = false;
    if (calls.length > 0) {
      const functionCalls = calls.map((call) => ({ id: `function-call-${++ids}`, ...call }));
      for (const { id, name } of functionCalls) this.#calls.set(id, name);
      return this.#say({ toolCall: { functionCalls } });
    }
    if (faults.goesAway) this.#say({ goAway: { timeLeft: "10s" } });
    this.#say({ serverContent: { generationComplete: true } });
    this.#say({ serverContent: { turnComplete: true }, usageMetadata: USED });
  }
}

function soundOf(word: string, index: number): string {
  const samples = new Int16Array(word.length * 1_920).fill((index + 1) * 1_000);
  return Buffer.from(samples.buffer).toString("base64");
}

const USED = {
  promptTokenCount: 120,
  responseTokenCount: 30,
  thoughtsTokenCount: 6,
  totalTokenCount: 156,
  promptTokensDetails: [
    { modality: "TEXT", tokenCount: 80 },
    { modality: "AUDIO", tokenCount: 40 },
  ],
  responseTokensDetails: [{ modality: "AUDIO", tokenCount: 30 }],
};
