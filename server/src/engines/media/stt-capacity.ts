/** Which calls are heard by the machine's own neural ears: as many as those carry in real time; the next ones by others, so that none waits for its words. */
import type { Plan } from "@ongea/conversation";
import type { Log } from "../../platform/log/log.ts";
import { choicesFor, type Choices, type SpeechPreferences } from "../speech-hosts/choices.ts";

export interface SttCapacity {
  /** What a call that begins now wishes for; it has its place until it is released. */
  taken(callId: string, plan: Pick<Plan, "language">, preferences: SpeechPreferences): SpeechPreferences;
  /** More than once, and of calls that never had a place. */
  released(callId: string): void;
}

export function createSttCapacity(choices: () => Choices, log: Log): SttCapacity {
  const carried = new Set<string>();
  return {
    taken(callId, { language }, preferences) {
      if (!choices().recognisers.some(({ settings }) => settings.use === "local")) return preferences;
      const [first, ...others] = choicesFor(choices().recognisers, language);
      if ((preferences.lent?.recognisers.length ?? 0) > 0 || first?.settings.use !== "local") return preferences;
      // Where nobody else knows the language, late words are better than none.
      if (
        others.every(({ settings }) => settings.use === "local") ||
        carried.size < (first.callsAtOnce ?? Number.POSITIVE_INFINITY)
      ) {
        carried.add(callId);
        return preferences;
      }
      log.warn(
        { callId, ears: first.name, carried: carried.size, instead: others.map(({ name }) => name) },
        "The local ears carry as many calls as they can in real time: others hear this one",
      );
      return { ...preferences, sparesLocalEars: true };
    },
    released: (callId) => void carried.delete(callId),
  };
}
