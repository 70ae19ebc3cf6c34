/** What stands behind a value: the caller's words, questions that they answered yes to, results of tools, and what is known of the call. */
import type { Message } from "../ports.ts";
import { saysYes, type Exchange } from "./exchanges.ts";
import { digitsOf, isSamePhone, findNames, read, saysValue, writtenNumbers, type Finding, type Sentence } from "./find-value.ts";
import { contentOf, folded, shareOf, wordsIn } from "./folded.ts";
import { isHoldResult } from "./hold.ts";
import type { Slot } from "./slots.ts";

export interface Sources {
  caller: readonly Exchange[];
  /** The agent's own words that the caller said yes to. */
  agreed: readonly Exchange[];
  results: readonly ToolResult[];
  facts: readonly string[];
  callerNumber: string;
}

interface ToolResult {
  text: string;
  /** What it was asked with: a result that repeats it proves nothing. */
  given: string;
}

/** Values that stand for none. */
const PLACEHOLDERS = new Set(
  [
    "unknown|n a|na|none|null|nil|undefined|caller|the caller|customer|the customer|client|user|not provided|not given|not specified|not available",
    "not stated|not known|unspecified|anonymous|no name|tbd|to be determined|to be confirmed|john doe|jane doe|string|example|placeholder|name|phone",
    "your name|full name|phone number|caller number|caller name|customer name|test|xxx|xxxx|hajulikani|haijulikani|mpigaji|mteja|inconnu|inconnue|non precise",
    "client inconnu|desconhecido|cliente|غير معروف|المتصل",
  ].flatMap((line) => line.split("|").map((one) => wordsIn(one).join(" "))),
);
/** To "what should we do better?" these are answers. */
const NOTHING = new Set(wordsIn("none nothing nil hakuna rien aucun aucune nada nenhum"));
const SAME_DIGITS = /^(\d)\1+$/u;
const LEAST_DIGITS = 3;
/** Prices that the agent said may stand in a message; longer numbers are telephone numbers, which only the caller says. */
const MOST_AMOUNT = 1_000_000;
/** Values are looked for by the reader in so many of the caller's last answers, and as they are written in all of them. */
const MOST_READ = 12;
const AS_WRITTEN: Finding["reading"] = { read: () => [] };
/** Of a message's words, which a model puts in its own way. */
const SHARE_OF_TEXT = 0.3;

export function isPlaceholder({ kind, value }: Slot): boolean {
  if (typeof value !== "string" || kind === "choice") return false;
  if (kind === "phone" && SAME_DIGITS.test(digitsOf(value))) return true;
  const words = wordsIn(value).join(" ");
  if (kind === "text" && NOTHING.has(words)) return false;
  return words === "" || PLACEHOLDERS.has(words) || /^[<[{(].*[>\]})]$/u.test(value.trim());
}

const THIS_NUMBER = [
  /\b(?:number (?:that )?(?:you(?:'re| are)|i(?:'m| am)) (?:calling|phoning|ringing|using)|(?:this|same|current|my own) (?:phone |mobile )?(?:number|line|one)|calling from)\b/u,
  /\b(?:n[au]mba (?:hii|unay(?:o|opigia)|ninay(?:o|opigia)|hiyo hiyo)|hii hii|(?:simu|laini) hii)\b/u,
  /\b(?:ce (?:meme )?numero|numero (?:avec lequel|d'ou|dont) (?:vous|j'))/u,
  /\b(?:este (?:mesmo )?numero|numero de que (?:esta|estou) a (?:ligar|falar))\b/u,
  /(?:هذا الرقم|نفس الرقم|الرقم الذي)/u,
  /\b(?:wannan (?:lambar|lamba)|lambar nan|nomba yii|nonba yii|le nombolo|inombolo (?:efanayo|oshaya))\b|በዚህ ቁጥር|ይህ ቁጥር/u,
];

/** "The number you are calling from." */
export function namesThisNumber(text: string): boolean {
  const plain = folded(text);
  return THIS_NUMBER.some((pattern) => pattern.test(plain));
}

export function sourcesIn(
  messages: readonly Message[],
  exchanges: readonly Exchange[],
  { finding, facts, callerNumber }: { finding: Finding; facts: readonly string[]; callerNumber: string },
): Sources {
  const given = new Map<string, string>();
  const results: ToolResult[] = [];
  for (const message of messages) {
    if (message.role === "tool-call") given.set(message.id, message.arguments);
    if (message.role === "tool-result" && !isHoldResult(message.result))
      results.push({ text: message.result, given: given.get(message.id) ?? "" });
  }
  const agreed = exchanges.filter((one) => one.agent !== "" && saysYes(one, finding));
  return { caller: exchanges, agreed, results, facts, callerNumber };
}

