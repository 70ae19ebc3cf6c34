/** Whether a call that is over is still being read. */
import type { CallRow } from "../../../calls/index.ts";

/** As the wire has it; null: not there. */
type Made = Readonly<Record<"summary" | "extracted_data" | "analysis_problem", unknown>>;

/** A model reads a call when it is over; what it has not found by then it does not find. */
const FOUND_WITHIN_MS = 180_000;

export function isAnalysisAwaited(
  { endedAt }: Pick<CallRow, "endedAt">,
  { summary, extracted_data: facts, analysis_problem: problem }: Made,
): boolean {
  const isMade = summary !== null || facts !== null || problem !== null;
  return !isMade && Date.now() - (endedAt?.getTime() ?? 0) < FOUND_WITHIN_MS;
}
