import { join } from "node:path";
import { ProviderFailure, type Expected } from "@ongea/conversation";
import { samplesOf } from "../../host/frames.ts";
import { listenRequest, toListening, type FromListening } from "../../host/listening-messages.ts";
import type { Outlet, SpeechEngine, Work } from "../../host/speech-engine.ts";
import type { ModelDescription } from "../models/description.ts";
import type { InstalledModel } from "../models/installed.ts";
import { cleanWords } from "./clean-words.ts";
import { matchExpected } from "./expected-match.ts";
import { floatsOf, type OnlineRecognizer, type OnlineStream, type Sherpa } from "./sherpa.ts";

type StreamModel = ModelDescription & { engine: "streaming-transducer" };

export function loadStreamRecognizer(
  sherpa: Sherpa,
  { folder }: InstalledModel,
  { parts }: StreamModel,
  numThreads: number,
): OnlineRecognizer {
  const { tokens, ...transducer } = Object.fromEntries(Object.entries(parts).map(([role, path]) => [role, join(folder, path)]));
  return new sherpa.OnlineRecognizer({
    featConfig: { sampleRate: 16_000, featureDim: 80 },
    modelConfig: { transducer, tokens, numThreads, debug: 0, provider: "cpu" },
    decodingMethod: "greedy_search",
    enableEndpoint: 0,
  });
}

/** STT: a streaming transducer (zipformer) for many calls: each has its own stream of one shared model. */
export function createStreamEngine(recognizer: OnlineRecognizer, description: StreamModel): SpeechEngine {
  return {
    open(options, client) {
      const { language, keywords } = listenRequest.parse(options);
      return new StreamEars({ recognizer, description, language: primaryOf(description, language), keywords }, client);
    },
    describe: () => ({ id: description.id, name: description.name, languages: description.languages, streaming: true }),
    close: async () => {},
  };
}

function primaryOf({ name, languages }: ModelDescription, asked: string): string {
  const primary = asked.toLowerCase().split("-")[0] ?? "";
  if (languages.includes(primary) || languages.includes("*")) return primary;
  throw new ProviderFailure("refused", `${name} does not hear ${asked}`);
}

const SAMPLES_A_MS = 16;

interface Hearing {
  recognizer: OnlineRecognizer;
  description: StreamModel;
  /** Primary tag. */
  language: string;
  keywords: readonly string[];
}

class StreamEars implements Work {
  readonly #hearing: Hearing;
  readonly #client: Outlet;
  #expected: readonly Expected[] = [];
  #id: number | undefined;
  #stream: OnlineStream | undefined;
  /** Words of the parts before earlier pauses. */
  #before = "";
  #last = "";
  #settled: string | undefined;
  #since: Int16Array[] = [];

  constructor(hearing: Hearing, client: Outlet) {
    this.#hearing = hearing;
    this.#client = client;
  }

  told(say: unknown, body: Buffer): void {
    const message = toListening.parse(say);
    if (message.op === "expect") return void (this.#expected = message.expected);
    if (message.op === "begin") return this.#begin(message.id);
    if (message.id !== this.#id) return;
    if (message.op === "hear") this.#hear(samplesOf(body));
    else if (message.op === "pause") this.#pause(message.id, message.pause);
    else if (message.op === "resume") this.#resume();
    else this.close();
  }

  close(): void {
    this.#id = undefined;
    this.#stream = undefined;
    this.#since = [];
  }

  #begin(id: number): void {
    this.#id = id;
    this.#stream = this.#open();
    this.#before = "";
    this.#last = "";
    this.#settled = undefined;
  }

  #hear(sound: Int16Array): void {
    if (this.#settled !== undefined) return void this.#since.push(sound);
    const text = this.#decode(sound);
    if (text === this.#last || this.#id === undefined) return;
    this.#last = text;
    this.#tell({ op: "partial", id: this.#id, words: { text } });
  }

  #pause(id: number, pause: number): void {
    if (this.#settled === undefined) {
      // Silence, so that the model gives the last word away.
      this.#decode(new Int16Array(this.#hearing.description.silenceAfterMs * SAMPLES_A_MS));
      this.#stream?.inputFinished();
      this.#settled = cleanWords(this.#decode(new Int16Array(0)));
    }
    this.#tell({
      op: "settled",
      id,
      pause,
      words: { text: matchExpected(this.#settled, this.#expected, this.#hearing.keywords) },
    });
  }

  #resume(): void {
    if (this.#settled === undefined) return;
    this.#before = this.#settled;
    this.#settled = undefined;
    this.#stream = this.#open();
    for (const sound of this.#since.splice(0)) this.#decode(sound);
  }

  #open(): OnlineStream {
    const { recognizer, description, language } = this.#hearing;
    const stream = recognizer.createStream();
    if (description.isToldLanguage) stream.setOption?.("language", language);
    const before = description.silenceBeforeMs * SAMPLES_A_MS;
    if (before > 0) stream.acceptWaveform({ sampleRate: 16_000, samples: new Float32Array(before) });
    return stream;
  }

  /** The whole utterance so far. */
  #decode(sound: Int16Array): string {
    const stream = this.#stream;
    if (!stream) return this.#before;
    if (sound.length > 0) stream.acceptWaveform({ sampleRate: 16_000, samples: floatsOf(sound) });
    const { recognizer } = this.#hearing;
    while (recognizer.isReady(stream)) recognizer.decode(stream);
    const { text } = recognizer.getResult(stream);
    // One that shouts has no letters' cases; one that writes sentences keeps its names.
    return `${this.#before} ${text === text.toUpperCase() ? text.toLowerCase() : text}`.trim();
  }

  #tell(message: FromListening): void {
    this.#client.tell(message);
  }
}
