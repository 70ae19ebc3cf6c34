/** Speaks the calls of demo workspaces that can be heard, once an installation, in the background and without haste. */
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Turn } from "@ongea/contract";
import type { Synthesiser } from "@ongea/conversation";
import { TwoChannelWav } from "../../engines/index.ts";
import type { Db } from "../../platform/database/db.ts";
import type { Log } from "../../platform/log/log.ts";
import { spokenJournal } from "./calls.ts";
import { SPOKEN, type SpokenCall } from "./spoken.ts";
import { recordingIsThere } from "../../calls/index.ts";

export interface Speaking {
  /** Names of the recordings that are there. */
  recorded(): ReadonlySet<string>;
  /** A demo workspace was opened: what is missing is spoken now. */
  wake(): void;
  stop(): Promise<void>;
}

export interface SpeakingParts {
  /** Of the recordings. */
  folder: string;
  /** Rows of every workspace: they all learn that a recording is there. */
  db: Db;
  /** `pace`: 1 is as usual, 2 twice as fast. */
  voice(speaker: "assistant" | "caller", pace: number): Synthesiser;
  log: Log;
  /** After each sentence the voices are left to real calls for a while. */
  restMs?: number;
}

const SAMPLE_RATE_HZ = 16_000;
const REST_MS = 250;
/** How much slower or faster than usual a sentence is spoken to fill its time. */
const PACES = { least: 0.75, most: 1.35 };
/** Where a language has one voice only, the caller's is this much deeper. */
const DEEPER = 0.86;

export function createSpeaking({ folder, db, voice, log, restMs = REST_MS }: SpeakingParts): Speaking {
  const stopping = new AbortController();
  let working: Promise<void> | undefined;
  const isThere = ({ recording }: SpokenCall): boolean => existsSync(join(folder, recording));
  return {
    recorded: () => new Set(SPOKEN.filter(isThere).map(({ recording }) => recording)),
    wake() {
      working ??= speakAll()
        .catch((error: unknown) => {
          if (!stopping.signal.aborted) log.warn({ err: error }, "The demo calls could not be spoken");
        })
        .finally(() => (working = undefined));
    },
    async stop() {
      stopping.abort();
      await working;
    },
  };

  async function speakAll(): Promise<void> {
    for (const call of SPOKEN) {
      if (isThere(call)) continue;
      await speakCall(call);
      await recordingIsThere(db, call.recording);
    }
  }

  async function speakCall(call: SpokenCall): Promise<void> {
    const { journal, durationMs, language } = spokenJournal(call);
    const path = join(folder, call.recording);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const wav = new TwoChannelWav(`${path}.new`, SAMPLE_RATE_HZ);
    try {
      for (const entry of journal) {
        if (entry.kind !== "turn") continue;
        const sound = await spoken(entry, language);
        for (let from = 0; from < sound.length; from += SAMPLE_RATE_HZ)
          wav.add(entry.by, entry.startMs + (from * 1_000) / SAMPLE_RATE_HZ, sound.subarray(from, from + SAMPLE_RATE_HZ));
        await wait(restMs, undefined, { signal: stopping.signal });
      }
    } finally {
      wav.close(durationMs);
    }
    renameSync(`${path}.new`, path);
  }

  /** Spoken twice: the first time tells how fast it must be to end when its turn ends. */
  async function spoken({ by, text, startMs, endMs }: Turn, language: string): Promise<Int16Array> {
    const usual = await soundOf(by, text, language, 1);
    const pace = usual.length / (((endMs - startMs) * SAMPLE_RATE_HZ) / 1_000);
    return soundOf(by, text, language, Math.min(PACES.most, Math.max(PACES.least, pace)));
  }

  async function soundOf(by: Turn["by"], text: string, language: string, pace: number): Promise<Int16Array> {
    const pieces: Int16Array[] = [];
    for await (const { samples, sampleRateHz } of voice(by, pace).speak({ text, language }, stopping.signal)) {
      const deeper = by === "caller" && language !== "en" ? DEEPER : 1;
      pieces.push(resampled(samples, (sampleRateHz * deeper) / SAMPLE_RATE_HZ));
    }
    stopping.signal.throwIfAborted();
    return joined(pieces);
  }
}

/** `step`: samples of the source for each of the result. */
function resampled(samples: Int16Array, step: number): Int16Array {
  if (step === 1) return samples;
  return Int16Array.from({ length: Math.floor((samples.length - 1) / step) }, (_, at) => {
    const place = at * step;
    const before = samples[Math.floor(place)] ?? 0;
    const after = samples[Math.floor(place) + 1] ?? before;
    return before + (after - before) * (place - Math.floor(place));
  });
}

function joined(pieces: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
