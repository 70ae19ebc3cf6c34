/** What a whole recording says, as the STT of this installation writes it. For recordings beside calls, a few at a time. */
import { ANALYSIS_RATE_HZ, resample, type Recogniser } from "@ongea/conversation";
import { createRecogniser, linkToHost } from "@ongea/providers";
import type { SpeechSetup } from "./speech-hosts.ts";

export interface Transcriber {
  /** Undefined: no STT here writes this language, or none could write this down now. */
  words(sound: Int16Array, sampleRateHz: number, language: string): Promise<string | undefined>;
}

const FRAME = ANALYSIS_RATE_HZ / 50;
/** Recognisers write short utterances best; some write no longer ones. */
const LONGEST_SECONDS = 20;
const TIMEOUT_MS = 30_000;
const MOST_AT_ONCE = 2;

export function createTranscriber(setup: () => SpeechSetup): Transcriber {
  let running = 0;
  return {
    async words(sound, sampleRateHz, language) {
      if (running >= MOST_AT_ONCE) return undefined;
      running += 1;
      try {
        return await written(setup(), resample(sound, sampleRateHz, ANALYSIS_RATE_HZ), language);
      } finally {
        running -= 1;
      }
    },
  };
}

/** The recognisers that know the language, one after the other, until one answers. */
async function written({ sockets, choices }: SpeechSetup, sound: Int16Array, language: string): Promise<string | undefined> {
  const primary = language.split("-")[0] ?? language;
  const builtin = linkToHost(sockets.builtin);
  const local = sockets.local === undefined ? undefined : linkToHost(sockets.local);
  const links = { builtin, ...(local ? { local } : {}) };
  try {
    for (const { settings, languages } of choices.recognisers) {
      if (!languages.some((one) => one === "*" || one.split("-")[0] === primary)) continue;
      const text = await heard(createRecogniser(settings, links), sound, language).catch(() => undefined);
      if (text !== undefined) return text;
    }
    return undefined;
  } finally {
    builtin.close();
    local?.close();
  }
}

async function heard(recogniser: Recogniser, sound: Int16Array, language: string): Promise<string> {
  const texts: string[] = [];
  for (let from = 0; from < sound.length; from += LONGEST_SECONDS * ANALYSIS_RATE_HZ)
    texts.push(await utterance(recogniser, sound.subarray(from, from + LONGEST_SECONDS * ANALYSIS_RATE_HZ), language));
  return texts.join(" ");
}

function utterance(recogniser: Recogniser, sound: Int16Array, language: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => done(() => reject(new Error("The recogniser did not answer"))), TIMEOUT_MS);
    const done = (tell: () => void): void => {
      clearTimeout(late);
      listening.close();
      tell();
    };
    const listening = recogniser.listen(
      { language, keywords: [] },
      {
        partial: () => undefined,
        settled: (_id, _pause, { text }) => done(() => resolve(text)),
        failed: ({ message }) => queueMicrotask(() => done(() => reject(new Error(message)))),
      },
    );
    listening.begin(1);
    for (let at = 0; at + FRAME <= sound.length; at += FRAME) listening.hear(sound.subarray(at, at + FRAME));
    listening.pause(1, 1);
  });
}
