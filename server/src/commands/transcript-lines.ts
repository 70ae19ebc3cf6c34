import type { Turn } from "@ongea/contract";

/** One line for the delays of an answer: from the true end of the caller's speech to the first sound of ours, and the steps between. */
export function describeDelays(delays: Turn["delays"]): string[] {
  if (!delays) return [];
  const { speechEndMs, firstSoundMs, decisionMs, wordsFinalMs, firstTokenMs, firstAudioMs, idealMs, overheadMs } = delays;
  if (speechEndMs === undefined || firstSoundMs === undefined) return [];
  const since = (ms: number | undefined): string => (ms === undefined ? "–" : `${Math.round(ms - speechEndMs)}`);
  const steps = `decided ${since(decisionMs)}, words ${since(wordsFinalMs)}, first token ${since(firstTokenMs)}, first audio ${since(firstAudioMs)}`;
  const overhead = overheadMs === undefined ? "" : `; ideal ${Math.round(idealMs ?? 0)}, overhead ${overheadMs.toFixed(1)}`;
  return [`           answered after ${since(firstSoundMs)} ms (${steps}${overhead})`];
}
