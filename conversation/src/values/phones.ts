/** Telephone numbers as E.164, by the plans of libphonenumber. Pure. */
import { parsePhoneNumberFromString, type CountryCode, isSupportedCountry } from "libphonenumber-js";
import { digitRunsIn, type SignRun } from "./digits.ts";
import type { ValueMatch, Utterance } from "./utterance.ts";

/** `undefined`: none was said, or its digits are no number of the country. */
export function readPhone(utterance: Utterance): ValueMatch<string> | undefined {
  const runs = digitRunsIn(utterance.tokens);
  const numbers = runs.flatMap((run, at): ValueMatch<string>[] => {
    const next = runs[at + 1];
    const value = next?.isCorrection
      ? correctedNumber(run, next, utterance.country)
      : run.isCorrection
        ? undefined
        : phoneNumberOf(run.signs, utterance.country);
    return value === undefined ? [] : [{ value, from: run.from, to: next?.isCorrection ? next.to : run.to }];
  });
  const [number, ...others] = numbers;
  return number && others.every(({ value }) => value === number.value) ? number : undefined;
}

/** "0722 345, sorry, 354, 678": what is said anew replaces the end of what was said, so that a number comes of it. */
function correctedNumber(run: SignRun, correction: SignRun, country: string): string | undefined {
  const kept = Array.from({ length: run.groups.length }, (_, count) =>
    run.groups.slice(0, run.groups.length - 1 - count).join(""),
  );
  const numbers = kept.flatMap((start) => phoneNumberOf(start + correction.signs, country) ?? []);
  if (numbers.length === 0) return phoneNumberOf(correction.signs, country);
  return new Set(numbers).size === 1 ? numbers[0] : undefined;
}

/** The digits of a call are read again at every tool call. */
const knownNumbers = new Map<string, string | undefined>();
const MOST_NUMBERS = 1_000;

/** E.164 of digits as they are dialled in the country; `undefined` where the plan has no such number. */
export function phoneNumberOf(digits: string, country: string): string | undefined {
  const key = `${country} ${digits}`;
  if (knownNumbers.has(key)) return knownNumbers.get(key);
  const number = numberInPlan(digits, country);
  if (knownNumbers.size >= MOST_NUMBERS) knownNumbers.clear();
  knownNumbers.set(key, number);
  return number;
}

function numberInPlan(digits: string, country: string): string | undefined {
  const dialled = digits.replace(/^00(?=[1-9])/, "+");
  const home: CountryCode | undefined = isSupportedCountry(country) ? country : undefined;
  const number = parsePhoneNumberFromString(dialled, home);
  if (number?.isValid()) return number.number;
  // "254 722 …" without its plus.
  const abroad = dialled.startsWith("+") ? undefined : parsePhoneNumberFromString(`+${dialled}`);
  return abroad?.isValid() && abroad.country === country ? abroad.number : undefined;
}
