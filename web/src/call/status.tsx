import type { CallStatus } from "@ongea/contract";
import { useWords, type Words } from "../words/index.ts";

type Shape = "good" | "bad" | "under-way" | "info" | "waiting" | "still";

const SHAPES: Record<CallStatus, Shape> = {
  scheduled: "waiting",
  queued: "waiting",
  rescheduled: "waiting",
  initiated: "under-way",
  ringing: "under-way",
  "in-progress": "under-way",
  "call-disconnected": "under-way",
  completed: "good",
  "balance-low": "bad",
  busy: "bad",
  "no-answer": "bad",
  canceled: "still",
  failed: "bad",
  stopped: "still",
  error: "bad",
};

export function statusWords(status: CallStatus, words: Words): readonly [Shape, string] {
  return [SHAPES[status], words.say(`calls.${status}`)];
}

/** A status is always a shape and a word. */
export function StatusMark({ status }: { status: CallStatus }): React.ReactNode {
  const [shape, word] = statusWords(status, useWords());
  return <span className={`status ${shape}${shape === "under-way" ? " live" : ""}`}>{word}</span>;
}
