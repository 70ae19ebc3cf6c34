/** Which of a trunk's numbers somebody calls, however the trunk writes it. Pure. */

/** A number without its country code has at least so many digits. */
const SHORTEST_NATIONAL = 6;

/** `numbers`: E.164, of one trunk. Undefined when none is meant, or more than one might be. */
export function calledOf(written: string | undefined, numbers: readonly string[]): string | undefined {
  const whole = wholeNumberIn(written);
  return whole !== undefined && numbers.includes(whole) ? whole : nationallyCalledOf(written, numbers);
}

/** What is written, read as a number with its country code: E.164, should it be one. Undefined: these are no digits. */
export function wholeNumberIn(written: string | undefined): string | undefined {
  const digits = (written ?? "").replace(/[\s().-]/g, "").replace(/^(?:\+|00)/, "");
  return /^[0-9]{3,20}$/.test(digits) ? `+${digits}` : undefined;
}

/** The one that ends in what is written, which may lack the country code. */
export function nationallyCalledOf(written: string | undefined, numbers: readonly string[]): string | undefined {
  const national = wholeNumberIn(written)?.replace(/^\+0*/, "") ?? "";
  if (national.length < SHORTEST_NATIONAL) return undefined;
  const meant = numbers.filter((number) => number.endsWith(national));
  return meant.length === 1 ? meant[0] : undefined;
}
