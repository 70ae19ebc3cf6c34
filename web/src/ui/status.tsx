import type { CallStatus } from "@ongea/contract";

type Shape = "good" | "bad" | "under-way" | "info" | "waiting" | "still";

const SHOWN: Record<CallStatus, readonly [Shape, string]> = {
  scheduled: ["waiting", "Scheduled"],
  queued: ["waiting", "Queued"],
  rescheduled: ["waiting", "Rescheduled"],
  initiated: ["under-way", "Dialling"],
  ringing: ["under-way", "Ringing"],
  "in-progress": ["under-way", "In progress"],
  "call-disconnected": ["under-way", "Ending"],
  completed: ["good", "Completed"],
  "balance-low": ["bad", "Balance low"],
  busy: ["bad", "Busy"],
  "no-answer": ["bad", "No answer"],
  canceled: ["still", "Canceled"],
  failed: ["bad", "Failed"],
  stopped: ["still", "Stopped"],
  error: ["bad", "Error"],
};

/** A status is always a shape and a word. */
export function StatusMark({ status }: { status: CallStatus }): React.ReactNode {
  const [shape, word] = SHOWN[status];
  return <span className={`status ${shape}${shape === "under-way" ? " live" : ""}`}>{word}</span>;
}
