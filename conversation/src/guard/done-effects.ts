/**
 * What was done in this call, with the values it has now: a late correction changes it with the tool that its own tool names, or undoes it and
 * does it again, and never does it a second time. Pure.
 */
import { isRecord } from "../known-keys.ts";
import type { ArgumentChecker, ToolDefinition, ToolOutcome } from "../ports.ts";
import { hasSucceeded } from "./effect-kinds.ts";
import { disputes, hedges, type Exchange } from "./exchanges.ts";
import { wordsIn } from "./folded.ts";
import type { Finding } from "./find-value.ts";
import { labelOf, type Slot } from "./slots.ts";

type Values = Readonly<Record<string, unknown>>;

interface NamedCall {
  name: string;
  arguments: string;
}

export interface DoneEffect {
  tool: ToolDefinition;
  given: Values;
  /** The fields of its result, and of those of its changes: a reference, an id. */
  result: Values;
  outcome: ToolOutcome;
}

/** `change`: one call gives the first its new values. `again`: one call undoes it, then it is done with the new values. */
export interface Correction {
  kind: "change" | "again";
  /** The tool that changes or undoes, with its arguments. */
  tool: ToolDefinition;
  arguments: string;
  /** What is other than before. */
  slots: readonly Slot[];
  /** The caller took the earlier one back in so many words; otherwise the guard asks whether it is to be changed. */
  isSaid: boolean;
}

export interface CorrectionRequest {
  tool: ToolDefinition;
  given: unknown;
  slots: readonly Slot[];
  tools: readonly ToolDefinition[];
  /** What was said since the last effect. */
  since: readonly Exchange[];
  finding: Finding;
}

const MOST_EFFECTS = 50;
/** It is wanted once more, beside the first: no correction. "Another day" is one. */
const ANOTHER =
  /\b(?:another(?! (?:day|time|date|hour|slot|moment))|an ?other one|second (?:one|appointment|booking|order|visit|table|room)|one more|in addition|additional(?:ly)?|extra|both|separate(?:ly)?|(?<!siku |saa |wakati |tarehe )(?:nyingine|kingine|lingine)|une? autre (?!jour|heure|date|moment)|en plus|encore une?|deuxieme|outr[ao] (?!dia|hora|data)|mais uma?|kari|miran|omiran|omunye|enye)\b|(?<!يوم |وقت |ساعة )(?:آخر|أخرى|اخر|اخرى)|ተጨማሪ|ሌላ (?!ቀን|ሰዓት)/u;
/** The same, where nothing is taken back: "no, Wednesday, and I also have a cough" adds nothing. */
const ALSO = /\b(?:also|as well|too(?! \w)|besides|pia|tena|aussi|tambem|futhi)\b|أيضا|ايضا|ደግሞ/u;
const WHOSE: ReadonlySet<Slot["kind"]> = new Set(["name", "phone", "email"]);

export class DoneEffects {
  #done: DoneEffect[] = [];

  /** After every tool with an effect; the tool whose effect it has undone or changed. */
  ran({ name, arguments: json }: NamedCall, tool: ToolDefinition, outcome: ToolOutcome): string | undefined {
    const given = fieldsOf(json);
    if (!given || !hasSucceeded(outcome)) return undefined;
    const result = fieldsOf(outcome.result) ?? {};
    const undone = this.#done.findLast((one) => one.tool.undo === name && isOf(tool, one, given));
    if (undone) this.#done = this.#done.filter((one) => one !== undone);
    const changed = this.#done.findLast((one) => one.tool.change === name && isOf(tool, one, given));
    if (changed) {
      changed.given = changedBy(changed.given, given);
      changed.result = { ...changed.result, ...result };
      changed.outcome = outcome;
    }
    if (tool.undo !== undefined || tool.change !== undefined)
      this.#done = [...this.#done, { tool, given, result, outcome }].slice(-MOST_EFFECTS);
    return (undone ?? changed)?.tool.name;
  }

