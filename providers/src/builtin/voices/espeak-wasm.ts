/**
 * A program that behaves like `espeak-ng` as far as `espeak.ts` uses it, with the engine from npm (GPL-3): that is why it is a process
 * of its own, which only reads text and writes sound.
 */
import { wavOf } from "@ongea/conversation";
import { bytesOf } from "../../host/frames.ts";

interface EspeakWorker {
  get_samplerate(): number;
  set_voice(name: string): void;
  set_rate(wordsPerMinute: number): void;
  /** Returning true stops it. */
  synthesize(text: string, heard: (samples: Int16Array | null) => boolean): void;
  list_voices(): { name: string; identifier: string; languages: { name: string }[] }[];
}

/** A stream's length is not known when it begins. */
const ENDLESS = 0x7fff_f000;
const MAX_INPUT_BYTES = 64 * 1024;

const name = "@echogarden/espeak-ng-emscripten";
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it comes without types
const { default: load } = (await import(name)) as { default: () => Promise<{ eSpeakNGWorker: new () => EspeakWorker }> };
const espeak = new (await load()).eSpeakNGWorker();
const args = process.argv.slice(2);

if (args.includes("--voices")) listVoices();
else speak(await input());

function listVoices(): void {
  const lines = espeak
    .list_voices()
    .flatMap((voice) => voice.languages.slice(0, 1).map((language) => ` 5  ${language.name}  --/M  ${voice.name}`));
  process.stdout.write(`Pty Language\n${lines.join("\n")}\n`);
}

function speak(text: string): void {
  espeak.set_voice(args[args.indexOf("-v") + 1] ?? "en-gb");
  espeak.set_rate(Number(args[args.indexOf("-s") + 1]) || 160);
  const header = Buffer.from(wavOf(new Int16Array(0), espeak.get_samplerate()));
  header.writeUInt32LE(ENDLESS, 40);
  process.stdout.write(header);
  espeak.synthesize(text, (samples) => {
    if (samples && samples.length > 0) process.stdout.write(Buffer.from(bytesOf(samples)));
    return false;
  });
}

async function input(): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_INPUT_BYTES) break;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
