/** A batch as cloth: a pick for each share of its people, in the order of how it went. Pure. */
import type { Batch } from "@ongea/contract";
import type { SentenceId } from "../../words/index.ts";

export type Thread = "completed" | "unanswered" | "failed" | "ringing";

export interface Group {
  name: SentenceId;
  count: number;
  /** What it is woven with; undefined: nothing, nobody was called. */
  thread: Thread | undefined;
  /** The shape beside its name. */
  shape: string;
}

/** Those who can be called, by how it went with them. */
export function groupsOf(batch: Batch): Group[] {
  const { completed_count, no_answer_count, busy_count, failed_count, not_called_count, in_progress_count } = batch;
  const groups: Group[] = batch.message
    ? [
        { name: "messages.read", count: batch.read_count, thread: "completed", shape: "good" },
        { name: "messages.sms_delivered", count: batch.delivered_count, thread: "completed", shape: "good" },
        { name: "messages.sent", count: batch.sent_count, thread: "unanswered", shape: "info" },
        { name: "batches.outcome_failed", count: failed_count, thread: "failed", shape: "bad" },
        { name: "batches.not_sent", count: not_called_count, thread: "failed", shape: "bad" },
        { name: "batches.sending", count: in_progress_count, thread: "ringing", shape: "under-way" },
      ]
    : [
        { name: "batches.outcome_completed", count: completed_count, thread: "completed", shape: "good" },
        { name: "batches.outcome_no_answer", count: no_answer_count, thread: "unanswered", shape: "still" },
        { name: "batches.outcome_busy", count: busy_count, thread: "unanswered", shape: "still" },
        { name: "batches.outcome_failed", count: failed_count, thread: "failed", shape: "bad" },
        { name: "batches.outcome_refused", count: not_called_count, thread: "failed", shape: "bad" },
        { name: "batches.calling", count: in_progress_count, thread: "ringing", shape: "under-way" },
      ];
  const known = groups.reduce((sum, { count }) => sum + count, 0);
  const rest = Math.max(0, batch.valid_contacts - known);
  return [...groups, { name: "batches.waiting", count: rest, thread: undefined, shape: "waiting" }];
}

/** So many picks; each thread that occurs has one at least, as long as there are enough. */
export function picksOf(groups: readonly Group[], picks: number): (Thread | undefined)[] {
  const there = groups.filter(({ count }) => count > 0);
  const all = there.reduce((sum, { count }) => sum + count, 0);
  if (all === 0 || picks < there.length) return Array.from({ length: picks }, () => undefined);
  const shares = there.map(({ count }) => Math.max(1, Math.floor((count / all) * picks)));
  let left = picks - shares.reduce((sum, share) => sum + share, 0);
  // What rounding leaves goes to the largest groups, and what it takes too much comes from them.
  const largest = there.map((_group, at) => at).toSorted((one, other) => (shares[other] ?? 0) - (shares[one] ?? 0));
  for (let turn = 0; left !== 0; turn++) {
    const at = largest[turn % largest.length] ?? 0;
    const share = shares[at] ?? 0;
    if (left < 0 && share <= 1) continue;
    shares[at] = share + Math.sign(left);
    left -= Math.sign(left);
  }
  return there.flatMap(({ thread }, at) => Array.from({ length: shares[at] ?? 0 }, () => thread));
}

export interface ClothSize {
  width: number;
  height: number;
  pick: number;
}

/** Path data by thread, each with a weave of its own, so that colour is never the only sign. */
export function drawCloth(
  picks: readonly (Thread | undefined)[],
  { width, height, pick }: ClothSize,
): Record<Thread | "warp" | "seed", string> {
  const paths = { warp: "", completed: "", seed: "", unanswered: "", failed: "", ringing: "" };
  const air = pick >= 4 ? 1 : 0;
  const middle = Math.floor(height / 2);
  const box = (name: keyof typeof paths, column: number, from: number, tall: number): void => {
    paths[name] += `M${column * pick} ${from}h${pick - air}v${tall}h${air - pick}z`;
  };
  for (let row = 2; row < height - 1; row += 3) paths.warp += `M0 ${row}h${width}v1h${-width}z`;
  picks.forEach((thread, column) => {
    if (thread === "completed") {
      box("completed", column, 2, height - 4);
      for (let row = 3 + (column % 2) * 4; row < height - 4; row += 8) box("seed", column, row, 2);
    } else if (thread === "failed") {
      box("failed", column, 2, middle - 3);
      box("failed", column, middle + 1, height - middle - 3);
    } else if (thread === "unanswered") {
      for (let row = 3 + (column % 2) * 3; row < height - 3; row += 6) box("unanswered", column, row, 2);
    } else if (thread === "ringing") box("ringing", column, middle - 2, 4);
  });
  return paths;
}
