/** What is said in one call: a story with its chances taken and its blanks filled. Pure. */
import { amountIn, COUNTRIES, numberIn, type Country } from "./countries.ts";
import type { Random } from "./random.ts";
import { DAYS, HOURS, TIMES, type Organisation } from "./stories/index.ts";

export type ScriptLine =
  | { kind: "turn"; by: "caller" | "assistant"; text: string; source?: string | undefined }
  | { kind: "tool"; name: string; given: string; result: string }
  | { kind: "pause"; seconds: number };

export interface Script {
  lines: readonly ScriptLine[];
  direction: "inbound" | "outbound";
  person: string;
  /** Null: a browser. */
  number: string | null;
}

/** Callers from far away, and those who call from the page. */
const ABROAD = 0.03;
const BY_BROWSER = 0.04;

export function writeScript(organisation: Organisation, random: Random): Script {
  const calling = organisation.stories.filter((story) => story.startsWith("A:"));
  const called = organisation.stories.filter((story) => !story.startsWith("A:"));
  const isOurs = calling.length > 0 && random.chance(organisation.outbound);
  const story = random.pick(isOurs ? calling : called);
  const caller = factsOf(organisation, random);
  const browser = !isOurs && random.chance(BY_BROWSER);
  const asides = someOf(organisation.asides, random.whole(2, 4), random);
  const text = [isOurs ? "" : `A: ${organisation.welcome}`, story, ...asides, random.pick(organisation.closings)].join("\n");
  return {
    lines: text.split("\n").flatMap((line) => parseLine(fill(line, caller.blanks, random))),
    direction: isOurs ? "outbound" : "inbound",
    person: caller.person,
    number: browser ? null : caller.number,
  };
}

interface Facts {
  person: string;
  number: string;
  blanks: Readonly<Record<string, string>>;
}

function factsOf({ country: name, language }: Organisation, random: Random): Facts {
  const country: Country = COUNTRIES[name];
  const first = random.pick(country.given);
  const person = `${first} ${random.pick(country.family)}`;
  const number = numberIn(random.chance(ABROAD) ? COUNTRIES.unitedStates : country, random);
  const days = DAYS[language] ?? DAYS["en"] ?? [];
  const day = random.pick(days);
  const slot = random.whole(0, TIMES.length - 1);
  const amounts = [amountIn(country, random), amountIn(country, random)].toSorted((a, b) => plain(a) - plain(b));
  const blanks = {
    person,
    first,
    number: spokenNumber(number),
    ref: String(random.whole(10_000, 999_999)),
    amount: amounts[1] ?? "",
    less: amounts[0] ?? "",
    money: MONEY[country.currency] ?? country.currency,
    day,
    other: random.pick(days.filter((other) => other !== day)),
    time: TIMES[slot] ?? "",
    hour: (HOURS[language] ?? HOURS["en"] ?? [])[slot] ?? "",
    place: random.pick(country.places),
    count: String(random.whole(3, 38)),
  };
  return { person, number, blanks };
}

const MONEY: Readonly<Record<string, string>> = { KES: "shillings", TZS: "shilingi", NGN: "naira", ZAR: "rand", GHS: "cedis" };

/** In groups, as people say it. */
function spokenNumber(number: string): string {
  return number.replace(/^(\+\d{3}|\+\d{2})(\d{3})(\d{3})(\d*)$/, "$1 $2 $3 $4").trim();
}

function plain(amount: string): number {
  return Number(amount.replaceAll(",", ""));
}

function fill(line: string, blanks: Facts["blanks"], random: Random): string {
  const isTool = line.startsWith(">");
  const chosen =
    isTool || !line.includes("[")
      ? line
      : line.replace(/\[([^\]]*\|[^\]]*)\]/g, (_, choices: string) => random.pick(choices.split("|")));
  if (!chosen.includes("{")) return chosen;
  return chosen.replace(/\{([a-z]+)\}/g, (whole, name: string) => blanks[name] ?? whole);
}

function parseLine(line: string): ScriptLine[] {
  const text = line.slice(2).trim();
  if (line.startsWith("D:")) return [fromDocument(text)];
  if (line.startsWith("A:")) return [{ kind: "turn", by: "assistant", text }];
  if (line.startsWith("C:")) return [{ kind: "turn", by: "caller", text: text.charAt(0).toUpperCase() + text.slice(1) }];
  if (line.startsWith("~")) return [{ kind: "pause", seconds: Number(text) }];
  const tool = /^> (\w+) (.*) => (.*)$/.exec(line);
  return tool ? [{ kind: "tool", name: tool[1] ?? "", given: tool[2] ?? "", result: tool[3] ?? "" }] : [];
}

function fromDocument(text: string): ScriptLine {
  const [source = "", answer = ""] = text.split(" | ");
  return { kind: "turn", by: "assistant", text: answer, source };
}

function someOf<T>(all: readonly T[], count: number, random: Random): T[] {
  const left = [...all];
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(random.whole(0, left.length - 1), 1)[0]).filter(
    (one): one is T => one !== undefined,
  );
}
