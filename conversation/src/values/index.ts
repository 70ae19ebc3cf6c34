/**
 * Reads values out of what callers say, in nine languages: dates, times, spans, numbers, money, telephone numbers, names, e-mail addresses,
 * codes, yes and no. What is not clear is not read: asking again costs a turn, a wrong value harms. Pure.
 */
import { readAge, readMoney, readNumber, readOrdinal, readPercent, readQuantity, type Money } from "./amounts.ts";
import { readCode } from "./codes.ts";
import { readDateRange, type DateRange } from "./date-ranges.ts";
import { readDate } from "./dates.ts";
import { readDuration } from "./durations.ts";
import { readEmail } from "./emails.ts";
import { readMoment } from "./moments.ts";
import { readName } from "./names.ts";
import { readPhone } from "./phones.ts";
import { readTime, type TimeValue } from "./times.ts";
import { utteranceOf, type ValueMatch, type Utterance, type ValueContext } from "./utterance.ts";
import { isBareAnswer, readYesNo } from "./yes-no.ts";

export type { DateRange, ValueMatch, Money, TimeValue, ValueContext };
export { expectsOf } from "./expected-days.ts";
export { findPersonal, maskPersonal, withMasks } from "./personal/personal.ts";
export { PERSONAL_KINDS, type PersonalContext, type PersonalKind, type PersonalSpan } from "./personal/kinds.ts";
export { nameIn } from "./personal/person-names.ts";

/** What each kind reads: dates YYYY-MM-DD, times HH:MM, moments YYYY-MM-DDTHH:MM, durations ISO 8601, telephone numbers E.164. */
export interface ValueOfKind {
  date: string;
  time: TimeValue;
  datetime: string;
  "date-range": DateRange;
  duration: string;
  number: number;
  ordinal: number;
  percent: number;
  age: number | string;
  quantity: number | { amount: string; unit: string };
  money: Money;
  phone: string;
  name: string;
  email: string;
  code: string;
  "yes-no": boolean;
}

export type ValueKind = keyof ValueOfKind;

const READERS: { [Kind in ValueKind]: (utterance: Utterance) => ValueMatch<ValueOfKind[Kind]> | undefined } = {
  date: readDate,
  time: readTime,
  datetime: readMoment,
  "date-range": readDateRange,
  duration: readDuration,
  number: readNumber,
  ordinal: readOrdinal,
  percent: readPercent,
  age: readAge,
  quantity: readQuantity,
  money: readMoney,
  phone: readPhone,
  name: readName,
  email: readEmail,
  code: readCode,
  "yes-no": readYesNo,
};

export function isValueKind(kind: string): kind is ValueKind {
  return Object.hasOwn(READERS, kind);
}

/** `undefined`: no such value was said, or it must be asked again. */
export function readValue<Kind extends ValueKind>(
  kind: Kind,
  text: string,
  context: ValueContext,
): ValueMatch<ValueOfKind[Kind]> | undefined {
  const utterance = utteranceOf(text, context);
  return utterance && READERS[kind](utterance);
}

/** So many digits in a row, each a word of its own, are a code or a telephone number. */
const CODE_DIGITS = 3;

/** Every number that is said in words or written, but no single digits of a code: "four packs, zero seven two two" has 4. */
export function numbersIn(text: string, context: ValueContext): readonly number[] {
  const tokens = utteranceOf(text, context)?.tokens ?? [];
  const numbers: number[] = [];
  let digits: number[] = [];
  for (const { number, isDigit } of [...tokens, {}]) {
    if (isDigit === true && number !== undefined) {
      digits.push(number);
      continue;
    }
    if (digits.length < CODE_DIGITS) numbers.push(...digits);
    digits = [];
    if (number !== undefined) numbers.push(number);
  }
  return numbers;
}

/** Whether it says yes or no, and nothing else: no other value, no question. */
export function isOnlyYesOrNo(text: string, context: ValueContext): boolean {
  const utterance = utteranceOf(text, context);
  return utterance !== undefined && isBareAnswer(utterance);
}
