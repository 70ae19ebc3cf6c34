/** Counts, percentages, ages, quantities, positions and money. Pure. */
import { currencyOf } from "./currencies.ts";
import { isMarker, meaningOf } from "./lexicon.ts";
import { spanAt } from "./spans.ts";
import { durationOf } from "./durations.ts";
import { hasUnit, isCorrected, isRefused, mentions, settled, type ValueMatch, type Utterance } from "./utterance.ts";

/** A number where it stands, with what is said right after it. */
interface NumberMatch extends ValueMatch<number> {
  isTime: boolean;
}

function numbersIn(utterance: Utterance): NumberMatch[] {
  const { tokens } = utterance;
  return tokens.flatMap((token, at): NumberMatch[] => {
    const value = token.number ?? (isMarker(token, "couple") ? 2 : isMarker(token, "dozen") ? 12 : undefined);
    if (value === undefined || isMarker(tokens[at - 1], "few") || isPronoun(utterance, at)) return [];
    const isNegative = isMarker(tokens[at - 1], "minus") && !isMarker(tokens[at - 1], "less");
    return [{ value: isNegative ? -value : value, from: at, to: at + 1, isTime: isTimeAt(utterance, at) }];
  });
}

/** "the cheaper one": no number. */
function isPronoun({ tokens }: Utterance, at: number): boolean {
  const others = tokens.some((token, place) => token.number !== undefined && place > at && place <= at + 2);
  if (tokens[at]?.number === 1 && isMarker(tokens[at], "article") && others) return true;
  const isOne = tokens[at]?.number === 1 && tokens[at]?.words[0]?.folded === "one";
  const before = tokens[at - 1];
  const isKind = before?.meanings.length === 0 && before.number === undefined && before.ordinal === undefined;
  return (
    isOne &&
    ((isKind && isMarker(tokens[at - 2], "article")) || /^(?:this|that|which|other)$/.test(before?.words.at(-1)?.folded ?? ""))
  );
}

/** "at nine", "nine o'clock", "saa tatu", "account number three": the number of something else. */
function isTimeAt({ tokens, locale }: Utterance, at: number): boolean {
  const before = tokens[at - 1];
  const isLed = isMarker(before, "at", "oclock", "number-sign") && !meaningOf(before, "currency");
  return isLed || isMarker(tokens[at + 1], "am", "pm") || (isMarker(tokens[at + 1], "oclock") && !locale.clockWordFirst);
}

/** "five to ten", "six or seven", "between five and ten". */
function isUnsettled({ tokens }: Utterance, found: readonly ValueMatch<number>[]): boolean {
  return found.some((one, index) => {
    const next = found[index + 1];
    if (!next) return false;
    const between = tokens.slice(one.to, next.from);
    const isClose = between.length <= 2;
    const isBetween = tokens.slice(0, one.from).some((token) => isMarker(token, "between"));
    return (
      isClose &&
      between.some(
        (token) =>
          !isMarker(token, "correction") &&
          (isMarker(token, "or") || isMarker(token, "until") || (isBetween && isMarker(token, "and"))),
      )
    );
  });
}

/** How many; the one with what was asked for beside it where there are several. */
export function readNumber(utterance: Utterance): ValueMatch<number> | undefined {
  const { tokens } = utterance;
  if (tokens.some((token) => isMarker(token, "none")) && !tokens.some((token) => token.number !== undefined))
    return utterance.isAsked ? { value: 0, from: 0, to: tokens.length } : undefined;
  if (
    utterance.isAsked &&
    tokens.some((token) => isMarker(token, "one-person")) &&
    !tokens.some((token) => token.number !== undefined)
  )
    return { value: 1, from: 0, to: tokens.length };
  const digits = digitByDigit(utterance);
  if (digits) return digits;
  const found = numbersIn(utterance).filter(({ isTime }) => !isTime);
  if (isUnsettled(utterance, found) || isPartOfOne(utterance) || isSum(utterance, found)) return undefined;
  const counted = found.filter((one) => nounOf(utterance, one) !== undefined);
  const asked = counted.filter((one) => isAskedFor(utterance, nounOf(utterance, one)));
  const chosen = settled(utterance, asked.length > 0 ? asked : counted.length > 0 ? counted : utterance.isAsked ? found : []);
  return chosen && { value: chosen.value, from: chosen.from, to: chosen.to };
}

