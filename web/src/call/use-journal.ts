import type { Entry } from "@ongea/contract";
import { useEffect, useState } from "react";
import { useLive } from "./live-calls.tsx";

export interface LiveJournal {
  /** Everything that stays: turns, tools, failures. */
  entries: readonly Entry[];
  /** The caller's words so far, while they are being said. */
  partial: string;
  /** The agent's words so far, while it says them. */
  saying: string;
  levels: { caller: number; assistant: number };
  state: string;
  /** Of the latest event, ms since the call began. */
  atMs: number;
  closed: boolean;
}

const EMPTY: LiveJournal = {
  entries: [],
  partial: "",
  saying: "",
  levels: { caller: 0, assistant: 0 },
  state: "",
  atMs: 0,
  closed: false,
};

/** Follows a running call. */
export function useJournal(callId: string | undefined): LiveJournal {
  const { follow, connected } = useLive();
  const [journal, setJournal] = useState(EMPTY);
  useEffect(() => {
    setJournal(EMPTY);
    if (callId === undefined || !connected) return;
    return follow(callId, (entry) => setJournal((before) => withEntry(before, entry)));
  }, [callId, connected, follow]);
  return journal;
}

function withEntry(journal: LiveJournal, entry: Entry): LiveJournal {
  const atMs = Math.max(journal.atMs, "atMs" in entry ? entry.atMs : entry.endMs);
  switch (entry.kind) {
    case "levels":
      return { ...journal, atMs, levels: { caller: entry.caller, assistant: entry.assistant } };
    case "partial":
      return { ...journal, atMs, partial: entry.text };
    case "saying":
      return { ...journal, atMs, saying: entry.text };
    case "state":
      return { ...journal, atMs, state: entry.state };
    case "line":
      return { ...journal, atMs };
    case "closed":
      return { ...journal, atMs, closed: true, partial: "", saying: "" };
    default:
      return {
        ...journal,
        atMs,
        entries: [...journal.entries, entry],
        partial: entry.kind === "turn" && entry.by === "caller" ? "" : journal.partial,
        saying: entry.kind === "turn" && entry.by === "assistant" ? "" : journal.saying,
      };
  }
}
