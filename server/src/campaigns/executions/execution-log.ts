/** A call's journal as the log that existing clients read: what each part was given, and what it answered. */
import type { Entry, LogEntry } from "@ongea/contract";

const COMPONENTS = { hear: "transcriber", think: "llm", speak: "synthesizer", record: "error" } as const;
type Stage = keyof typeof COMPONENTS;

/** @param createdAt of the call, for a journal that does not say when it began */
export function logOf(journal: readonly Entry[], createdAt: Date): LogEntry[] {
  const opened = journal.find((entry) => entry.kind === "opened");
  const startMs = opened?.epochMs ?? createdAt.getTime();
  const at = (ms: number): string => new Date(startMs + ms).toISOString();
  return journal.flatMap((entry, index): LogEntry[] => {
    switch (entry.kind) {
      case "turn": {
        const part = (stage: Stage, type: LogEntry["type"]): LogEntry => ({
          created_at: at(type === "request" ? entry.startMs : entry.endMs),
          type,
          component: COMPONENTS[stage],
          provider: providerOf(journal, index, stage),
          data: entry.text,
        });
        return entry.by === "caller" ? [part("hear", "response")] : [part("think", "response"), part("speak", "request")];
      }
      case "tool": {
        const shared = { component: "function_call", provider: "", tool_name: entry.name } as const;
        return [
          { ...shared, created_at: at(entry.startMs), type: "request", data: entry.arguments },
          { ...shared, created_at: at(entry.endMs), type: "response", data: entry.result },
        ];
      }
      case "failure":
        return [
          {
            created_at: at(entry.atMs),
            type: "response",
            component: "error",
            provider: entry.by ?? "",
            data: entry.problem.message,
          },
        ];
      default:
        return [];
    }
  });
}

/** Who did this stage of a turn: its use is told after it, else the last one before. */
function providerOf(journal: readonly Entry[], index: number, stage: Stage): string {
  const used = (entry: Entry): boolean => entry.kind === "usage" && entry.stage === stage;
  const by = journal.slice(index).find(used) ?? journal.slice(0, index).findLast(used);
  return by?.kind === "usage" ? by.by : "";
}
