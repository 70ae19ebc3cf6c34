/** Which of a trunk's numbers somebody calls, however the trunk writes it. Pure. */

/** A number without its country code has at least so many digits. */
const SHORTEST_NATIONAL = 6;

/** `numbers`: E.164, of one trunk. Undefined when none is meant, or more than one might be. */
export function calledOf(written: string | undefined, numbers: readonly string[]): string | undefined {
  const digits = (written ?? "").replace(/[\s().-]/g, "").replace(/^(?:\+|00)/, "");
  if (!/^[0-9]{3,20}$/.test(digits)) return undefined;
  if (numbers.includes(`+${digits}`)) return `+${digits}`;
  const national = digits.replace(/^0+/, "");
  if (national.length < SHORTEST_NATIONAL) return undefined;
  const meant = numbers.filter((number) => number.endsWith(national));
  return meant.length === 1 ? meant[0] : undefined;
}
