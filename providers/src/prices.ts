/**
 * What providers ask for, as they publish it: for the cost of a call and the estimate of an assistant. Nobody is billed by this table; a
 * provider's own bill is what counts. Prices are in US dollars, without tax, allowances and discounts.
 */
import type { Usage } from "@ongea/conversation";

/** `line`: a minute of a telephone line, from its answer on. */
export const PRICE_STAGES = ["hear", "think", "speak", "embed", "line"] as const;

export interface Price {
  stage: (typeof PRICE_STAGES)[number];
  /**
   * The name by which usage tells of it: the provider's id and the model, which may go on ("gpt-4.1-mini-2025-04-14"); of a line who carries
   * it, which way and to which country ("twilio-outbound-KE", "trunk-inbound-NG").
   */
  by: string;
  per: {
    millionTokensIn?: number;
    millionTokensOut?: number;
    /** Absent: as those that were not kept. */
    millionTokensCached?: number;
    /** Absent: as those of text. */
    millionSoundTokensIn?: number;
    millionSoundTokensOut?: number;
    thousandCharacters?: number;
    minuteOfSound?: number;
  };
  /** Where it was read, and when that was last true (ISO 8601). */
  source: string;
  asOf: string;
}

const ANTHROPIC = { source: "https://platform.claude.com/docs/en/about-claude/pricing", asOf: "2026-10-24" };
/** Those of Gemini 3.8 Flash double on 1 January 2027. */
const GEMINI = { source: "https://ai.google.dev/gemini-api/docs/pricing", asOf: "2026-10-07" };
const OPENAI = { source: "https://openai.com/api/pricing", asOf: "2026-06-21" };
/** Each at its model's page (`gpt-realtime-1.5` …). */
const REALTIME = { source: "https://developers.openai.com/api/docs/models/gpt-realtime-2.1", asOf: "2026-07-19" };
const EMBEDDING = { source: "https://developers.openai.com/api/docs/models/text-embedding-3-small", asOf: "2026-07-03" };
/** Of sound that is streamed. */
const DEEPGRAM = { source: "https://deepgram.com/pricing", asOf: "2025-06-01" };
/** Of a call, from its beginning to its end. */
const ULTRAVOX = { source: "https://www.ultravox.ai/pricing", asOf: "2026-09-20" };
const ELEVENLABS = { source: "https://elevenlabs.io/pricing/api", asOf: "2026-06-01" };

export const PRICES: readonly Price[] = [
  thinking("openai gpt-4.1-nano", [0.1, 0.4], OPENAI),
  thinking("openai gpt-4.1-mini", [0.4, 1.6], OPENAI),
  thinking("openai gpt-4.1", [2, 8], OPENAI),
  thinking("openai gpt-4o-mini", [0.15, 0.6], OPENAI),
  thinking("openai gpt-4o", [2.5, 10], OPENAI),
  thinking("openai gpt-3.5-turbo", [0.5, 1.5], OPENAI),
  realtime("openai gpt-realtime-2.1-mini", [0.6, 2.4, 0.3], [10, 20], REALTIME),
  realtime("openai gpt-realtime-2.1", [4, 24, 0.4], [32, 64], REALTIME),
  realtime("openai gpt-realtime-2", [4, 24, 0.4], [32, 64], REALTIME),
  realtime("openai gpt-realtime-1.5", [4, 16, 0.4], [32, 64], REALTIME),
  thinking("azure-openai gpt-4.1-mini", [0.4, 1.6], OPENAI),
  thinking("azure-openai gpt-4.1", [2, 8], OPENAI),
  thinking("azure-openai gpt-4o-mini", [0.15, 0.6], OPENAI),
  thinking("azure-openai gpt-4o", [2.5, 10], OPENAI),
  thinking("anthropic claude-haiku-5-5", [0.1, 0.5, 0.01], ANTHROPIC),
  thinking("anthropic claude-haiku-4-5", [1, 5, 0.1], ANTHROPIC),
  thinking("anthropic claude-sonnet-5-5", [2, 10, 0.1], ANTHROPIC),
  thinking("anthropic claude-sonnet-5", [2, 10, 0.2], ANTHROPIC),
  thinking("anthropic claude-sonnet-4", [3, 15, 0.3], ANTHROPIC),
  thinking("gemini gemini-3.8-flash", [0.75, 3.75, 0.075], GEMINI),
  thinking("gemini gemini-3.5-flash-lite", [0.3, 2.5], GEMINI),
  thinking("gemini gemini-3.5-flash", [1.5, 9], GEMINI),
  thinking("groq llama-3.3-70b-versatile", [0.59, 0.79], { source: "https://groq.com/pricing", asOf: "2026-04-30" }),
  hearing("deepgram nova-3", 0.0077, DEEPGRAM),
  hearing("deepgram nova-2", 0.0058, DEEPGRAM),
  hearing("openai whisper-1", 0.006, { source: OPENAI.source, asOf: "2026-04-06" }),
  hearing("ultravox ultravox", 0.05, ULTRAVOX),
  speaking("openai tts-1-hd", 0.03, { source: OPENAI.source, asOf: "2026-04-06" }),
  speaking("openai tts-1", 0.015, { source: OPENAI.source, asOf: "2026-04-06" }),
  speaking("elevenlabs eleven_flash", 0.05, ELEVENLABS),
  speaking("elevenlabs eleven_turbo", 0.05, ELEVENLABS),
  speaking("elevenlabs eleven_multilingual", 0.1, ELEVENLABS),
  speaking("elevenlabs eleven_v3", 0.1, ELEVENLABS),
  speaking("cartesia sonic", 0.05, { source: "https://cartesia.ai/pricing", asOf: "2026-06-21" }),
  embedding("openai text-embedding-3-small", 0.02),
  embedding("openai text-embedding-3-large", 0.13),
];