/** "Four adults and two children", "me, my wife and three kids". */
function isSum({ tokens }: Utterance, found: readonly ValueMatch<number>[]): boolean {
  const isAnd = (from: number, to: number): boolean => tokens.slice(from, to).some((token) => isMarker(token, "and"));
  const isJoined = found.some((one, index) => {
    const before = found[index - 1];
    return before !== undefined && isMarker(tokens[one.to], "persons") && isAnd(before.to, one.from);
  });
  const self = tokens.findIndex((token) => isMarker(token, "self"));
  return isJoined || (self >= 0 && found.some(({ from }) => from > self && isAnd(self, from)));
}

/** What is counted: "persons", another noun, or nothing that is named. */
function nounOf({ tokens, locale }: Utterance, { from, to }: ValueMatch<number>): "persons" | "counted" | undefined {
  const noun = isMarker(tokens[to], "counted", "persons") ? tokens[to] : locale.multiplierFirst ? tokens[from - 1] : undefined;
  if (isMarker(noun, "persons")) return "persons";
  return isMarker(noun, "counted") ? "counted" : undefined;
}

function isAskedFor({ question, locale }: Utterance, noun: "persons" | "counted" | undefined): boolean {
  const spelled = noun && [locale.markers[noun], ...(noun === "persons" ? ["of you|you be|serez|mtakuwa|mko"] : [])].join("|");
  return spelled !== undefined && mentions(question, spelled);
}

const FEWEST_DIGITS = 3;
const MOST_DIGITS = 9;

/** "one two three oh seven": a number that is read out digit by digit. */
function digitByDigit({ tokens, isAsked }: Utterance): ValueMatch<number> | undefined {
  const from = tokens.findIndex((token) => token.isDigit);
  const end = tokens.findIndex((token, at) => at > from && !token.isDigit);
  const to = end < 0 ? tokens.length : end;
  const others = tokens.some((token, at) => token.number !== undefined && (at < from || at >= to));
  if (!isAsked || from < 0 || others || to - from < FEWEST_DIGITS || to - from > MOST_DIGITS) return undefined;
  return {
    value: Number(
      tokens
        .slice(from, to)
        .map(({ number }) => number)
        .join(""),
    ),
    from,
    to,
  };
}

/** "It starts with a four", "two something": more was meant. */
function isPartOfOne({ tokens }: Utterance): boolean {
  return tokens.some((token) => token.words.some(({ folded }) => /^(?:starts|begins|ends|commence|finit|inaanza)$/.test(folded)));
}

export function readPercent(utterance: Utterance): ValueMatch<number> | undefined {
  const { tokens } = utterance;
  const found = numbersIn(utterance);
  const isNamed = ({ from, to }: ValueMatch<number>): boolean =>
    isMarker(tokens[to], "percent") || isMarker(tokens[from - 1], "percent");
  if (isUnsettled(utterance, found)) return undefined;
  // "I'm a hundred percent sure it was twenty."
  const meant = found.filter((one) => !(isNamed(one) && isSureAfter(utterance, one.to)));
  const named = meant.filter(isNamed);
  const corrected = meant.filter((one) => named.some(({ to }) => to < one.from && isCorrected(utterance.tokens, to, one.from)));
  return settled(utterance, named.length > 0 || !utterance.isAsked ? [...named, ...corrected] : meant);
}

function isSureAfter({ tokens }: Utterance, at: number): boolean {
  return tokens.slice(at, at + 3).some((token) => token.words.some(({ folded }) => /^(?:sure|certain|hakika)$/.test(folded)));
}

/** Years, or the ISO 8601 duration of an infant's age. */
export function readAge(utterance: Utterance): ValueMatch<number | string> | undefined {
  const { tokens } = utterance;
  if (tokens.some((token) => isMarker(token, "few")) || isDecade(utterance)) return undefined;
  for (let at = 0; at < tokens.length; at++) {
    const span = spanAt(tokens, at);
    if (span && ["month", "week", "day"].includes(span.unit)) {
      const value = durationOf(span);
      if (value !== undefined) return { value: span.unit === "week" ? `P${span.count}W` : value, from: at, to: span.to };
    }
    if (span?.unit === "year" && Number.isFinite(span.count)) return { value: span.count, from: at, to: span.to };
  }
  const found = numbersIn(utterance).filter(({ value, from }) => value >= 0 && value <= 130 && !isRefused(tokens, from));
  if (tokens.some((token) => meaningOf(token, "month")) || isUnsettled(utterance, found)) return undefined;
  const corrected = settled(utterance, found);
  const [first] = found;
  return corrected ?? (utterance.isAsked ? first : undefined);
}

