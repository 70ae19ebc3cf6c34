/** What a call's journal adds up to, in figures that sums over many calls are made of. Pure. */
import type { Entry, Turn } from "@ongea/contract";

export interface CallMeasures {
  agentMs: number;
  callerMs: number;
  /** Turns of the agent after the caller's first words. */
  answers: number;
  /** End of the caller's speech to the agent's first sound: of this call's answers, by nearest rank; null: no answer was timed. */
  delayP50Ms: number | null;
  delayP95Ms: number | null;
  /** Turns of the agent that the caller spoke over and that stopped. */
  interruptions: number;
  /** Pauses of {@link DEAD_AIR_MS} or longer between the first words and the last. */
  deadAirMs: number;
  /** In which the caller spoke most, where somebody heard which; without its region. */
  language: string | null;
  /** The provider that was in use last. */
  stt: string | null;
  llm: string | null;
  tts: string | null;
}

export const DEAD_AIR_MS = 3_000;

interface Stretch {
  startMs: number;
  endMs: number;
}

/** Null: nobody spoke. */
export function measure(entries: readonly Entry[]): CallMeasures | null {
  const turns = entries.filter((entry): entry is Turn => entry.kind === "turn");
  if (turns.length === 0) return null;
  const [agent, caller] = [turns.filter(({ by }) => by === "assistant"), turns.filter(({ by }) => by === "caller")];
  const delays = agent.flatMap(delayOf).toSorted((a, b) => a - b);
  const used = (stage: string): string | null => {
    const last = entries.findLast((entry) => entry.kind === "usage" && entry.stage === stage);
    return last?.kind === "usage" ? last.by : null;
  };
  return {
    agentMs: lengthOf(agent),
    callerMs: lengthOf(caller),
    answers: agent.filter(({ startMs }) => caller.some((words) => words.startMs < startMs)).length,
    delayP50Ms: percentile(delays, 0.5),
    delayP95Ms: percentile(delays, 0.95),
    interruptions: agent.filter(({ cut }) => cut === true).length,
    deadAirMs: deadAirIn(entries.flatMap(soundOf)),
    language: languageOf(caller),
    stt: used("hear"),
    llm: used("think"),
    tts: used("speak"),
  };
}

function delayOf({ delays }: Turn): number[] {
  if (delays?.firstSoundMs === undefined || delays.speechEndMs === undefined) return [];
  return [Math.max(0, Math.round(delays.firstSoundMs - delays.speechEndMs))];
}

/** `sorted`: ascending. By nearest rank, so that it is a delay that somebody waited. */
function percentile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}

function lengthOf(turns: readonly Turn[]): number {
  return Math.round(turns.reduce((sum, { startMs, endMs }) => sum + Math.max(0, endMs - startMs), 0));
}

/** People who talk after a transfer are heard, though nobody writes down what they say. */
function soundOf(entry: Entry): Stretch[] {
  return entry.kind === "turn" || entry.kind === "transfer" ? [entry] : [];
}

function deadAirIn(sounds: readonly Stretch[]): number {
  const [first, ...others] = sounds.toSorted((a, b) => a.startMs - b.startMs);
  let untilMs = first?.endMs ?? 0;
  let silentMs = 0;
  for (const { startMs, endMs } of others) {
    if (startMs - untilMs >= DEAD_AIR_MS) silentMs += startMs - untilMs;
    untilMs = Math.max(untilMs, endMs);
  }
  return Math.round(silentMs);
}

function languageOf(turns: readonly Turn[]): string | null {
  const spokenMs = new Map<string, number>();
  for (const { language, startMs, endMs } of turns) {
    if (language === undefined) continue;
    const [plain = language] = language.split("-");
    spokenMs.set(plain, (spokenMs.get(plain) ?? 0) + Math.max(1, endMs - startMs));
  }
  const [most] = [...spokenMs].toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1));
  return most?.[0] ?? null;
}
