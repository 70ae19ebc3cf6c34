import type { Worker } from "node:worker_threads";
import { ProviderFailure, type Problem, type Words } from "@ongea/conversation";
import { startWorker } from "../../host/program-file.ts";
import type { SpeakerLevel } from "./level.ts";
import type { FromDecoder, ListenFor, ToDecoder } from "./messages.ts";

/** A decoder that had nothing to do for so long gives its 95 to 215 MB back. */
const IDLE_MS = 5 * 60_000;
const START_TIMEOUT_MS = 20_000;
const MAX_WAITING = 64;
/** What may be kept for an utterance that waits for a decoder: 30 s in frames of 100 ms, and its marks. */
const MAX_KEPT_MESSAGES = 400;

export interface UtteranceListener {
  partial(words: Words): void;
  settled(pause: number, words: Words): void;
  failed(problem: Problem): void;
}

/** One utterance's way to a decoder. */
export interface Seat {
  tell(message: Exclude<ToDecoder, { op: "begin" | "prepare" }>): void;
  /** Frees the decoder. */
  leave(): void;
}

/** What a call's next utterance goes on with. */
export interface Acquaintance {
  /** Which decoder it had last, or has been prepared for it. */
  decoder?: PooledDecoder | undefined;
  speaker?: SpeakerLevel | undefined;
}

interface Waiting {
  acquaintance: Acquaintance;
  begin: Extract<ToDecoder, { op: "begin" }>;
  kept: ToDecoder[];
  listener: UtteranceListener;
  decoder: PooledDecoder | undefined;
}

interface PooledDecoder {
  worker: Worker;
  ready: boolean;
  serves: Waiting | undefined;
  idle: NodeJS.Timeout | undefined;
}

/** Decoders in worker threads, started when they are needed; an utterance that finds all busy is kept and heard when one is free. */
export class DecoderPool {
  readonly #atMost: number;
  readonly #decoders = new Set<PooledDecoder>();
  readonly #waiting: Waiting[] = [];
  #count = 0;

  constructor(atMost: number) {
    this.#atMost = atMost;
  }

  get running(): number {
    return this.#decoders.size;
  }

  /** Starts one decoder ahead of the first utterance. */
  warm(): void {
    if (this.#decoders.size === 0) this.#start();
  }

  /** Lets a decoder that hears nobody now make ready for what a call's next utterance will be listened to for. */
  prepare(listenFor: ListenFor, acquaintance: Acquaintance): void {
    const idle = [...this.#decoders].filter((decoder) => !decoder.serves);
    const chosen = idle.find((decoder) => decoder === acquaintance.decoder) ?? idle.find(({ ready }) => ready) ?? idle[0];
    if (!chosen) return;
    acquaintance.decoder = chosen;
    post(chosen, { op: "prepare", listenFor });
  }

  sit(listenFor: ListenFor, acquaintance: Acquaintance, listener: UtteranceListener): Seat {
    if (this.#waiting.length >= MAX_WAITING) throw new ProviderFailure("rate-limited", "all decoders are busy");
    const begin = { op: "begin" as const, utterance: this.#count++, listenFor, speaker: acquaintance.speaker };
    const waiting: Waiting = { acquaintance, begin, kept: [], listener, decoder: undefined };
    this.#waiting.push(waiting);
    this.#assign();
    return {
      tell: (message) => {
        if (waiting.decoder) post(waiting.decoder, message);
        else if (waiting.kept.length < MAX_KEPT_MESSAGES) waiting.kept.push(message);
        else this.#giveUp(waiting);
      },
      leave: () => this.#leave(waiting),
    };
  }

  async close(): Promise<void> {
    this.#waiting.length = 0;
    await Promise.all([...this.#decoders].map((decoder) => this.#stop(decoder)));
  }

  #assign(): void {
    while (this.#waiting.length > 0) {
      const [next] = this.#waiting;
      const idle = [...this.#decoders].filter((decoder) => decoder.ready && !decoder.serves);
      const free = idle.find((decoder) => decoder === next?.acquaintance.decoder) ?? idle[0];
      if (!next || !free) break;
      this.#waiting.shift();
      next.acquaintance.decoder = free;
      clearTimeout(free.idle);
      free.serves = next;
      next.decoder = free;
      post(free, next.begin);
      for (const message of next.kept) post(free, message);
      next.kept = [];
    }
    const starting = [...this.#decoders].filter((decoder) => !decoder.ready).length;
    if (this.#waiting.length > starting && this.#decoders.size < this.#atMost) this.#start();
  }

  #leave(waiting: Waiting): void {
    const { decoder } = waiting;
    if (!decoder) {
      const at = this.#waiting.indexOf(waiting);
      if (at >= 0) this.#waiting.splice(at, 1);
      return;
    }
    if (decoder.serves !== waiting) return;
    post(decoder, { op: "end" });
    decoder.serves = undefined;
    decoder.idle = setTimeout(() => void this.#stop(decoder), IDLE_MS).unref();
    this.#assign();
  }

  /** An utterance that is not heard whole is not heard at all: its call's next recogniser takes over. */
  #giveUp(waiting: Waiting): void {
    const at = this.#waiting.indexOf(waiting);
    if (at < 0) return;
    this.#waiting.splice(at, 1);
    waiting.kept = [];
    waiting.listener.failed({ code: "rate-limited", message: "all decoders are busy" });
  }

  #start(): void {
    const worker = startWorker(new URL("./decoder-worker.ts", import.meta.url));
    const decoder: PooledDecoder = { worker, ready: false, serves: undefined, idle: undefined };
    this.#decoders.add(decoder);
    const late = setTimeout(() => void this.#lost(decoder, "the decoder does not start"), START_TIMEOUT_MS);
    decoder.worker.on("message", (message: FromDecoder) => {
      if (message.op !== "ready") return answer(decoder, message);
      clearTimeout(late);
      decoder.ready = true;
      this.#assign();
    });
    decoder.worker.on("error", (error) => void this.#lost(decoder, error.message));
    decoder.worker.on("exit", () => {
      clearTimeout(late);
      void this.#lost(decoder, "the decoder ended");
    });
  }

  #lost(decoder: PooledDecoder, message: string): void {
    if (!this.#decoders.delete(decoder)) return;
    clearTimeout(decoder.idle);
    void decoder.worker.terminate();
    decoder.serves?.listener.failed({ code: "unavailable", message });
    if (!decoder.ready) {
      for (const waiting of this.#waiting.splice(0)) waiting.listener.failed({ code: "unavailable", message });
    }
    this.#assign();
  }

  async #stop(decoder: PooledDecoder): Promise<void> {
    if (!this.#decoders.delete(decoder)) return;
    clearTimeout(decoder.idle);
    await decoder.worker.terminate();
  }
}

function post({ worker }: PooledDecoder, message: ToDecoder): void {
  worker.postMessage(message);
}

function answer({ serves }: PooledDecoder, message: Exclude<FromDecoder, { op: "ready" }>): void {
  if (serves?.begin.utterance !== message.utterance) return;
  if (message.op === "partial") serves.listener.partial(message.words);
  else {
    serves.acquaintance.speaker = message.speaker ?? serves.acquaintance.speaker;
    serves.listener.settled(message.pause, message.words);
  }
}
