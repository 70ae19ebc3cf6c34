/**
 * Speech from which means for the telephone band are made: sentences of this project's own texts and of what callers say, by flite's voices
 * and by neural ones that are no callers of the bench. `tsx bench/telephone-band/speak.ts FOLDER`; README.md beside it says what follows.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { CALLER_VOICES, joined, quiet, spokenBy, throughTelephone } from "@ongea/providers/testing";
import { spokenSamples } from "../../providers/src/builtin/stt/spoken-samples.ts";
import { startKokoro } from "../voices/caller-voices.ts";
import { TEACHERS } from "../voices/kokoro-files.ts";

const DICTIONARY = "/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict";
const TEXTS = ["README.md", "ROADMAP.md", "ARCHITECTURE.md", "docs/guides", "docs/decisions"];
const FLITE_SENTENCES = 300;
const NEURAL_SENTENCES = 340;
const FEWEST_WORDS = 2;
const MOST_WORDS = 18;

interface Spoken {
  said: string;
  voice: string;
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("Name the folder that the sound is written to.");
const known = new Set(
  readFileSync(DICTIONARY, "utf8")
    .split("\n")
    .map((line) => line.split(" ")[0]),
);
const sentences = [...written(), ...spokenSamples([])].map(bare).filter(isSpeakable);
const flite = CALLER_VOICES.filter((voice) => !voice.startsWith("espeak")).map((name) => ({
  name,
  say: (text: string) => spokenBy(text, name),
}));
await speak(join(folder, "flite"), flite, FLITE_SENTENCES);
const neural = await startKokoro(resolve(".ongea/bench-sets/kokoro-teachers"), TEACHERS);
await speak(join(folder, "neural"), neural.voices, NEURAL_SENTENCES);
neural.close();

/** Each sentence as it is said (`.wide`) and as a telephone carries it (`.tel`), 16 bits at 16 kHz. */
async function speak(into: string, voices: readonly { name: string; say(text: string): Promise<Int16Array> }[], count: number) {
  mkdirSync(into, { recursive: true });
  const list: Spoken[] = [];
  for (let at = 0; at < count; at++) {
    const said = sentences[(at * 7_919) % sentences.length]!;
    const { name, say } = voices[at % voices.length]!;
    const sound = joined([quiet(300), await say(said), quiet(200)]);
    keep(join(into, `${at}.wide`), sound);
    keep(join(into, `${at}.tel`), throughTelephone(sound, 16_000));
    list.push({ said, voice: name });
  }
  writeFileSync(join(into, "list.json"), JSON.stringify(list));
}

function keep(path: string, { buffer, byteOffset, byteLength }: Int16Array): void {
  writeFileSync(path, Buffer.from(buffer, byteOffset, byteLength));
}

function written(): string[] {
  const files = TEXTS.flatMap((path) => (path.endsWith(".md") ? [path] : readdirSync(path).map((name) => join(path, name))));
  return files.flatMap((file) =>
    readFileSync(file, "utf8")
      .replace(/```[\s\S]*?```/g, " ")
      .split(/[.;:|?!]\s|\n\n/)
      .filter((text) => !/[`<>{}\d/_]/.test(text)),
  );
}

function bare(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z' ]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

function isSpeakable(sentence: string): boolean {
  const words = sentence.split(" ");
  return words.length >= FEWEST_WORDS && words.length <= MOST_WORDS && words.every((word) => known.has(word));
}
