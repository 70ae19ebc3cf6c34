/** Where the time of one answer went. */
import type { TurnDelays } from "../journal.ts";
import type { ReplyTimes } from "../reply.ts";

export interface SpeechTimes {
  speechEndMs: number;
  wordsFinalMs: number;
  endpointMs: number;
}

/** `openedAtMs` is taken off every point in time. Nothing where no sound of the answer itself went out. */
export function delaysOf(heard: SpeechTimes, times: ReplyTimes, openedAtMs: number): TurnDelays | undefined {
  if (times.fillerMs !== undefined && times.firstSoundMs === undefined) return undefined;
  const decisionMs = times.decisionMs ?? heard.speechEndMs;
  const thinkStartMs = times.thinkStartMs ?? decisionMs;
  const firstTokenMs = times.firstTokenMs ?? thinkStartMs;
  const firstClauseMs = times.firstClauseMs ?? firstTokenMs;
  const firstAudioMs = times.firstAudioMs ?? firstClauseMs;
  const firstSoundMs = times.firstSoundMs ?? firstAudioMs;
  const parts = Math.max(0, heard.wordsFinalMs - heard.speechEndMs) + (firstAudioMs - thinkStartMs);
  const idealMs = Math.max(heard.endpointMs, parts);
  const at = (ms: number): number => Math.round((ms - openedAtMs) * 10) / 10;
  return {
    speechEndMs: at(heard.speechEndMs),
    decisionMs: at(decisionMs),
    endpointMs: Math.round(heard.endpointMs),
    wordsFinalMs: at(heard.wordsFinalMs),
    thinkStartMs: at(thinkStartMs),
    firstTokenMs: at(firstTokenMs),
    firstClauseMs: at(firstClauseMs),
    firstAudioMs: at(firstAudioMs),
    firstSoundMs: at(firstSoundMs),
    ...(times.fillerMs === undefined ? {} : { fillerMs: at(times.fillerMs) }),
    idealMs: Math.round(idealMs * 10) / 10,
    overheadMs: Math.round((firstSoundMs - heard.speechEndMs - idealMs) * 10) / 10,
  };
}
