/** Whether an appointment is a caller's own: by the number of their line, or by the number and the name that it was booked with. */
import { parsePhoneNumber, type PhoneNumber } from "../../platform/phone-number/phone-number.ts";

/** With the country's code; undefined: it is no telephone number. `country` is of numbers that are said without one, ISO 3166. */
export function inFull(said: string | undefined, country: string): PhoneNumber | undefined {
  return said === undefined ? undefined : parsePhoneNumber(said, country);
}

/** So many digits at the end are compared by the database. */
const COMPARED_DIGITS = 7;
const LEAST_DIGITS = 3;

/** Of a number that somebody can be known by; undefined: of a withheld number, or of a name. */
export function lastDigits(number: string): string | undefined {
  const digits = number.replace(/\D/g, "");
  return /^\+?[\d\s().-]+$/.test(number) && digits.length >= LEAST_DIGITS ? digits.slice(-COMPARED_DIGITS) : undefined;
}

/** A number of a PBX has no country: it is the same where its digits are. */
export function isSameNumber(one: string | null, other: string, country: string): boolean {
  if (one === null) return false;
  const [first, second] = [inFull(one, country), inFull(other, country)];
  if (first !== undefined || second !== undefined) return first === second;
  return one.replace(/\D/g, "") === other.replace(/\D/g, "");
}

const LEAST_LETTERS = 2;
/** Letters of a name that may be heard otherwise the second time, where it is as long as that. */
const LONG_NAME = 5;

/** One part of the name is enough, the number was right: "Mary" for "Mary Smith". */
export function isSameName(kept: string, said: string): boolean {
  const parts = partsOf(kept);
  return partsOf(said).some((part) => parts.some((known) => known === part || isNear(known, part)));
}

function partsOf(name: string): string[] {
  return name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((part) => part.length >= LEAST_LETTERS);
}

/** One letter is different, missing or too many. */
function isNear(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < LONG_NAME || long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  return short.length === long.length ? short.slice(at + 1) === long.slice(at + 1) : short.slice(at) === long.slice(at + 1);
}