  /** The same stands already, and nobody wants another one. */
  same({ tool, slots, since, finding }: CorrectionRequest): DoneEffect | undefined {
    if (saysAnother(since, finding)) return undefined;
    return this.#done.findLast((one) => one.tool.name === tool.name && slots.every((slot) => isSameIn(one.given, slot)));
  }

  /** This call means an effect that was done, with other values; undefined: it is one of its own, or nothing changes the first. */
  correction(wanted: CorrectionRequest, checkArguments: ArgumentChecker): Correction | undefined {
    const { tool, given, slots, tools, since, finding } = wanted;
    if (!isRecord(given) || saysAnother(since, finding)) return undefined;
    const isTakenBack = takesBack(since, finding);
    // "No, and I also want Thursday" may be either: the guard asks.
    const isSaid = isTakenBack && !since.some(({ caller }) => ALSO.test(wordsIn(caller).join(" ")));
    const shared = (one: DoneEffect): number => slots.filter((slot) => isSameIn(one.given, slot)).length;
    const [first] = this.#done
      .filter((one) => one.tool.name === tool.name && isMeant(one, slots, isTakenBack))
      .toReversed()
      .toSorted((a, b) => shared(b) - shared(a));
    if (!first) return undefined;
    const other = slots.filter((slot) => !isSameIn(first.given, slot));
    for (const kind of ["change", "again"] as const) {
      const by = tools.find(({ name }) => name === (kind === "change" ? tool.change : tool.undo));
      if (!by || by.name === tool.name) continue;
      if (kind === "change" && !other.every(({ name }) => takesNew(by, name))) continue;
      const args = argumentsFor(by, first, kind === "change" ? given : undefined);
      if (!args || checkArguments(by.parameters, args).problems.length > 0) continue;
      return { kind, tool: by, arguments: JSON.stringify(args), slots: other, isSaid };
    }
    return undefined;
  }

  /** Of a call that changes what was done, the values that stay: the caller has agreed to them. */
  standing(tool: ToolDefinition, given: unknown): ReadonlyMap<string, unknown> {
    if (!isRecord(given)) return new Map();
    const first = this.#done.findLast((one) => one.tool.change === tool.name && isOf(tool, one, given));
    if (!first) return new Map();
    return new Map(Object.entries(given).filter(([name, value]) => isSameValue(first.given[oldName(first.given, name)], value)));
  }
}

/** The same person's, or all but one value the same and the first one taken back. */
function isMeant(one: DoneEffect, slots: readonly Slot[], isTakenBack: boolean): boolean {
  const whose = slots.filter(({ kind }) => WHOSE.has(kind));
  const other = slots.filter((slot) => !isSameIn(one.given, slot));
  if (other.length === 0) return false;
  if (whose.length > 0 && whose.every((slot) => isSameIn(one.given, slot))) return true;
  return isTakenBack && (whose.length === 0 || other.length === 1);
}

function takesBack(since: readonly Exchange[], finding: Finding): boolean {
  return since.some((one) => disputes(one) || hedges(one, finding));
}

function saysAnother(since: readonly Exchange[], finding: Finding): boolean {
  const said = since.map(({ caller }) => wordsIn(caller).join(" "));
  return said.some((text) => ANOTHER.test(text)) || (said.some((text) => ALSO.test(text)) && !takesBack(since, finding));
}

/** "new_date" of "date". */
const NEW = /^(?:new|to)(?:_|(?=\p{Lu}))/u;
const OLD = /^(?:old|from|current)(?:_|(?=\p{Lu}))/u;

function isNew(name: string): boolean {
  return NEW.test(name);
}

function plain(name: string): string {
  return labelOf(name.replace(NEW, "").replace(OLD, ""));
}

/** As the first call named it. */
function oldName(given: Values, name: string): string {
  return Object.keys(given).find((one) => labelOf(one) === plain(name)) ?? name;
}

function propertiesOf({ parameters }: ToolDefinition): string[] {
  return isRecord(parameters["properties"]) ? Object.keys(parameters["properties"]) : [];
}

