/** Whether somebody who was called is called once more, and when. Pure. */
import type { CallStatus, RetryConfig } from "@ongea/contract";

interface Ended {
  status: CallStatus;
  hangupReason: string | null;
}

/** `attempts`: made so far. Minutes until the next one; undefined: no more. */
export function retryAfterMinutes(
  retry: RetryConfig | null,
  { status, hangupReason }: Ended,
  attempts: number,
): number | undefined {
  if (!retry?.enabled || attempts > retry.max_retries) return undefined;
  const isVoicemail = retry.retry_on_voicemail && hangupReason === "voicemail_detected";
  if (!isVoicemail && !(retry.retry_on_statuses as readonly string[]).includes(status)) return undefined;
  const { retry_intervals_minutes: intervals } = retry;
  return intervals[Math.min(attempts, intervals.length) - 1];
}