export interface Prices {
  rows: readonly Price[];
  /** Undefined: nobody knows what it asks for. What runs on this machine is in no table. */
  priceFor(stage: Price["stage"], by: string): Price | undefined;
}

/** `own`: an operator's, which stand before ours. */
export function createPrices(own: readonly Price[] = []): Prices {
  const isOwn = new Set(own.map(({ stage, by }) => `${stage} ${by}`));
  const rows = [...own, ...PRICES.filter(({ stage, by }) => !isOwn.has(`${stage} ${by}`))];
  return {
    rows,
    priceFor: (stage, by) =>
      rows
        .filter(
          (price) => price.stage === stage && (by === price.by || by.startsWith(`${price.by}-`) || by.startsWith(`${price.by}_`)),
        )
        .toSorted((a, b) => b.by.length - a.by.length)
        .at(0),
  };
}

/** US dollars. */
export function costOfUsage({ per }: Pick<Price, "per">, usage: Usage): number {
  const { characters = 0, soundMs = 0 } = usage;
  const sound = (soundMs / 60_000) * (per.minuteOfSound ?? 0);
  return costOfTokens(per, usage) / 1e6 + (characters / 1_000) * (per.thousandCharacters ?? 0) + sound;
}

/** For a million of each. */
function costOfTokens(per: Price["per"], { tokensIn = 0, tokensOut = 0, tokensCached = 0, ...sound }: Usage): number {
  const { millionTokensIn = 0, millionTokensOut = 0, millionTokensCached = millionTokensIn } = per;
  const { millionSoundTokensIn = millionTokensIn, millionSoundTokensOut = millionTokensOut } = per;
  const cached = Math.min(tokensCached, tokensIn);
  const heard = Math.min(sound.soundTokensIn ?? 0, tokensIn - cached);
  const made = Math.min(sound.soundTokensOut ?? 0, tokensOut);
  const asked = (tokensIn - cached - heard) * millionTokensIn + cached * millionTokensCached + heard * millionSoundTokensIn;
  return asked + (tokensOut - made) * millionTokensOut + made * millionSoundTokensOut;
}

type Seen = Pick<Price, "source" | "asOf">;

function thinking(by: string, [tokensIn, out, cached]: [number, number, number?], seen: Seen): Price {
  const kept = cached === undefined ? {} : { millionTokensCached: cached };
  return { stage: "think", by, per: { millionTokensIn: tokensIn, millionTokensOut: out, ...kept }, ...seen };
}

/** Text and sound; what was kept of either at the higher of their prices. */
function realtime(by: string, text: [number, number, number], [soundIn, soundOut]: [number, number], seen: Seen): Price {
  const { per, ...price } = thinking(by, text, seen);
  return { ...price, per: { ...per, millionSoundTokensIn: soundIn, millionSoundTokensOut: soundOut } };
}

function hearing(by: string, minuteOfSound: number, seen: Seen): Price {
  return { stage: "hear", by, per: { minuteOfSound }, ...seen };
}

function speaking(by: string, thousandCharacters: number, seen: Seen): Price {
  return { stage: "speak", by, per: { thousandCharacters }, ...seen };
}

function embedding(by: string, tokensIn: number): Price {
  return { stage: "embed", by, per: { millionTokensIn: tokensIn }, ...EMBEDDING };
}
