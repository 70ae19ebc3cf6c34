/** What belongs to a person where it is said in words: "oh seven double two …", "j dot mwangi at gmail dot com". Pure. */
import { digitRunsIn, signRunsIn, type SignRun } from "../digits.ts";
import { readEmail } from "../emails.ts";
import { lexiconOf } from "../lexicon.ts";
import { english, localeOf } from "../locales/index.ts";
import { tokensOf, type Token } from "../numbers.ts";
import { phoneNumberOf } from "../phones.ts";
import { wordsIn } from "../text.ts";
import { utteranceOf } from "../utterance.ts";
import { speaksOfCode, speaksOfId } from "./about.ts";
import { isCardNumber, isIban, isMobileMoneyCode, isSouthAfricanId, isTanzanianId } from "./checks.ts";
import type { PersonalContext, PersonalKind, PersonalSpan } from "./kinds.ts";

/** A tokeniser reads 200 words at once. */
const WORDS = 160;
const AGAIN = 40;
/** "One two three" counts; a code or a number has more. */
const FEWEST_DIGITS = 6;
const FEWEST_GROUPS = 3;
/** No value depends on the day. */
const SOME_DAY = "2026-01-01T12:00:00+00:00";
const MOST_EMAILS = 4;

export function findSpoken(text: string, context: PersonalContext): PersonalSpan[] {
  const starts = [...text.matchAll(/\S+/g)].map(({ index }) => index);
  const found: PersonalSpan[] = [];
  for (let first = 0; first < starts.length; first += WORDS - AGAIN) {
    const from = starts[first] ?? 0;
    const part = text.slice(from, starts[first + WORDS] ?? text.length);
    found.push(...inPart(part, context).map((span) => ({ ...span, from: span.from + from, to: span.to + from })));
    if (first + WORDS >= starts.length) break;
  }
  return found.filter(({ kind }) => context.kinds.has(kind));
}

interface Read {
  text: string;
  tokens: readonly Token[];
  places: readonly Place[];
}

interface Place {
  from: number;
  to: number;
}

function inPart(text: string, context: PersonalContext): PersonalSpan[] {
  const locale = localeOf(context.language);
  const lexicon = lexiconOf(locale, locale === english ? undefined : english);
  const tokens = tokensOf(lexicon.itemsOf(wordsIn(text)), locale);
  const read = { text, tokens, places: placesOf(tokens, text) };
  return [...digitsOf(read, context), ...signsOf(read, context), ...(context.kinds.has("email") ? emailsOf(read, context) : [])];
}

function digitsOf({ text, tokens, places }: Read, context: PersonalContext): PersonalSpan[] {
  const found: PersonalSpan[] = [];
  let isMasked = false;
  for (const run of digitRunsIn(tokens)) {
    const place = spanOf(run, places);
    const kind = kindOf(run, text.slice(0, place.from), context);
    // "… sorry, six seven nine": the end of what was masked.
    const meant: PersonalKind | undefined = kind ?? (run.isCorrection && isMasked ? "digits" : undefined);
    isMasked = meant !== undefined;
    if (meant) found.push({ kind: meant, ...place });
  }
  return found;
}

function kindOf({ signs, groups }: SignRun, said: string, { country, kinds, before }: PersonalContext): PersonalKind | undefined {
  const digits = signs.replace(/\D/g, "");
  const one = (kind: PersonalKind): PersonalKind => (kinds.has(kind) ? kind : "digits");
  if (isCardNumber(digits)) return one("card");
  if (isSouthAfricanId(digits) || isTanzanianId(digits)) return one("national_id");
  // Written as one, it was looked at where it stands.
  if (groups.length < FEWEST_GROUPS || digits.length < FEWEST_DIGITS) return undefined;
  const about = { at: said.length, before };
  if (speaksOfId(digits, said, about)) return one("national_id");
  if (phoneNumberOf(signs, country) !== undefined) return one("phone");
  if (/^\d{10,11}$/.test(digits) && speaksOfCode(said, said.length, before)) return one("mobile_money");
  return "digits";
}

function signsOf({ tokens, places }: Read, context: PersonalContext): PersonalSpan[] {
  return signRunsIn(tokens).flatMap((run): PersonalSpan[] => {
    const signs = run.signs.replace(/[^A-Za-z0-9]/g, "").toUpperCase();
    const place = spanOf(run, places);
    if (isIban(signs)) return [{ kind: "iban", ...place }];
    if (/^GHA\d{10}$/.test(signs) || /^[AP]\d{9}[A-Z]$/.test(signs)) return [{ kind: "national_id", ...place }];
    const isCode = run.groups.length >= FEWEST_GROUPS && isMobileMoneyCode(signs);
    return isCode && context.kinds.has("mobile_money") ? [{ kind: "mobile_money", ...place }] : [];
  });
}

function emailsOf({ text, places }: Read, { language }: PersonalContext): PersonalSpan[] {
  const found: PersonalSpan[] = [];
  let utterance = utteranceOf(text, { language, localTime: SOME_DAY, question: "e-mail" });
  for (let count = 0; utterance && count < MOST_EMAILS; count++) {
    const email = readEmail(utterance);
    if (!email) break;
    found.push({ kind: "email", ...spanOf(email, places) });
    const { tokens } = utterance;
    const blank = { words: [{ folded: ".", written: ".", startsClause: true }], meanings: [] };
    utterance = { ...utterance, tokens: tokens.map((token, at) => (at >= email.from && at < email.to ? blank : token)) };
  }
  return found;
}

function spanOf({ from, to }: { from: number; to: number }, places: readonly Place[]): Place {
  return { from: places[from]?.from ?? 0, to: places[to - 1]?.to ?? 0 };
}

/** Where each token stands: its words are in the text as they were written, one after the other. */
function placesOf(tokens: readonly Token[], text: string): Place[] {
  const plain = text.replace(/[’‘ʼ`´]/g, "'");
  let at = 0;
  return tokens.map(({ words }) => {
    let from = -1;
    for (const { written } of words) {
      const found = plain.indexOf(written, at);
      if (found < 0) continue;
      if (from < 0) from = found;
      at = found + written.length;
    }
    return { from: from < 0 ? at : from, to: at };
  });
}
