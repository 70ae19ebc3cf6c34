/** What belongs to a person where it is written in digits and letters. Pure. */
import { findPhoneNumbersInText, isSupportedCountry } from "libphonenumber-js";
import { isCardNumber, isIban, isMobileMoneyCode, isSouthAfricanId, isTanzanianId } from "./checks.ts";
import type { PersonalContext, PersonalKind, PersonalSpan } from "./kinds.ts";
import { speaksOfCode, speaksOfId } from "./about.ts";

const EMAIL = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,24}/gu;
const IBAN = /(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]){11,30}/g;
/** Digits with single spaces, dashes or dots between them. */
const DIGITS = /(?<![\p{L}\p{N}])\+?\d(?:[ .-]?\d){5,24}(?![\p{L}\p{N}])/gu;
const GHANA_CARD = /(?<![A-Za-z])GHA[ -]?\d{9}[ -]?\d(?!\d)/gi;
/** Kenya Revenue Authority. */
const KRA_PIN = /(?<![A-Za-z0-9])[AP]\d{9}[A-Z](?![A-Za-z0-9])/gi;
const CODE = /(?<![A-Za-z0-9])(?=[A-Za-z0-9]*\d)[A-Za-z][A-Za-z0-9]{9}(?![A-Za-z0-9])/g;
/** Airtel Money and others: letters, a date, a time, a sequence. */
const DATED_CODE = /(?<![A-Za-z0-9])[A-Z]{2}\d{6}\.\d{4}\.[A-Z]?\d{5,6}(?![A-Za-z0-9])/gi;
/** A date is no number of anybody. */
const DATE = /^(?:(?:19|20)\d{2}[-. ][01]?\d[-. ][0-3]?\d|[0-3]?\d[-. ][01]?\d[-. ](?:19|20)\d{2})$/;
const FEWEST_LOOSE_DIGITS = 7;

export function findWritten(text: string, context: PersonalContext): PersonalSpan[] {
  const { kinds } = context;
  const found: PersonalSpan[] = [];
  const add = (kind: PersonalKind, from: number, to: number): void => {
    if (kinds.has(kind)) found.push({ kind, from, to });
  };
  for (const { index, 0: email } of text.matchAll(EMAIL)) add("email", index, index + email.length);
  for (const { index, 0: signs } of text.matchAll(IBAN)) {
    const length = ibanLength(signs);
    if (length > 0) add("iban", index, index + length);
  }
  for (const pattern of [GHANA_CARD, KRA_PIN])
    for (const { index, 0: id } of text.matchAll(pattern)) add("national_id", index, index + id.length);
  for (const { index, 0: code } of text.matchAll(DATED_CODE)) add("mobile_money", index, index + code.length);
  for (const { index, 0: code } of text.matchAll(CODE))
    if (isMobileMoneyCode(code) || (isMobileMoneyCode(code.toUpperCase()) && speaksOfCode(text, index, context.before)))
      add("mobile_money", index, index + code.length);
  for (const { index, 0: digits } of text.matchAll(DIGITS)) {
    const kind = kindOfDigits(digits, text, index, context);
    if (kind) add(kind, index, index + digits.length);
  }
  if (kinds.has("phone")) for (const { startsAt, endsAt } of phonesIn(text, context.country)) add("phone", startsAt, endsAt);
  return found;
}

/** How many signs of it are one: a word may stand right behind it. */
function ibanLength(signs: string): number {
  for (let to = signs.length; to >= 15; to--) {
    const after = signs[to];
    if (/[ -]/.test(signs[to - 1] ?? "")) continue;
    if (after !== undefined && /[A-Za-z0-9]/.test(after) && /[A-Za-z0-9]/.test(signs[to - 1] ?? "")) continue;
    if (isIban(signs.slice(0, to).replace(/[ -]/g, "").toUpperCase())) return to;
  }
  return 0;
}

function kindOfDigits(written: string, text: string, at: number, context: PersonalContext): PersonalKind | undefined {
  const digits = written.replace(/\D/g, "");
  if (DATE.test(written)) return undefined;
  if (isCardNumber(digits)) return "card";
  if (isSouthAfricanId(digits) || isTanzanianId(digits)) return "national_id";
  if (!written.startsWith("+") && speaksOfId(digits, text, { at, before: context.before })) return "national_id";
  if (/^\d{10,11}$/.test(digits) && speaksOfCode(text, at, context.before)) return "mobile_money";
  return digits.length >= FEWEST_LOOSE_DIGITS ? "digits" : undefined;
}

function phonesIn(text: string, country: string): readonly { startsAt: number; endsAt: number }[] {
  const found = findPhoneNumbersInText(text, isSupportedCountry(country) ? { defaultCountry: country } : {});
  return found.filter(({ startsAt, endsAt }) => !DATE.test(text.slice(startsAt, endsAt)));
}
