/** How long something is, rounded as durations are everywhere: 7.6 s are 0:08. */
export function lengthClock(ms: number): string {
  return clock(Math.round(ms / 1_000) * 1_000);
}

/** A place in a recording: 0:24. Written alike in every language. */
export function clock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
