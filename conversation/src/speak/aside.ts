/** Words beside the conversation: signs of listening, what somebody who joins is told. */
import { speakInto, type VoiceParts } from "./voice.ts";
import type { SpokenUtterance } from "./spoken-utterance.ts";

export type AsideParts = Pick<VoiceParts, "voices" | "clock" | "language" | "sayAs" | "used">;

/** The utterance is left open. False: not all of it could be said. */
export async function sayAside(words: SpokenUtterance, text: string, parts: AsideParts, signal: AbortSignal): Promise<boolean> {
  let isWhole = true;
  const failed: VoiceParts["failed"] = (_problem, recovery) => {
    if (recovery === "none") isWhole = false;
  };
  const told = { firstAudio: () => undefined, failed, first: { failuresInRow: 0 } };
  try {
    await speakInto(words, only(text), { ...parts, ...told }, signal);
  } catch {
    isWhole = false;
  }
  return isWhole && !signal.aborted;
}

async function* only(text: string): AsyncGenerator<string> {
  yield text;
}