/** Of a tool with `new_…` these change, and the others say which one is meant; of another tool every value that the first call had, too. */
function takesNew(changer: ToolDefinition, name: string): boolean {
  const names = propertiesOf(changer);
  const wanted = labelOf(name.split("/")[0] ?? name);
  return names.some(isNew)
    ? names.some((one) => isNew(one) && plain(one) === wanted)
    : names.some((one) => labelOf(one) === wanted);
}

/** What changes (`to`) or undoes an effect is called with. Undefined: something that it needs is not known. */
function argumentsFor(tool: ToolDefinition, first: DoneEffect, to?: Values): Values | undefined {
  const names = propertiesOf(tool);
  const isMove = names.some(isNew);
  const args: Record<string, unknown> = {};
  for (const name of names) {
    const key = oldName(first.given, name);
    const isOld = to === undefined || OLD.test(name) || (isMove && !isNew(name));
    const own = isOld ? first.given[key] : (to[oldName(to, name)] ?? first.given[key]);
    const value = own ?? (Object.hasOwn(first.given, key) ? undefined : inResult(first.result, plain(name)));
    if (value !== undefined && value !== null) args[name] = value;
  }
  const required = Array.isArray(tool.parameters["required"]) ? tool.parameters["required"] : [];
  return required.every((name) => args[String(name)] !== undefined) ? args : undefined;
}

/** `booking_id` is `{"booking": {"id": …}}`, or `{"id": …}`. */
function inResult(result: Values, label: string): unknown {
  const named = Object.entries(result).flatMap(([key, value]): [string[], unknown][] =>
    isRecord(value) && !Array.isArray(value)
      ? Object.entries(value).map(([inner, one]) => [[labelOf(`${key}_${inner}`), labelOf(inner)], one])
      : [[[labelOf(key)], value]],
  );
  const known = named.filter(([, value]) => typeof value === "string" || typeof value === "number");
  const found =
    known.find(([names]) => names.includes(label)) ?? known.find(([names]) => names.some((one) => label.endsWith(` ${one}`)));
  return found?.[1];
}

/** Whether a call of what changes or undoes it is about this one: nothing that says which one says otherwise. */
function isOf(tool: ToolDefinition, first: DoneEffect, given: Values): boolean {
  const names = Object.keys(given);
  const isUndo = first.tool.undo === tool.name;
  const isMove = names.some(isNew);
  return names.every((name) => {
    const key = oldName(first.given, name);
    const isOfFirst = Object.hasOwn(first.given, key);
    if (isNew(name) || (isOfFirst && !isUndo && !isMove && !OLD.test(name))) return true;
    const known = isOfFirst ? first.given[key] : inResult(first.result, plain(name));
    return known === undefined || isSameValue(known, given[name]);
  });
}

function changedBy(before: Values, given: Values): Values {
  const isMove = Object.keys(given).some(isNew);
  const taken = Object.entries(given).flatMap(([name, value]): [string, unknown][] => {
    const key = oldName(before, name);
    return (isMove ? isNew(name) : !OLD.test(name)) && Object.hasOwn(before, key) ? [[key, value]] : [];
  });
  return { ...before, ...Object.fromEntries(taken) };
}

function isSameIn(given: Values, { name, value }: Pick<Slot, "name" | "value">): boolean {
  let found: unknown = given;
  for (const key of name.split("/")) found = isRecord(found) ? found[key] : undefined;
  return Array.isArray(found) ? found.some((one) => isSameValue(one, value)) : isSameValue(found, value);
}

function isSameValue(one: unknown, other: unknown): boolean {
  const isPlain = (value: unknown): boolean => typeof value === "string" || typeof value === "number";
  // A schema may have made a number of what the model wrote as words.
  return one === other || (isPlain(one) && isPlain(other) && wordsIn(String(one)).join(" ") === wordsIn(String(other)).join(" "));
}

function fieldsOf(json: string): Values | undefined {
  try {
    const value: unknown = JSON.parse(json || "{}");
    return isRecord(value) && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
