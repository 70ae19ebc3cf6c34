/** Times and money as they are shown. */

/** 3m 24s */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}m ${String(whole % 60).padStart(2, "0")}s`;
}

/** 0:24 */
export function clock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** today 09:38, or 20 Nov 09:38 */
export function started(at: string, now = new Date()): string {
  const when = new Date(at);
  const time = when.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  if (when.toDateString() === now.toDateString()) return `today ${time}`;
  return `${when.toLocaleDateString("en-GB", { day: "numeric", month: "short", ...(when.getFullYear() === now.getFullYear() ? {} : { year: "numeric" }) })} ${time}`;
}

/** Cents to dollars. */
export function money(cents: number, digits = 3): string {
  return `$${(cents / 100).toFixed(digits)}`;
}
