/** Percentiles, for tables. */
export interface Figures {
  n: number;
  p50: number;
  p95: number;
  p99: number;
  max: number;
}

export function figures(values: readonly number[]): Figures {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN);
  return { n: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: round(sorted.at(-1) ?? Number.NaN) };
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
