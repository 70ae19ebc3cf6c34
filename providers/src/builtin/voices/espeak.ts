import { createRequire } from "node:module";
import type { Speech } from "@ongea/conversation";
import { programOf } from "../../host/program-file.ts";
import { outputOf, printed, type Program } from "./child.ts";
import type { Engine, Voice } from "./engine.ts";
import { WavReader } from "../../sound/wav-reader.ts";

/** Words a minute at pace 1: a little slower than the program's own 175, for the telephone. */
const WORDS_PER_MINUTE = 160;
/** Of the program's ways to speak any language. */
const FEMALE = "+f3";
/** Those that the program always speaks as a man. */
const MEN_ONLY = new Set(["cv", "he", "nog", "tk"]);

/**
 * `espeak-ng` (GPL-3, so always a process of its own), streaming: Debian's program, or without it the same engine compiled to
 * WebAssembly from npm, started for each clause in the same way.
 */
export async function findEspeak(): Promise<Engine | undefined> {
  const native = voicesIn(await printed("espeak-ng", ["--voices"]));
  const both = native.flatMap((voice) => [voice, ...womanOf(voice)]);
  if (both.length > 0) return engine(both, (args) => ({ command: "espeak-ng", args }));
  return findWasmEspeak();
}

/** The program finds a way to speak only beside the name of a file: beside `en-gb` it is passed over, beside `gmw/en` it is not. */
function womanOf({ id, file, language }: ListedVoice): Voice[] {
  if (file === undefined || MEN_ONLY.has(language)) return [];
  return [{ id: `${id}${FEMALE}`, name: `${file}${FEMALE}`, language }];
}

/** The engine from npm: about 0.3 s to the first sound instead of 15 ms, but no Debian package is needed. */
export async function findWasmEspeak(): Promise<Engine | undefined> {
  try {
    createRequire(import.meta.url).resolve("@echogarden/espeak-ng-emscripten");
  } catch {
    return undefined;
  }
  const { file, execArgv } = programOf(new URL("./espeak-wasm.ts", import.meta.url));
  const start = (args: readonly string[]): Omit<Program, "input"> => ({
    command: process.execPath,
    args: [...execArgv, file, ...args],
  });
  const list = start(["--voices"]);
  const voices = voicesIn(await printed(list.command, list.args));
  return voices.length === 0 ? undefined : engine(voices, start);
}

function engine(voices: readonly Voice[], start: (args: readonly string[]) => Omit<Program, "input">): Engine {
  return {
    name: "espeak-ng",
    voices,
    speak: ({ text, voice, pace }, signal) => {
      const rate = Math.round(WORDS_PER_MINUTE * pace);
      const program = start(["-v", voice.name, "-s", String(rate), "-b", "1", "--stdin", "--stdout"]);
      return speak({ ...program, input: withoutPhonemes(text) }, signal);
    },
  };
}

async function* speak(program: Program, signal: AbortSignal): AsyncGenerator<Speech, void, undefined> {
  const wav = new WavReader();
  for await (const chunk of outputOf(program, signal)) {
    const speech = wav.push(chunk);
    if (speech) yield speech;
  }
}

/** In espeak's input `[[` begins raw phonemes. */
function withoutPhonemes(text: string): string {
  return text.replace(/\[\[|\]\]/g, " ");
}

interface ListedVoice extends Voice {
  file?: string;
}

/** Lines such as ` 5  sw              --/M      Swahili            bnt/sw`. */
function voicesIn(list: string): ListedVoice[] {
  const voices: ListedVoice[] = [];
  for (const line of list.split("\n").slice(1)) {
    const [, language, , , file] = line.trim().split(/\s+/);
    if (language && /^[a-z]{2,3}(-[a-z0-9-]+)?$/.test(language))
      voices.push({ id: `espeak:${language}`, name: language, language, ...(file?.includes("/") ? { file } : {}) });
  }
  return voices;
}