/** "in my forties", "la quarantaine". */
function isDecade({ tokens }: Utterance): boolean {
  return tokens.some((token) => token.words.some(({ folded }) => /(?:ties|something|taine)$/.test(folded)));
}

/** A count, or an amount with its measure. */
export function readQuantity(utterance: Utterance): ValueMatch<number | { amount: string; unit: string }> | undefined {
  const { tokens } = utterance;
  const found = numbersIn(utterance);
  if (isUnsettled(utterance, found)) return undefined;
  const measured = tokens.flatMap((_, at) => measureAt(utterance, at) ?? []);
  const counted = found.filter((one) => !measured.some((other) => one.from >= other.from && one.from < other.to));
  const [weight] = measured;
  // "How many bags?" "Ten bags of fifty kilos."
  const isCounting = mentions(utterance.question, "how many|combien de|ngapi");
  if (weight && !(isCounting && counted.length > 0)) return settled(utterance, measured);
  return settled(utterance, counted);
}

function measureAt({ tokens }: Utterance, at: number): ValueMatch<{ amount: string; unit: string }> | undefined {
  const unit = meaningOf(tokens[at], "measure")?.unit;
  if (unit === undefined) return undefined;
  const before = tokens[at - 1]?.number;
  const part = isMarker(tokens[at - 1], "article") ? halfBefore(tokens[at - 2]) : halfBefore(tokens[at - 1]);
  const after = tokens[at + 1]?.number;
  const halfAfter = isMarker(tokens[at + 1], "and") && isMarker(tokens[at + 2], "half") ? 0.5 : 0;
  const amount = before ?? part ?? after;
  if (amount === undefined) return undefined;
  return {
    value: { amount: String(amount + halfAfter), unit },
    from: before === undefined && part === undefined ? at : at - 1,
    to: halfAfter > 0 ? at + 3 : after !== undefined && before === undefined && part === undefined ? at + 2 : at + 1,
  };
}

function halfBefore(token: Utterance["tokens"][number] | undefined): number | undefined {
  if (isMarker(token, "half")) return 0.5;
  return isMarker(token, "quarter") ? 0.25 : undefined;
}

/** Which of several: from 1, -1 for the last. */
export function readOrdinal(utterance: Utterance): ValueMatch<number> | undefined {
  const { tokens } = utterance;
  const found = tokens.flatMap((token, at): ValueMatch<number>[] => {
    if (token.ordinal !== undefined) return [{ value: token.ordinal, from: at, to: at + 1 }];
    if (meaningOf(token, "direction")?.direction === "last" && !hasUnit(tokens[at + 1]))
      return [{ value: -1, from: at, to: at + 1 }];
    const { number } = token;
    if (number === undefined || !Number.isInteger(number) || !isMarker(tokens[at - 1], "number-sign")) return [];
    return [{ value: number, from: at, to: at + 1 }];
  });
  const named = settled(utterance, found);
  if (named || found.length > 0 || !utterance.isAsked) return named;
  const numbers = numbersIn(utterance).filter(({ value }) => Number.isInteger(value) && value > 0);
  return tokens.length <= SHORT_ANSWER ? settled(utterance, numbers) : undefined;
}

const SHORT_ANSWER = 3;

export interface Money {
  /** Decimal, without more places than were said. */
  amount: string;
  /** ISO 4217. */
  currency: string;
}

export function readMoney(utterance: Utterance): ValueMatch<Money> | undefined {
  const { tokens } = utterance;
  const found = tokens.flatMap((_, at) => moneyAt(utterance, at) ?? []);
  const numbers = numbersIn(utterance);
  if (isUnsettled(utterance, numbers)) return undefined;
  const named = found.filter(({ isNamed }) => isNamed);
  const bare = found.filter(({ from }) => !isTimeAt(utterance, from));
  const chosen = settled(utterance, named.length > 0 ? withLater(named, bare, utterance) : utterance.isAsked ? bare : []);
  return chosen && { value: chosen.value, from: chosen.from, to: chosen.to };
}

