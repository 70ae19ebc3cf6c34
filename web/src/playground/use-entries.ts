import type { Entry } from "@ongea/contract";
import { useEffect, useState } from "react";
import { useLive } from "../call/live-calls.tsx";

export interface LiveEntries {
  entries: readonly Entry[];
  levels: readonly Level[];
  /** Of the latest, ms since the call was answered. */
  atMs: number;
  closed: boolean;
}

export type Level = Extract<Entry, { kind: "levels" }>;

const NOTHING: LiveEntries = { entries: [], levels: [], atMs: 0, closed: false };
/** The oldest go; a call of an hour has about so many. */
const MOST_ENTRIES = 8_000;
const MOST_LEVELS = 8_000;

/** Everything that a call tells, not only what stays of it. */
export function useEntries(callId: string | undefined): LiveEntries {
  const { follow, connected } = useLive();
  const [heard, setHeard] = useState(NOTHING);
  useEffect(() => {
    // Whoever follows anew is told the past again.
    setHeard(NOTHING);
    if (callId === undefined || !connected) return;
    return follow(callId, (entry) => setHeard((before) => withEntry(before, entry)));
  }, [callId, connected, follow]);
  return heard;
}

function withEntry(heard: LiveEntries, entry: Entry): LiveEntries {
  const atMs = Math.max(heard.atMs, "atMs" in entry ? entry.atMs : entry.endMs);
  if (entry.kind === "levels") return { ...heard, atMs, levels: [...heard.levels, entry].slice(-MOST_LEVELS) };
  // Its turn says them all a moment later.
  if (entry.kind === "saying") return { ...heard, atMs };
  const entries = [...heard.entries, entry].slice(-MOST_ENTRIES);
  return { ...heard, atMs, entries, closed: heard.closed || entry.kind === "closed" };
}
