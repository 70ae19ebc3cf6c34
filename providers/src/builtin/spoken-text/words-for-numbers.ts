/** For languages that no engine counts in by itself: whatever digits are left become words. */

export interface NumberWords {
  /** A whole number below a million million. */
  number(number: number): string;
  /** Between the whole and its decimals. */
  point: string;
}

/** Longer ones are read digit by digit. */
const MOST_DIGITS = 12;

export function asWords(text: string, { number, point }: NumberWords): string {
  const digits = (run: string): string => [...run].map((digit) => number(Number(digit))).join(" ");
  return text
    .replace(/\d{1,3}(?:,\d{3})+(?!\d)/g, (run) => run.replaceAll(",", ""))
    .replace(/(\d+)(?:[.,](\d+))?/g, (_, whole: string, decimals: string | undefined) => {
      const isCode = whole.length > MOST_DIGITS || (whole.length > 1 && whole.startsWith("0"));
      const said = isCode ? digits(whole) : number(Number(whole));
      return ` ${decimals === undefined ? said : `${said} ${point} ${digits(decimals)}`} `;
    })
    .replace(/\s+([,.;:!?%)])/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
}

/** `scale` says so many of a scale, `joined` what comes after it. */
export function inNumberWords(
  number: number,
  scales: readonly (readonly [number, string])[],
  scale: (name: string, count: number) => string,
  joined: (rest: number) => string,
): string {
  for (const [size, name] of scales) {
    if (number < size) continue;
    const rest = number % size;
    return `${scale(name, Math.floor(number / size))}${rest === 0 ? "" : ` ${joined(rest)}`}`;
  }
  return String(number);
}

/** Times of 24 hours. `before` is a pattern of what introduces a time and is said anew. */
export function withClock(text: string, before: string, say: (hour: number, minute: number) => string): string {
  const pattern = new RegExp(`(?:${before})?(?<![\\d:.,])([01]?\\d|2[0-3])[:h]([0-5]\\d)(?::[0-5]\\d)?(?![\\d:%])`, "giu");
  return text.replace(pattern, (_, hour: string, minute: string) => say(Number(hour), Number(minute)));
}
