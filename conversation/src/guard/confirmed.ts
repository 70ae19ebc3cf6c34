/** Whether the caller has said yes to what a tool is about to do: to all of its values, as they were read back. */
import type { ToolDefinition, ValueKind } from "../ports.ts";
import { effectKindsOf } from "./effect-kinds.ts";
import { disputes, hedges, saysYes, type Exchange } from "./exchanges.ts";
import { digitsOf, isSamePhone, minuteOf, findNames, read, saysValue, type Finding } from "./find-value.ts";
import { contentOf, folded, isOfAnotherScript } from "./folded.ts";
import { labelOf, type Slot } from "./slots.ts";
import { namesThisNumber } from "./sources.ts";

export interface ReadBack {
  tool: ToolDefinition;
  slots: readonly Slot[];
  callerNumber: string;
  /** Since the last effect that needed a yes. */
  exchanges: readonly Exchange[];
  /** Values of a call that the caller agreed to and that did nothing: they need not be read back once more. */
  agreedBefore: ReadonlyMap<string, unknown>;
  /** Whether these words are the guard's own question about exactly this call; false: about another tool; undefined: they are the model's. */
  isOwnQuestion(agent: string): boolean | undefined;
}

export type Confirmation =
  | { ok: true; exchange: Exchange }
  | { ok: false; slot?: string; reason: "not_confirmed" | "other_value" };

