/** Whose voices callers of the bench have: this machine's synthetic ones, and neural ones, which sound as people do, where they can be fetched. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { CALLER_VOICES, resampled, spokenBy } from "@ongea/providers/testing";
import { CALLERS, kokoroFiles, type VoiceSet } from "./kokoro-files.ts";
import type { Said, Saying } from "./kokoro-process.ts";
import { timeLimit } from "@ongea/providers";

export interface CallerVoice {
  name: string;
  /** What kind of voice it is, for the figures. */
  kind: string;
  /** At 16 kHz. */
  say(text: string): Promise<Int16Array>;
}

export interface CallerVoices {
  voices: readonly CallerVoice[];
  close(): void;
}

const LONGEST_MS = 60_000;

/** `folder`: where the neural voices are kept. Where they cannot be had, `note` is told why, and the others speak. */
export async function openVoices(folder: string, note: (line: string) => void): Promise<CallerVoices> {
  const own = CALLER_VOICES.map((name): CallerVoice => {
    const kind = name.startsWith("espeak") ? "formant voice" : "flite";
    return { name, kind, say: (text) => spokenBy(text, name) };
  });
  try {
    const kokoro = await startKokoro(folder, CALLERS);
    return { voices: [...own, ...kokoro.voices], close: kokoro.close };
  } catch (error) {
    note(`Neural voices could not be had: ${error instanceof Error ? error.message : String(error)}`);
    return { voices: own, close: () => {} };
  }
}

/** Neural voices alone. */
export async function startKokoro(folder: string, set: VoiceSet): Promise<CallerVoices> {
  const files = await kokoroFiles(folder, set);
  const file = fileURLToPath(new URL("kokoro-process.ts", import.meta.url));
  const child = fork(file, [JSON.stringify(files)], { execArgv: ["--import", "tsx"], serialization: "advanced" });
  await nextMessage(child);
  let last: Promise<unknown> = Promise.resolve();
  const say = async (text: string, speaker: number): Promise<Int16Array> => {
    const before = last;
    const { samples, sampleRateHz } = await (last = before.then(() => {
      child.send({ text, speaker } satisfies Saying);
      return nextMessage(child);
    }) as Promise<Said>);
    return resampled(samples, sampleRateHz, 16_000);
  };
  return {
    voices: set.names.map((name, speaker) => ({ name, kind: "neural", say: (text) => say(text, speaker) })),
    close: () => child.disconnect(),
  };
}

/** The next message of the process; its end, or a minute without one, is an error. */
async function nextMessage(child: ChildProcess): Promise<unknown> {
  const over = new AbortController();
  const signal = timeLimit(LONGEST_MS, over.signal);
  try {
    const ended = once(child, "exit", { signal }).then(([code]) => {
      throw new Error(`the process of the neural voices ended with ${String(code)}`);
    });
    const [message] = (await Promise.race([once(child, "message", { signal }), ended])) as [unknown];
    return message;
  } finally {
    over.abort();
  }
}
