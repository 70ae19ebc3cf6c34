import { join } from "node:path";
import { samplesOf } from "../../host/frames.ts";
import { listenRequest, toListening, type FromListening } from "../../host/listening-messages.ts";
import type { Outlet, SpeechEngine, Work } from "../../host/speech-engine.ts";
import type { ModelDescription } from "../models/description.ts";
import type { InstalledModel } from "../models/installed.ts";
import { cleanWords } from "./clean-words.ts";
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
export function createStreamEngine(recognizer: OnlineRecognizer, description: ModelDescription): SpeechEngine {
  return {
    open(options, client) {
      listenRequest.parse(options);
      return new StreamEars(recognizer, client);
    },
    describe: () => ({ id: description.id, name: description.name, languages: description.languages, streaming: true }),
    close: async () => {},
  };
}

/** Silence after a pause, so that the model gives the last word away. */
const TAIL_SAMPLES = 6_400;

class StreamEars implements Work {
  readonly #recognizer: OnlineRecognizer;
  readonly #client: Outlet;
  #id: number | undefined;
  #stream: OnlineStream | undefined;
  /** Words of the parts before earlier pauses. */
  #before = "";
  #last = "";
  #settled: string | undefined;
  #since: Int16Array[] = [];

  constructor(recognizer: OnlineRecognizer, client: Outlet) {
    this.#recognizer = recognizer;
    this.#client = client;
  }

  told(say: unknown, body: Buffer): void {
    const message = toListening.parse(say);
    if (message.op === "expect") return;
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
    this.#stream = this.#recognizer.createStream();
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
      this.#decode(new Int16Array(TAIL_SAMPLES));
      this.#stream?.inputFinished();
      this.#settled = cleanWords(this.#decode(new Int16Array(0)));
    }
    this.#tell({ op: "settled", id, pause, words: { text: this.#settled } });
  }

  #resume(): void {
    if (this.#settled === undefined) return;
    this.#before = this.#settled;
    this.#settled = undefined;
    this.#stream = this.#recognizer.createStream();
    for (const sound of this.#since.splice(0)) this.#decode(sound);
  }

  /** The whole utterance so far. */
  #decode(sound: Int16Array): string {
    const stream = this.#stream;
    if (!stream) return this.#before;
    if (sound.length > 0) stream.acceptWaveform({ sampleRate: 16_000, samples: floatsOf(sound) });
    while (this.#recognizer.isReady(stream)) this.#recognizer.decode(stream);
    return `${this.#before} ${this.#recognizer.getResult(stream).text.toLowerCase()}`.trim();
  }

  #tell(message: FromListening): void {
    this.#client.tell(message);
  }
}