/** A message that says so of itself was read back, and nobody could make out the answer: it is passed on as it is. */
const UNCONFIRMED =
  /\((?:not confirmed by the caller|mpigaji hakuthibitisha|non confirmé par l'appelant|não confirmado por quem ligou|mai kira bai tabbatar ba|oshayayo akaqinisekisanga|olùpè kò tíì fìdí rẹ̀ múlẹ̀|لم يؤكدها المتصل|ደዋዩ አላረጋገጠም)\)$/u;
/** Their values are said digit by digit, or as a day and an hour: a read-back has each of them. */
const EXACT: ReadonlySet<Slot["kind"]> = new Set(["date", "time", "moment", "number", "money", "phone", "code", "email"]);

const CONFIRMS =
  /\b(?:correct|right|confirm|okay|ok|shall i|should i|may i|can i|go ahead|proceed|is that|sound good|happy with|agree|sahihi|sawa|nithibitishe|niendelee|c'est (?:bien|bon|exact|correct)|exact|confirme[zr]?|d'accord|dois-je|correto|certo|confirma|posso)\b|صحيح|تؤكد|هل|ትክክል|daidai|ṣé|se o|kulungile|\?/u;

export function confirmationOf(given: ReadBack, finding: Finding): Confirmation {
  const { exchanges, isOwnQuestion } = given;
  for (const [at, exchange] of [...exchanges.entries()].toReversed()) {
    if (exchange.agent === "" || !saysYes(exchange, finding)) continue;
    const isOwn = isOwnQuestion(exchange.agent);
    if (isOwn === false) continue;
    const before = exchanges.slice(0, at);
    const isRead = (slot: Slot): boolean => wasReadBack(slot, before, given, finding);
    if (isOwn !== true && missingIn(exchange.agent, given, finding, isRead) !== undefined) continue;
    if (exchanges.slice(at).some((one) => saysOtherwise(one, exchange, given.slots, finding))) continue;
    return { ok: true, exchange };
  }
  const read = given.slots.some(({ kind, value }) => kind === "text" && UNCONFIRMED.test(String(value))) ? exchanges : [];
  const unclear = read.findLast(({ agent }) => missingIn(agent, given, finding) === undefined);
  return unclear ? { ok: true, exchange: unclear } : whyNot(given, finding);
}

/** What is sent, in the words of nine languages: the names of tools are English. */
const NAMES_MESSAGE =
  /\b(?:sms|text|message|texto|whatsapp|ujumbe|meseji|mensagem|sako|umlayezo|ifiranse|atejise)\b|رسالة|መልእክት|መልዕክት/u;

/** The first value that these words do not read back; "": they ask for nothing of the kind. */
function missingIn(
  agent: string,
  given: ReadBack,
  finding: Finding,
  wasRead: (slot: Slot) => boolean = () => false,
): string | undefined {
  const { tool, slots, agreedBefore } = given;
  const exact = slots.filter((slot) => isExact(slot, tool));
  const names = slots.filter((slot) => slot.kind === "name" && !isIdentifying(slot, tool));
  const said = [...exact, ...names].filter((slot) => readsBack(agent, slot, given, finding));
  const isMissing = (slot: Slot): boolean => !said.includes(slot) && agreedBefore.get(slot.name) !== slot.value && !wasRead(slot);
  const missing = [...exact, ...names].find(isMissing);
  if (missing) return missing.name;
  if (exact.length + names.length > 0 && said.length === 0) return exact[0]?.name ?? names[0]?.name;
  if (!CONFIRMS.test(folded(agent))) return "";
  if (said.length > 0) return undefined;
  // Nothing to be read back word for word: the question must at least be about it.
  const topic = contentOf([labelOf(tool.name), ...slots.map(({ value }) => String(value))].join(" "));
  if ([...contentOf(agent)].some((stem) => topic.has(stem))) return undefined;
  return effectKindsOf(tool).includes("send") && NAMES_MESSAGE.test(folded(agent)) ? undefined : "";
}

function readsBack(agent: string, slot: Slot, { callerNumber }: ReadBack, finding: Finding): boolean {
  if (slot.kind === "name" && isOfAnotherScript(String(slot.value), finding.context.language)) return true;
  if (slot.kind === "name") return findNames([{ text: agent }], String(slot.value), finding).some(Boolean);
  if (saysValue({ text: agent }, slot, finding)) return true;
  return slot.kind === "phone" && isSamePhone(digitsOf(String(slot.value)), digitsOf(callerNumber)) && namesThisNumber(agent);
}

/** In a question before, whose answer agreed, or changed another value only, and nothing was said of this one since. */
function wasReadBack(slot: Slot, before: readonly Exchange[], given: ReadBack, finding: Finding): boolean {
  const others = given.slots.filter((one) => one !== slot && EXACT.has(one.kind));
  const at = before.findLastIndex(({ agent }) => CONFIRMS.test(folded(agent)) && readsBack(agent, slot, given, finding));
  const asked = before[at];
  if (!asked || others.every((one) => !readsBack(asked.agent, one, given, finding))) return false;
  const changes = others.some(
    (one) => saysValue({ text: asked.caller }, one, finding) && !readsBack(asked.agent, one, given, finding),
  );
  return (saysYes(asked, finding) || changes) && before.slice(at).every(({ caller }) => !namesAnother(caller, slot, finding));
}

/** Whether these words hold another value of the kind. */
function namesAnother(caller: string, slot: Slot, finding: Finding): boolean {
  const kind =
    COMPARED[slot.kind] ??
    (slot.kind === "money" ? "number" : slot.kind === "number" || slot.kind === "code" ? slot.kind : undefined);
  if (kind === undefined) return false;
  return read({ text: caller }, kind, finding).some((one) =>
    kind === "number" || kind === "code" ? String(one) !== String(slot.value) : !isSame(kind, one, String(slot.value)),
  );
}

function isExact(slot: Slot, tool: ToolDefinition): boolean {
  return EXACT.has(slot.kind) && !isIdentifying(slot, tool);
}

/** Who asks to cancel says who they are; what is read back is the appointment. */
function isIdentifying({ kind }: Slot, { listsWithout }: ToolDefinition): boolean {
  return listsWithout !== undefined && (kind === "name" || kind === "phone");
}

const COMPARED: Partial<Record<Slot["kind"], ValueKind>> = {
  date: "date",
  time: "time",
  moment: "date",
  phone: "phone",
  email: "email",
};

/** Of the read-back's own answer, and of what was said after it: "yes, but Wednesday". */
function saysOtherwise(one: Exchange, confirmed: Exchange, slots: readonly Slot[], finding: Finding): boolean {
  if (one !== confirmed && disputes(one)) return true;
  const isAbout = (): boolean =>
    one.agent === "" || slots.some((slot) => EXACT.has(slot.kind) && saysValue({ text: one.agent }, slot, finding));
  if (one !== confirmed && hedges(one, finding) && isAbout()) return true;
  const kinds = new Set(slots.flatMap(({ kind }) => COMPARED[kind] ?? []));
  return [...kinds].some((kind) => {
    const found = read({ text: one.caller, asked: one.agent }, kind, finding);
    const wanted = slots.filter((slot) => COMPARED[slot.kind] === kind);
    return found.length > 0 && !wanted.some((slot) => found.some((value) => isSame(kind, value, String(slot.value))));
  });
}

function isSame(kind: ValueKind, found: unknown, wanted: string): boolean {
  const said = String(found);
  if (kind === "phone") return isSamePhone(digitsOf(said), digitsOf(wanted)) || digitsOf(wanted).includes(digitsOf(said));
  if (kind === "time") return minuteOf(said) === minuteOf(wanted);
  if (kind === "date") return said === wanted.slice(0, 10);
  return said.toLowerCase() === wanted.toLowerCase();
}

/** What the last yes was about, where it was about something else. */
function whyNot(given: ReadBack, finding: Finding): Confirmation {
  const last = given.exchanges.findLast((one) => one.agent !== "" && saysYes(one, finding));
  const exact = given.slots.filter((slot) => isExact(slot, given.tool));
  for (const slot of last ? exact : []) {
    const kind = COMPARED[slot.kind];
    const found = kind && last ? read({ text: last.agent }, kind, finding) : [];
    if (kind && found.length > 0 && !found.some((value) => isSame(kind, value, String(slot.value))))
      return { ok: false, slot: slot.name, reason: "other_value" };
  }
  const before = last ? given.exchanges.slice(0, given.exchanges.lastIndexOf(last)) : [];
  const missing = last && missingIn(last.agent, given, finding, (slot) => wasReadBack(slot, before, given, finding));
  const slot = missing || exact[0]?.name || given.slots[0]?.name;
  return { ok: false, ...(slot === undefined ? {} : { slot }), reason: "not_confirmed" };
}
