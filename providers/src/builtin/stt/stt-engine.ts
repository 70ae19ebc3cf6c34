import { ProviderFailure, type Expected } from "@ongea/conversation";
import { samplesOf } from "../../host/frames.ts";
import { listenRequest, toListening, type FromListening, type ToListening } from "../../host/listening-messages.ts";
import type { Outlet, SpeechEngine, Work } from "../../host/speech-engine.ts";
import { DecoderPool, type Acquaintance, type Seat } from "./decoder-pool.ts";
import { guideOf, type Guide } from "./grammar.ts";
import { sphinxInstalled } from "./sphinx.ts";

/** STT: PocketSphinx for many calls, English only. */
export function createSphinxEngine(decodersAtMost: number): SpeechEngine {
  const installed = sphinxInstalled();
  const pool = new DecoderPool(decodersAtMost);
  return {
    open(options, client) {
      const { language, keywords } = listenRequest.parse(options);
      if (!installed)
        throw new ProviderFailure("unavailable", "PocketSphinx is not installed (libpocketsphinx3, pocketsphinx-en-us)");
      if (!/^en\b/i.test(language))
        throw new ProviderFailure("refused", `the built-in recogniser hears English only, not ${language}`);
      pool.warm();
      return new Ears(pool, keywords, client);
    },
    describe: () => ({ engine: "pocketsphinx", installed, languages: installed ? ["en"] : [], decoders: pool.running }),
    close: () => pool.close(),
  };
}

/** One call's ears: at most one utterance at a time. */
class Ears implements Work {
  readonly #pool: DecoderPool;
  readonly #keywords: readonly string[];
  readonly #client: Outlet;
  readonly #acquaintance: Acquaintance = {};
  #guide: Guide;
  #isPrepared = false;
  #now: { id: number; seat: Seat } | undefined;

  constructor(pool: DecoderPool, keywords: readonly string[], client: Outlet) {
    this.#pool = pool;
    this.#keywords = keywords;
    this.#client = client;
    this.#guide = guideOf([], keywords);
  }

  told(say: unknown, body: Buffer): void {
    const message = toListening.parse(say);
    if (message.op === "expect") this.#expect(message.expected);
    else if (message.op === "begin") this.#begin(message.id);
    else if (this.#now?.id === message.id) this.#pass(message, this.#now.seat, body);
  }

  close(): void {
    this.#now?.seat.leave();
    this.#now = undefined;
  }

  #expect(expected: readonly Expected[]): void {
    this.#guide = guideOf(expected, this.#keywords);
    this.#isPrepared = false;
    this.#prepare();
  }

  /** Once the utterance before is over. */
  #prepare(): void {
    if (this.#isPrepared || this.#now) return;
    this.#isPrepared = true;
    this.#pool.prepare(this.#guide, this.#acquaintance);
  }

  #begin(id: number): void {
    this.close();
    const tell = (message: FromListening): void => this.#client.tell(message);
    const seat = this.#pool.sit(this.#guide, this.#acquaintance, {
      partial: (heard) => tell({ op: "partial", id, words: heard }),
      settled: (pause, heard) => tell({ op: "settled", id, pause, words: heard }),
      failed: ({ code, message }) => tell({ op: "failed", id, code, message }),
    });
    this.#now = { id, seat };
  }

  #pass(message: Exclude<ToListening, { op: "expect" | "begin" }>, seat: Seat, body: Buffer): void {
    if (message.op === "hear") seat.tell({ op: "hear", samples: samplesOf(body) });
    else if (message.op === "pause") seat.tell({ op: "pause", pause: message.pause });
    else if (message.op === "resume") seat.tell({ op: "resume" });
    else {
      this.close();
      this.#prepare();
    }
  }
}