export interface Grounds {
  /** Of the exchange that it comes from, among all; absent: it stands in a tool's result or in what is known. */
  turn?: number;
  confidence?: number;
}

/** Where a value comes from; undefined: from nowhere. */
export function groundsOf(slot: Slot, sources: Sources, finding: Finding): Grounds | undefined {
  if (isPlaceholder(slot)) return undefined;
  const { caller, agreed, results, facts, callerNumber } = sources;
  if (slot.kind === "text") return isTextSaid(String(slot.value), sources, finding) ? lastTurn(caller) : undefined;
  if (slot.kind === "yes-no") return isAgreed(slot, sources) ? lastTurn(caller) : undefined;
  for (const exchange of caller.slice(-MOST_READ).toReversed())
    if (saysValue({ text: exchange.caller, asked: exchange.agent || undefined }, slot, finding)) return turnOf(exchange, caller);
  for (const exchange of caller.toReversed())
    if (saysValue({ text: exchange.caller }, slot, { ...finding, reading: AS_WRITTEN })) return turnOf(exchange, caller);
  for (const exchange of agreed.slice(-MOST_READ).toReversed())
    if (saysValue({ text: exchange.agent }, slot, finding)) return turnOf(exchange, caller);
  if (slot.kind === "name" && areNamesSaid(String(slot.value), sources, finding)) return lastTurn(caller);
  const isResult = results.some(({ text, given }) => {
    return saysValue({ text }, slot, finding) && !saysValue({ text: given }, slot, finding);
  });
  if (isResult || facts.some((text) => saysValue({ text }, slot, finding))) return {};
  if (slot.kind !== "phone" || callerNumber === "" || !isSamePhone(digitsOf(String(slot.value)), digitsOf(callerNumber)))
    return undefined;
  const own =
    caller.findLast(({ caller: said }) => namesThisNumber(said)) ?? agreed.findLast(({ agent }) => namesThisNumber(agent));
  return own && turnOf(own, caller);
}

/** The first name in one sentence, the family name in another. */
function areNamesSaid(name: string, { caller, agreed, facts }: Sources, finding: Finding): boolean {
  const said: Sentence[] = [
    ...caller.map((one) => ({ text: one.caller, asked: one.agent })),
    ...agreed.map((one) => ({ text: one.agent })),
    ...facts.map((text) => ({ text })),
  ];
  return findNames(said, name, finding).every(Boolean);
}

/** A model words it anew, from both sides of the call. */
function isTextSaid(value: string, { caller, agreed, results, facts }: Sources, finding: Finding): boolean {
  const said = caller.flatMap((one) => [one.caller, one.agent]);
  const known = [...results.map(({ text, given }) => (given.includes(value) ? "" : text)), ...facts];
  const all = [...said, ...known].join("\n");
  // Of another language a model may write the message in English, as its tools are described.
  const isEnglish = finding.context.language.startsWith("en");
  if (shareOf(value, contentOf(all)) < (isEnglish ? SHARE_OF_TEXT : 0)) return false;
  // A number in a message weighs as much as one of its own.
  const written = writtenNumbers(value).filter((one) => String(one).length >= LEAST_DIGITS);
  if (written.length === 0) return true;
  const theirs = [...caller.map((one) => one.caller), ...agreed.map((one) => one.agent), ...known].join("\n");
  const digits = digitsOf(theirs);
  const numbers = new Set<unknown>([...writtenNumbers(theirs), ...writtenNumbers(all).filter((one) => one < MOST_AMOUNT)]);
  const isWritten = (one: number): boolean => numbers.has(one) || digits.includes(String(one));
  if (written.every(isWritten)) return true;
  for (const text of said.slice(-2 * MOST_READ))
    for (const kind of ["number", "money"] as const)
      for (const one of read({ text }, kind, finding)) if (Number(one) < MOST_AMOUNT) numbers.add(one);
  return written.every(isWritten);
}

/** What nobody spoke of is not so. */
function isAgreed({ value, label }: Slot, { caller, agreed }: Sources): boolean {
  if (value === false) return true;
  const wanted = contentOf(label);
  const speaks = (text: string): boolean => [...contentOf(text)].some((stem) => wanted.has(stem));
  return caller.some((one) => speaks(one.caller)) || agreed.some((one) => speaks(one.agent));
}

function lastTurn(caller: readonly Exchange[]): Grounds {
  const last = caller.at(-1);
  return last ? turnOf(last, caller) : {};
}

function turnOf(exchange: Exchange, caller: readonly Exchange[]): Grounds {
  const { confidence } = exchange;
  return { turn: caller.indexOf(exchange), ...(confidence === undefined ? {} : { confidence }) };
}
