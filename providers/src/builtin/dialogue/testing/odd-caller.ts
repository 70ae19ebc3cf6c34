/**
 * A caller for tests who knows what they want and says it oddly: values in any order and several in a sentence, corrections, and numbers that are
 * something else. They say the truth and yes to whatever is read back, so that a wrong value becomes a wrong effect.
 */
import { hearCaller, hearTool } from "../dialogue.ts";
import type { Field, Form } from "../forms/form.ts";
import { wordsOfName } from "../forms/kinds.ts";
import { addDays, weekdayOf } from "../spoken/calendar.ts";
import { freshState, openField } from "../state.ts";
import type { World } from "../world.ts";

export interface OddCall {
  lines: string[];
  /** Values that a tool was given and that are not what the caller wants. */
  wrong: string[];
  isDone: boolean;
}

/** Mulberry32: the same callers each time. */
export function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Truth {
  /** As a tool must be given it. */
  value: string;
  /** Ways to say it, bare: an answer to its question. */
  bare: readonly string[];
  /** … and without being asked. */
  led: readonly string[];
}

const DIGITS = "zero one two three four five six seven eight nine".split(" ");
const UNITS = [...DIGITS, ..."ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ")];
const TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const DAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");
const MONTHS = "January February March April May June July August September October November December".split(" ");
const NAMES =
  "Grace Achieng,Hope Banda,Blessing Okoro,Precious Moyo,Kwame Asante,Godfrey Ssali,Thandiwe Dube,Ritah Nakimuli,Kiprono Bett,Mercy Wanjiku,Peter Mwangi,Abena Serwaa,Yusuf Abdi,Faith Chebet,Mutale Chanda,Zawadi Mwakio,Joy Wambui,Innocent Habimana".split(
    ",",
  );
const PLACES = ["12 Moi Avenue, beside gate 4", "Lanet, near the AIC church", "plot 31 Kiambu Road", "Free Area, house number 7"];
const MESSAGES = [
  "the gate at plot 14 has been broken since Monday",
  "I paid 2,450 shillings twice on the 3rd and want one back",
  "two of your people came at nine and left at ten",
  "please tell the manager that the invoice 4410 is wrong",
];
/** True, and about nothing that is asked for. */
const BESIDE = [
  "my son is twelve",
  "I live at house number seven",
  "I came with the bus number 44",
  "I have already paid 1,450 shillings",
  "my car is KDA three zero eight B",
  "we are in room fifteen ten",
  "I am the one with the invoice four four one zero",
  "we have been customers for eight years",
  "there are three of us at home",
  "I was sent by my sister",
  "it was two thousand last year",
  "my brother recommended you",
  "I am sixty two years old",
  "my ticket is nine one five",
  "I have ten minutes only",
];

export interface OddCaller {
  form: Form;
  world: World;
  seed: number;
}

const MOST_TURNS = 24;

