/** E-mail addresses, written or said: "j dot mwangi at g mail dot com". Pure. */
import { letterRunsIn, wordOf } from "./digits.ts";
import { alternatives, isMarker } from "./lexicon.ts";
import type { Locale } from "./locale.ts";
import { english } from "./locales/index.ts";
import type { Token } from "./numbers.ts";
import type { ValueMatch, Utterance } from "./utterance.ts";

const WRITTEN = /^[a-z0-9][a-z0-9._+-]*@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}$/i;
const MOST_DOMAIN_TOKENS = 10;

export function readEmail(utterance: Utterance): ValueMatch<string> | undefined {
  const { tokens, locale } = utterance;
  const written = tokens.findIndex((token) => WRITTEN.test(token.words[0]?.written ?? ""));
  const address = tokens[written]?.words[0]?.written;
  if (address !== undefined) return { value: address.toLowerCase(), from: written, to: written + 1 };
  const signs = signsOf(locale);
  for (let at = tokens.length - 1; at > 0; at--) {
    if (!signs.at.has(wordOf(tokens[at]))) continue;
    const domain = domainAt(tokens, at + 1, signs);
    const local = domain && localBefore(utterance, at, signs);
    if (domain && local) return { value: `${local.text}@${domain.text}`, from: local.from, to: domain.to };
  }
  return undefined;
}

interface Signs {
  at: ReadonlySet<string>;
  dot: ReadonlySet<string>;
  dash: ReadonlySet<string>;
  underscore: ReadonlySet<string>;
}

function signsOf({ email }: Locale): Signs {
  const both = (sign: keyof Locale["email"]): ReadonlySet<string> =>
    new Set([...alternatives(email[sign]), ...alternatives(english.email[sign])]);
  return { at: both("at"), dot: both("dot"), dash: both("dash"), underscore: both("underscore") };
}

/** "g mail dot com", "mail dot example dot co dot za": ends with the label after the last dot. */
function domainAt(tokens: readonly Token[], from: number, { dot, dash }: Signs): { text: string; to: number } | undefined {
  let [text, to] = ["", from];
  for (let at = from; at < tokens.length && at < from + MOST_DOMAIN_TOKENS; at++) {
    const word = wordOf(tokens[at]);
    if (dot.has(word)) {
      const label = plainOf(tokens[at + 1]);
      if (label === undefined || text === "") return undefined;
      text += `.${label}`;
      to = ++at + 1;
      if (!dot.has(wordOf(tokens[at + 1]))) break;
    } else if (text.includes(".")) break;
    else text += dash.has(word) ? "-" : (plainOf(tokens[at]) ?? "");
  }
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}$/.test(text) ? { text, to } : undefined;
}

function plainOf(token: Token | undefined): string | undefined {
  if (token?.digits !== undefined) return token.digits;
  if (token?.number !== undefined) return String(token.number);
  const word = wordOf(token).replace(/ /g, "");
  return /^[a-z0-9.-]+$/.test(word) ? word : undefined;
}

/** Letters, words, digits and signs before the "at", back to what leads to the address. */
function localBefore({ tokens, locale }: Utterance, at: number, signs: Signs): { text: string; from: number } | undefined {
  const first = tokens.findIndex((token) => signs.at.has(wordOf(token)));
  // "… dot com, sorry, Kamau two at …": an address was said before.
  const start =
    first < at
      ? Math.max(
          ...tokens.slice(0, at).map((token, place) => (place > first && isMarker(token, "correction") ? place + 1 : 0)),
          0,
        )
      : 0;
  const letters = new Map(
    letterRunsIn(tokens.slice(0, at))
      .filter(({ from }) => from >= start)
      .map((run) => [run.from, run]),
  );
  const skipped = new Set([...alternatives(locale.notNames), ...alternatives(english.notNames), ...BESIDE]);
  let [text, from] = ["", at];
  for (let place = start; place < at;) {
    const run = letters.get(place);
    const piece = run ? run.signs : pieceOf(tokens, place, { signs, skipped });
    if (piece !== "") from = Math.min(from, place);
    // "Amina, A M I N A": a name that is said before its own letters is said twice.
    text = run && text.endsWith(piece) && piece.length > 2 ? text : text + piece;
    place = run ? run.to : place + 1;
  }
  return /^[a-z0-9](?:[a-z0-9._+-]*[a-z0-9])?$/.test(text) ? { text, from } : undefined;
}

/** What callers say beside the address. */
const BESIDE =
  "lower upper case small capital letters space spaces email mail address e-mail barua pepe adresse first last all word together tout attache minuscule minuscules".split(
    " ",
  );

function pieceOf(
  tokens: readonly Token[],
  at: number,
  { signs, skipped }: { signs: Signs; skipped: ReadonlySet<string> },
): string {
  const token = tokens[at];
  const word = wordOf(token);
  const isSign = (place: number): boolean =>
    [signs.dot, signs.dash, signs.underscore].some((one) => one.has(wordOf(tokens[place])));
  // "a dot diallo".
  if (/^[a-z]$/.test(word) && (isSign(at - 1) || isSign(at + 1))) return word;
  if (signs.dot.has(word)) return ".";
  if (signs.dash.has(word)) return "-";
  if (signs.underscore.has(word)) return "_";
  if (token?.number !== undefined) return word === "one" && wordOf(tokens[at + 1]) === "word" ? "" : (plainOf(token) ?? "");
  const kept = word.split(" ").filter((part) => !skipped.has(part) && !part.includes("'"));
  return kept.join("").replace(/[^a-z0-9._+-]/g, "");
}
