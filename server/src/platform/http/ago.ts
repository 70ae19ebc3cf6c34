const UNITS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** "5 minutes ago", in English: as the wire has it. */
export function ago(at: string, nowMs: number): string {
  const seconds = Math.max(0, (nowMs - Date.parse(at)) / 1_000);
  const [unit, length] = UNITS.find(([, one]) => seconds >= one) ?? ["second", 1];
  const count = Math.floor(seconds / length);
  return `${count} ${unit}${count === 1 ? "" : "s"} ago`;
}
