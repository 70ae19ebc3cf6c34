/** What a group of calls is called for people. */
import type { CallBoard } from "@ongea/contract";
import { endedWhy } from "../../call/how-it-ended.ts";
import { useWords, type Words } from "../../words/index.ts";

export type GroupName = (of: CallBoard["group"], group: { key: string | null; name?: string | null }) => string;

export function useGroupName(): GroupName {
  const words = useWords();
  return (of, { key, name }) => {
    if (key === null) return words.say(of === "topic" ? "topics.no_topic" : "analytics.unknown");
    if (name) return name;
    return namedBy(of, key, words) ?? key;
  };
}

/** Undefined: as it is. */
function namedBy(of: CallBoard["group"], key: string, words: Words): string | undefined {
  switch (of) {
    case "day":
      return words.day(`${key}T12:00:00`);
    case "hour":
      return `${key}:00`;
    case "country":
      return placeName(words, "region", key);
    case "language":
      return placeName(words, "language", key);
    case "direction":
    case "channel":
      return words.find(`analytics.${key}`);
    case "end_reason":
      return endedWhy({ call_type: "inbound", hangup_by: null, hangup_reason: key }, words);
    case "agent":
    case "batch":
    case "topic":
      return words.say("analytics.deleted", { id: key.slice(0, 8) });
    default:
      return undefined;
  }
}

function placeName({ language }: Words, type: "region" | "language", code: string): string | undefined {
  try {
    return new Intl.DisplayNames([language, "en"], { type }).of(code);
  } catch {
    return undefined;
  }
}
