/** A line of what was said and done, as tests and replays show it. Pure. */
import type { Entry, TestLine } from "@ongea/contract";
import type { JournalEntry } from "@ongea/conversation";

export const MOST_SHOWN = 500;

/** Undefined: it is none that is shown. */
export function testLineOf(entry: Entry | JournalEntry): TestLine | undefined {
  switch (entry.kind) {
    case "turn":
      return { by: entry.by === "assistant" ? "agent" : "caller", text: entry.text };
    case "tool":
      return { by: "tool", text: `${entry.name} ${entry.arguments} → ${entry.result.slice(0, MOST_SHOWN)}` };
    case "held":
      return { by: "note", text: `${entry.name}: ${entry.reason} ${entry.slot ?? ""}`.trim() };
    case "failure":
      return { by: "note", text: entry.problem.message.slice(0, MOST_SHOWN) };
    default:
      return undefined;
  }
}