export function playOdd({ form, world, seed }: OddCaller): OddCall {
  const chance = chanceOf(seed);
  const pick = <One>(of: readonly One[]): One => of[Math.floor(chance() * of.length)]!;
  const shuffled = <One>(of: readonly One[]): One[] =>
    of
      .map((one) => [chance(), one] as const)
      .toSorted(([a], [b]) => a - b)
      .map(([, one]) => one);
  const truths = new Map(form.fields.map((field) => [field.name, truthOf(field, world, chance)]));
  const state = freshState("en");
  const call: OddCall = { lines: [], wrong: [], isDone: false };
  const volunteered = shuffled(form.fields.filter(({ kind }) => kind !== "text" && kind !== "yes-no")).slice(
    0,
    Math.floor(chance() * 4),
  );
  const wish = `I want to ${wordsOfName(form.tool)}`;
  const opening = shuffled([
    ...volunteered.map(({ name }) => pick(truths.get(name)!.led)),
    ...(chance() < 0.6 ? [pick(BESIDE)] : []),
  ]);
  let says: string | undefined = chance() < 0.5 ? [wish, ...opening].join(", ") : [...opening, wish].join(", ");
  for (let turns = 0; says !== undefined && turns < MOST_TURNS; turns++) {
    call.lines.push(`C ${says}`);
    let turn = hearCaller(state, { text: says, confidence: 1 }, world);
    for (let rounds = 0; turn.tool && rounds < 4; rounds++) {
      const { name, arguments: given } = turn.tool;
      call.lines.push(...turn.say.map((one) => `A ${one}`), `[ ${name} ${JSON.stringify(given)}`);
      if (name === form.tool || !isLookUp(name, world)) check(name, given);
      turn = hearTool(state, name, '{"ok":true}', world);
    }
    call.lines.push(`A ${turn.say.join(" ")}`);
    if (call.isDone || turn.hangUp) break;
    says = answer();
  }
  return call;

  function check(name: string, given: Record<string, unknown>): void {
    call.isDone = true;
    if (name !== form.tool) {
      call.wrong.push(`tool ${name}`);
      return;
    }
    for (const [field, value] of Object.entries(given)) {
      const truth = truths.get(field);
      if (
        truth &&
        !isSame(
          String(value),
          truth.value,
          form.fields.find((one) => one.name === field)!,
        )
      )
        call.wrong.push(`${field}: ${String(value)} for ${truth.value}`);
    }
  }

  function answer(): string | undefined {
    if (state.asked === "confirm") return pick(["yes", "yes please", "that's right", "yes, correct"]);
    if (state.asked.startsWith("heard:")) {
      const field = openField(state)!;
      const heard = state.task?.slots[field.name]?.value ?? "";
      return isSame(heard, truths.get(field.name)?.value ?? "", field) ? "yes" : `no, ${pick(truths.get(field.name)!.bare)}`;
    }
    const field = openField(state);
    const truth = field && truths.get(field.name);
    if (state.asked === "change" || state.asked === "which-visit") return "no, leave it";
    if (!field || !truth) return state.turns > 3 ? undefined : wish;
    const own = pick(truth.bare);
    const other = pick(form.fields.filter(({ name, kind }) => name !== field.name && kind !== "text" && kind !== "yes-no"));
    const kind = chance();
    if (field.kind === "text") return own;
    if (kind < 0.12) return `${own}, ${pick(BESIDE)}`;
    if (kind < 0.2) return `${pick(BESIDE)}. ${own}`;
    if (kind < 0.3 && other) return `${own}, and ${pick(truths.get(other.name)!.led)}`;
    if (kind < 0.36) return `${pick(truthOf(field, world, chance).bare)}, no sorry, I meant ${own}`;
    if (kind < 0.42 && other) return pick(truths.get(other.name)!.led);
    if (kind < 0.48) return pick(["how much is it?", "wait a moment", "where are you?", pick(BESIDE)]);
    return own;
  }
}

function isLookUp(tool: string, { forms, availability }: World): boolean {
  return tool === availability?.tool || forms.some((form) => form.tool === tool && form.looksUp);
}

const bareOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

function isSame(value: string, truth: string, { kind }: Field): boolean {
  if (value === "" || value === "–") return true;
  if (kind === "phone") return value.replace(/\D/g, "").slice(-9) === truth.replace(/\D/g, "").slice(-9);
  if (kind === "time") return value.replace("~", "") === truth;
  if (kind === "number") return Number(value) === Number(truth);
  if (kind === "text") return bareOf(value).includes(bareOf(truth)) || bareOf(truth).includes(bareOf(value));
  return bareOf(value) === bareOf(truth);
}

