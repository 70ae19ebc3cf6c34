/** How sure a share of calls is, and a difference of two. Pure. */

/** Between 0 and 1, or between -1 and 1 for a difference. */
export interface Interval {
  value: number;
  low: number;
  high: number;
}

export interface Counted {
  calls: number;
  reached: number;
}

/** Of the normal distribution, for 95 %. */
const Z = 1.959964;

/** Wilson's interval; undefined: there was no call. */
export function rateOf({ calls, reached }: Counted): Interval | undefined {
  if (calls === 0) return undefined;
  const value = reached / calls;
  const scale = 1 + Z ** 2 / calls;
  const middle = (value + Z ** 2 / (2 * calls)) / scale;
  const half = (Z / scale) * Math.sqrt((value * (1 - value)) / calls + Z ** 2 / (4 * calls ** 2));
  return { value, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** Newcombe's interval of the difference, from those of Wilson; undefined: one of them has no call. */
export function differenceOf(tried: Counted, used: Counted): Interval | undefined {
  const [a, b] = [rateOf(tried), rateOf(used)];
  if (!a || !b) return undefined;
  const value = a.value - b.value;
  return {
    value,
    low: value - Math.hypot(a.value - a.low, b.high - b.value),
    high: value + Math.hypot(a.high - a.value, b.value - b.low),
  };
}
