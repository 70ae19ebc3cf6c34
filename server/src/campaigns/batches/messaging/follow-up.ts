/** Who gets the message of a batch of calls when their call is over. */
import type { BatchFollowUp, BatchGoal } from "@ongea/contract";
import type { CallRow, CallsDomain } from "../../../calls/index.ts";
import { isAnalysisAwaited } from "./awaited.ts";

type EndedCall = Pick<CallRow, "status" | "answeredAt" | "hangupReason">;

export interface FollowUpParts {
  archive: Pick<CallsDomain["archive"], "ended" | "read">;
  goals: Pick<CallsDomain["goals"], "reachedBy">;
}

export interface FollowedCall {
  workspaceId: string;
  executionId: string;
  followUp: BatchFollowUp;
  goal: BatchGoal | null;
}

const LOOK_AGAIN_MS = 5_000;
/** A call that somebody stopped, or that the server did not make, says nothing of the person. */
const UNANSWERED: ReadonlySet<string> = new Set(["no-answer", "busy", "failed", "error"]);

/** Whether the message may be for them; of a goal it is known later. Pure. */
export function mayFollow({ to }: BatchFollowUp, call: EndedCall): boolean {
  if (isUnanswered(call)) return to.includes("unanswered");
  return isAnswered(call) && to.some((occasion) => occasion !== "unanswered");
}

/** Whether the message is for the person of this call; a moment: it is not known before. */
export async function isDue({ archive, goals }: FollowUpParts, followed: FollowedCall): Promise<boolean | Date> {
  const { workspaceId, executionId: id, followUp, goal } = followed;
  const [call] = await archive.ended(workspaceId, [id]);
  // It was deleted, with all that is known of it.
  if (!call || !mayFollow(followUp, call)) return false;
  if (!isAnswered(call)) return true;
  const { to } = followUp;
  if (goal === null) return false;
  if ((await goals.reachedBy(workspaceId, [id], goal)).length > 0) return to.includes("reached");
  if (goal.kind === "fact" && isAnalysisAwaited(call, (await archive.read({ id, workspaceId })).made))
    return new Date(Date.now() + LOOK_AGAIN_MS);
  return to.includes("not_reached");
}

function isUnanswered({ status, answeredAt, hangupReason }: EndedCall): boolean {
  return hangupReason === "voicemail_detected" || (answeredAt === null && UNANSWERED.has(status));
}

function isAnswered({ answeredAt, hangupReason }: EndedCall): boolean {
  return answeredAt !== null && hangupReason !== "voicemail_detected";
}
