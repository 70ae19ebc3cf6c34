/** A caller makes a sound over the assistant's voice: a sign of listening, or a real interruption. */
import { CALLER_VOICES } from "@ongea/providers/testing";
import type { Said } from "./callers.ts";
import { ScriptedCall, type CallSettings } from "./call.ts";
import { spokenTurn } from "./spoken.ts";

export interface OverVoice {
  text: string;
  /** The assistant gave up its turn. */
  yielded: boolean;
  /** From the caller's first sound to our last before we fell silent, ms; absent: we never did. */
  stopMs?: number;
  /** The longest silence of ours while the caller spoke and until we went on, ms. */
  heldMs: number;
}

const LONG =
  "this is a long answer that goes on and on because nobody has said yet that it should stop and so it goes on and on and on until somebody does, which takes a while";
const BEFORE_MS = 1_500;
const AFTER_MS = 2_500;
/** Two frames of ours further apart than this: we fell silent. */
const SILENT_MS = 100;

/** Each text once by each voice, over a voice of ours that would go on. */
export async function speakOver(settings: CallSettings, texts: readonly Said[]): Promise<OverVoice[]> {
  const outcomes: OverVoice[] = [];
  for (const [i, said] of texts.entries()) {
    for (const [k, voice] of CALLER_VOICES.entries()) {
      const seed = settings.seed + i * CALLER_VOICES.length + k;
      outcomes.push(await once({ ...settings, seed, greeting: LONG }, said, voice));
    }
  }
  return outcomes;
}

async function once(settings: CallSettings, { text, spoken }: Said, voice: string): Promise<OverVoice> {
  const call = new ScriptedCall(settings);
  await call.pass(BEFORE_MS + (settings.seed % 17) * 7);
  const turn = await spokenTurn(spoken ?? text, voice, 0);
  const words = spoken === undefined ? turn.words : [{ text, endMs: turn.words.at(-1)?.endMs ?? 0 }];
  const { startMs, endMs } = call.say({ sound: turn.sound, words });
  await call.until(() => call.nowMs >= endMs + AFTER_MS);
  const yielded = call.journal.some((entry) => entry.kind === "turn" && entry.by === "assistant" && entry.cut === true);
  call.hangUp();
  const ours = [...call.line.soundingMs.filter((atMs) => atMs >= startMs - 40 && atMs <= endMs + AFTER_MS), endMs + AFTER_MS];
  const silences = ours.slice(1).map((atMs, k) => ({ fromMs: ours[k] ?? 0, ms: atMs - (ours[k] ?? 0) }));
  const first = silences.find(({ ms }) => ms > SILENT_MS);
  return {
    text,
    yielded,
    heldMs: Math.max(0, ...silences.map(({ ms }) => ms - 20)),
    ...(first ? { stopMs: Math.max(0, first.fromMs + 20 - startMs) } : {}),
  };
}