function truthOf(field: Field, world: World, chance: () => number): Truth {
  const upTo = (most: number): number => Math.floor(chance() * most);
  const pick = <One>(of: readonly One[]): One => of[upTo(of.length)]!;
  const same = (value: string, ways: readonly string[], led: (way: string) => string): Truth => ({
    value,
    bare: ways,
    led: ways.map(led),
  });
  switch (field.kind) {
    case "day": {
      let day = addDays(world.now.day, 1 + upTo(6));
      while (weekdayOf(day) === 0 || weekdayOf(day) === 6) day = addDays(day, 1);
      const [, month = 1, date = 1] = day.split("-").map(Number);
      const weekday = DAYS[weekdayOf(day)]!;
      const ways = [`${weekday} the ${nth(date)}`, `the ${nth(date)} of ${MONTHS[month - 1]}`, `${MONTHS[month - 1]} ${date}`];
      return same(day, ways, (way) => `on ${way}`);
    }
    case "time": {
      const hour = 9 + upTo(7);
      const half = chance() < 0.5;
      const twelve = ((hour + 11) % 12) + 1;
      const [word, part] = [UNITS[twelve]!, hour < 12 ? "in the morning" : "in the afternoon"];
      const clock = `${twelve}${half ? ":30" : ":00"} ${hour < 12 ? "am" : "pm"}`;
      const ways = half
        ? [`half past ${word} ${part}`, clock, `${word} thirty ${part}`]
        : [`${word} ${part}`, clock, `${word} o'clock ${part}`];
      return same(`${String(hour).padStart(2, "0")}:${half ? "30" : "00"}`, ways, (way) => `at ${way}`);
    }
    case "moment":
      return same("", ["tomorrow at ten in the morning"], (way) => way);
    case "phone": {
      const digits = `07${Array.from({ length: 8 }, () => upTo(10)).join("")}`;
      const spoken = [...digits].map((digit) => DIGITS[Number(digit)]!);
      const grouped = [spoken.slice(0, 4), spoken.slice(4, 7), spoken.slice(7)].map((group) => group.join(" ")).join(", ");
      const written = `${digits.slice(0, 4)} ${digits.slice(4, 7)} ${digits.slice(7)}`;
      return same(digits, [grouped, doubled(grouped), written], (way) =>
        pick([`my number is ${way}`, `you can reach me on ${way}`]),
      );
    }
    case "name": {
      const name = pick(NAMES);
      return same(name, [name, `my name is ${name}`, `${name} is my name`], (way) =>
        way === name ? pick([`my name is ${name}`, `this is ${name}`]) : way,
      );
    }
    case "number": {
      const least = Math.max(1, field.minimum ?? 1);
      const value = least + upTo(Math.min(150, (field.maximum ?? 60) - least + 1));
      const noun = field.label.split(" ").at(-1) ?? "";
      return same(String(value), [inWords(value), String(value)], (way) => `${way} ${noun}`);
    }
    case "choice": {
      const choice = pick(field.choices);
      return same(
        choice,
        [choice, `the ${choice}`, `${choice} please`].map((one) => one.replace(/_/g, " ")),
        (way) => way.replace(/ please$/, ""),
      );
    }
    case "code": {
      const code = codeFor(field, upTo);
      const spoken = [...code].map((sign) => (/\d/.test(sign) ? DIGITS[Number(sign)]! : sign)).join(" ");
      return same(code, [code, spoken, doubled(spoken)], (way) => `my ${field.label} is ${way}`);
    }
    case "email": {
      const user = pick(NAMES).split(" ")[0]!.toLowerCase();
      return same(`${user}@example.com`, [`${user}@example.com`, `${user} at example dot com`], (way) => `my email is ${way}`);
    }
    case "yes-no":
      return same("true", ["yes"], () => "yes");
    case "text": {
      const text = pick(/place|where|location|address/i.test(`${field.name} ${field.label}`) ? PLACES : MESSAGES);
      return same(text, [text], (way) => way);
    }
  }
}

function codeFor(field: Field, upTo: (most: number) => number): string {
  const length = field.lengths?.[0] ?? field.digits?.min ?? Math.max(5, field.minLength ?? 5);
  const shape = field.shape ?? "d".repeat(Math.max(3, Math.min(length, 12)));
  return [...shape].map((sign) => (sign === "d" ? String(upTo(10)) : sign === "L" ? "ABDGHKMRT"[upTo(9)]! : sign)).join("");
}

function doubled(spoken: string): string {
  return spoken.replace(/\b(\w+),? \1\b/g, "double $1");
}

function nth(day: number): string {
  const tail = day % 100 > 10 && day % 100 < 14 ? "th" : (["th", "st", "nd", "rd"][day % 10] ?? "th");
  return `${day}${tail}`;
}

function inWords(value: number): string {
  if (value < 20) return UNITS[value]!;
  if (value < 100) return `${TENS[Math.floor(value / 10)]!}${value % 10 === 0 ? "" : `-${UNITS[value % 10]!}`}`;
  const rest = value % 100;
  return `${UNITS[Math.floor(value / 100)]!} hundred${rest === 0 ? "" : ` and ${inWords(rest)}`}`;
}