/** "a thousand shillings, no, two thousand": what corrects or concludes needs no currency. */
function withLater(named: readonly MoneyMatch[], all: readonly MoneyMatch[], { tokens }: Utterance): MoneyMatch[] {
  const last = named.at(-1);
  if (!last) return [];
  const later = all.filter(
    ({ from }) => from > last.to && tokens.slice(last.to, from).some((token) => isMarker(token, "correction", "conclusion")),
  );
  return [...named, ...later.map((one) => ({ ...one, value: { ...one.value, currency: last.value.currency } }))];
}

interface MoneyMatch extends ValueMatch<Money> {
  isNamed: boolean;
}

function moneyAt(utterance: Utterance, at: number): MoneyMatch | undefined {
  const { tokens } = utterance;
  const worth = meaningOf(tokens[at], "amount")?.value;
  if (worth !== undefined)
    return { value: { amount: String(worth), currency: currencyOf("LOCAL", utterance) }, from: at, to: at + 1, isNamed: true };
  const number = tokens[at]?.number;
  // "two pounds fifty", "ninety-nine dollars and ninety-nine cents": the fifty was read with the pounds.
  if (
    number === undefined ||
    number < 0 ||
    isMarker(tokens[at - 1], "few") ||
    isPronoun(utterance, at) ||
    isSmallPart(utterance, at) ||
    hasUnit(tokens[at + 1])
  )
    return undefined;
  const next = isMarker(tokens[at + 1], "of") ? at + 2 : at + 1;
  const after = meaningOf(tokens[next], "currency")?.currency;
  const before =
    after === undefined ? meaningOf(tokens[isMarker(tokens[at - 1], "of") ? at - 2 : at - 1], "currency")?.currency : undefined;
  const name = after ?? before;
  const said = after === undefined && before === undefined ? hundredsAfter(utterance, at) : undefined;
  const cents =
    after === undefined ? centsAt(utterance, at + 1) : (centsAt(utterance, next + 1) ?? bareCents(utterance, next + 1));
  const amount = said?.amount ?? number;
  const to = said?.to ?? cents?.to ?? (after === undefined ? at + 1 : next + 1);
  return {
    value: {
      amount: cents ? (amount + cents.value / 100).toFixed(2) : plainAmount(amount),
      currency: currencyOf(name ?? "LOCAL", utterance),
    },
    from: before === undefined ? at : at - 1,
    to,
    isNamed: name !== undefined,
  };
}

function plainAmount(amount: number): string {
  return Number.isInteger(amount) ? String(amount) : String(Math.round(amount * 100) / 100);
}

/** "Two fifty" is two hundred and fifty, where money is asked for; "nineteen ninety-nine" may be two things. */
function hundredsAfter({ tokens, isAsked }: Utterance, at: number): { amount: number; to: number } | undefined {
  const [first, second] = [tokens[at]?.number ?? 0, tokens[at + 1]?.number];
  if (!isAsked || !Number.isInteger(first) || first < 1 || first > 9 || tokens[at]?.digits !== undefined) return undefined;
  if (second === undefined || second < 10 || second > 99 || !Number.isInteger(second)) return undefined;
  return { amount: first * 100 + second, to: at + 2 };
}

function centsAt({ tokens }: Utterance, at: number): { value: number; to: number } | undefined {
  const place = isMarker(tokens[at], "and") ? at + 1 : at;
  const value = tokens[place]?.number;
  return value !== undefined && value < 100 && meaningOf(tokens[place + 1], "cents") ? { value, to: place + 2 } : undefined;
}

/** "two pounds fifty", at the end or before a pause. */
function bareCents({ tokens }: Utterance, at: number): { value: number; to: number } | undefined {
  const value = tokens[at]?.number;
  const isEnd = tokens[at + 1] === undefined;
  return isEnd && value !== undefined && Number.isInteger(value) && value >= 10 && value < 100
    ? { value, to: at + 1 }
    : undefined;
}

function isSmallPart({ tokens, isAsked }: Utterance, at: number): boolean {
  const before = isMarker(tokens[at - 1], "and") ? tokens[at - 2] : tokens[at - 1];
  if (meaningOf(tokens[at + 1], "cents")) return true;
  if (
    meaningOf(before, "currency") &&
    tokens[at + 1] === undefined &&
    (tokens[at]?.number ?? 0) < 100 &&
    tokens[at - 2]?.number !== undefined
  )
    return true;
  const first = tokens[at - 1]?.number;
  const own = tokens[at]?.number ?? 0;
  return isAsked && first !== undefined && first >= 1 && first <= 9 && own >= 10 && own <= 99;
}
