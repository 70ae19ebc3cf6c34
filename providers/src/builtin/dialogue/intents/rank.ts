/** Which of the declared tools an utterance wishes for: softly, by what it wants done and by what it is about. */
import { type Business, takeSlots } from "../slots/fill.ts";
import type { Field, Form } from "../forms/form.ts";
import { answerTypeOf, type AnswerType } from "../facts/question-type.ts";
import { newTask } from "../task.ts";
import { fitted, hasForm } from "../forms/fitted.ts";
import { codesIn } from "../spoken/codes.ts";
import { choiceIn } from "../forms/choices.ts";
import { wordsOfName } from "../forms/kinds.ts";
import { asksSomething } from "../spoken/acts.ts";
import { conceptsOf } from "../spoken/concepts.ts";
import type { Intent } from "./intents.ts";
import { findIntents, isPersonal, wantsDone } from "./intents.ts";
import { keep, wordsOf } from "../spoken/plain.ts";

export interface RankedIntent {
  form: Form;
  score: number;
}

/** From here on a wish is understood. */
export const UNDERSTOOD = 1.6;
/** Two wishes nearer to each other than this are asked about. */
export const TOO_NEAR = 0.25;

const INTENT_SCORE = 1.6;
/** Looking something up is said in words that much else is said in, too. */
const LOOK_UP_DEED = 1;
const RELATED_DEED = 0.8;
const OTHER_DEED = -1.5;
/** "I want …", of a thing that a tool is named for; "my …", of one that can be looked up. */
const WANTED = 0.6;
const MINE = 0.6;
/** "I want one to Kigali", where Kigali is a choice of the form. */
const NAMES_CHOICE = 0.7;
/** A number of the form that a field of the tool declares was said. */
const HAS_CODE = 0.8;
/** … and was called what the field is called. */
const NAMED_CODE = 1.8;
const NEEDS =
  /\b(?:(?:i|we)(?:'d| would|'ll| will)? (?:want|need|like|love|take)|nataka|nahitaji|tunataka|tunahitaji|je (?:veux|voudrais)|il (?:me|nous) faut|j'aimerais)\b((?:\s+[\p{L}\p{N}'-]+){1,5})/iu;
/** What the prompt says a tool is for: "If somebody's internet is slow, check the line." */
const TOLD_WHEN = 1.6;
const IN_NAME = 1;
const IN_DESCRIPTION = 0.5;
const IN_FIELDS = 0.35;
const MOST_OBJECTS = 2.2;

/** Done by another tool, or by none: never by one for something else. */
const DISTINCT: ReadonlySet<Intent> = new Set([
  "cancel",
  "move",
  "refund",
  "stop-calls",
  "change",
  "complain",
  "call-back",
  "text-me",
]);
const RELATED: readonly (readonly Intent[])[] = [
  ["book", "order", "register"],
  ["apply", "register", "order"],
  ["report", "complain"],
  ["pay", "order"],
];

const OF_DAY = 0.8;
/** What a value of a form says about the wish, where it was said without being asked for. */
const VALUE: Partial<Record<Field["kind"], number>> = { day: OF_DAY, time: 0.6, moment: 1, number: 0.5, choice: 0.7 };
/** Two values of one form are no chance. */
const SEVERAL = 0.3;
const MOST_VALUES = 2;

/** "Since Monday" is no day for something to be done on. */
const SINCE = /\b(?:since|ever since|depuis|tangu|toka)\s+(?:last |this |le )?[\p{L}\p{N}]+/giu;

/** What was yesterday is not to be done. */
function isPast(value: string, kind: Field["kind"], { now }: Business): boolean {
  return kind === "day" && value < now.day;
}

/** "Is the generator taken on Sunday?": to be looked up, where a tool can, and not to be booked. */
const ASKS_IF_FREE =
  /\b(?:available|availability|taken|free|booked|hired|in stock|sold out|any left|inapatikana|ipo|imechukuliwa|disponible|libre|pris)\b/i;

/** Whether a text asks if a thing is to be had, and one of these tools looks that up. */
function looksUpIfFree(text: string, forms: readonly Form[], place: Business | undefined): boolean {
  if (!place || !ASKS_IF_FREE.test(text) || !asksSomething(text) || wantsDone(text)) return false;
  return forms.some((form) => form.looksUp && evidenceFor(form, text, place) > 0);
}

/** How much the values in a text speak for a form: "Tuesday at eight" for the one that takes a day and a time. */
function evidenceFor(form: Form, text: string, place: Business | undefined): number {
  if (!place) return 0;
  const of = evidence.get(form) ?? new Map<string, number>();
  evidence.set(form, of);
  const key = `${place.now.day} ${text}`;
  const before = of.get(key);
  if (before !== undefined) return before;
  const value = readEvidence(form, text, place);
  keep(of, key, value, MOST_REMEMBERED);
  return value;
}

/** A call is replayed from its messages each time it goes on. */
const evidence = new WeakMap<Form, Map<string, number>>();
const MOST_REMEMBERED = 200;

function readEvidence(form: Form, text: string, place: Business): number {
  const taken = takeSlots({ text: text.replace(SINCE, " "), confidence: 1, turn: 0 }, newTask(form), undefined, place).slots;
  const kinds = form.fields.flatMap(({ name, kind }) =>
    taken[name] && !isPast(taken[name].value, kind, place) ? (VALUE[kind] ?? []) : [],
  );
  const sum = kinds.reduce((total, value) => total + value, 0);
  return Math.min(MOST_VALUES, sum + (kinds.length > 1 ? SEVERAL : 0));
}

/** "I want one on Friday": a wish and a value of the form are two signs. */
function withRequest(evidence: number, wanted: boolean): number {
  return wanted ? evidence + WANTED + (evidence >= OF_DAY ? SEVERAL : 0) : evidence;
}

/** Of the same text and forms, for as long as what they are read against. One answer asks several times. */
const ranked = new WeakMap<Business, Map<string, { forms: readonly Form[]; intents: readonly RankedIntent[] }>>();

/** The wishes that a text may mean, likeliest first; `place`: what days and numbers in it are read against. */
export function rankIntents(text: string, forms: readonly Form[], place?: Business): readonly RankedIntent[] {
  if (!place) return rankAnew(text, forms, place);
  const known = ranked.get(place) ?? new Map<string, { forms: readonly Form[]; intents: readonly RankedIntent[] }>();
  ranked.set(place, known);
  const before = known.get(text);
  if (before?.forms === forms) return before.intents;
  const intents = rankAnew(text, forms, place);
  known.set(text, { forms, intents });
  return intents;
}

function rankAnew(text: string, forms: readonly Form[], place: Business | undefined): readonly RankedIntent[] {
  const intents = findIntents(text);
  const concepts = new Set(conceptsOf(text));
  const wanted = wantsDone(text) && intents.size === 0;
  const mine = isPersonal(text);
  const codes = codesIn(text);
  const ifFree = looksUpIfFree(text, forms, place);
  const hasCode = (form: Form): boolean =>
    form.fields.some((field) => field.kind === "code" && hasForm(field) && codes.some((code) => fitted(code, field)));
  const bonus = (form: Form): number => {
    if (commands(text, form, forms)) return TOLD_WHEN;
    if (codes.length > 0 && hasCode(form)) return namesCode(form, concepts) ? NAMED_CODE : HAS_CODE;
    const told = conceptsOf(form.when).filter((concept) => concepts.has(concept)).length + (intents.has("report") ? 1 : 0);
    if (told > 1) return TOLD_WHEN;
    const about = [...objectsOf(form)].filter(([concept]) => concepts.has(concept));
    const least = form.looksUp || wanted ? IN_DESCRIPTION : IN_NAME;
    // Two of its choices or labels, as a place and a seat, say as much as its name.
    const choice =
      wanted &&
      !form.looksUp &&
      form.fields.some(({ choices }) => choices.length > 0 && choiceIn(text, choices, false) !== undefined);
    const needed = new Set(conceptsOf(NEEDS.exec(text)?.[1] ?? ""));
    const isChosen = (concept: string): boolean =>
      form.fields.some(({ choices }) => choices.some((one) => conceptsOf(wordsOfName(one)).includes(concept)));
    if (choice || (!form.looksUp && about.some(([concept]) => needed.has(concept) && isChosen(concept))))
      return WANTED + NAMES_CHOICE;
    if (!about.some(([, weight]) => weight >= least) && about.length < 2) return 0;
    return form.looksUp ? (mine ? MINE : 0) : wanted ? WANTED : 0;
  };
  return forms
    .map((form) => ({
      form,
      score:
        deedScore(form, intents) +
        objectScore(form, concepts, forms) +
        Math.max(bonus(form), form.looksUp === ifFree ? withRequest(evidenceFor(form, text, place), wanted) : 0),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
}

const NOT_DONE = /\b(?:don't|do not|not|never|without|usi\w*|ne pas)\b/i;

const IT: ReadonlySet<string> = new Set(["it", "them", "this", "that", "him", "her"]);

/** "Send the ambulance!": all words of the tool's name, as an order; "block it", where no other tool blocks. */
function commands(text: string, { tool, looksUp }: Form, forms: readonly Form[]): boolean {
  const [verb = "", ...things] = wordsOfName(tool).split(" ");
  if (looksUp || things.length === 0 || asksSomething(text) || NOT_DONE.test(text)) return false;
  const words = wordsOf(text);
  const at = words.indexOf(verb);
  if (at < 0) return false;
  const isOnlyOne = forms.every((other) => other.tool === tool || !other.tool.startsWith(verb));
  return things.every((word) => words.includes(word, at)) || (isOnlyOne && IT.has(words[at + 1] ?? ""));
}

/** Whether a text names what a tool is about, by its author's words. */
export function namesObject(form: Form, text: string): boolean {
  const objects = objectsOf(form);
  return conceptsOf(text).some((concept) => objects.has(concept));
}

/** "How much is the malaria test?", where a tool looks prices up by the test. */
export function looksUpPrice(form: Form, segment: string, type: AnswerType | undefined): boolean {
  const { looksUp, fields, tool, description } = form;
  const isNamed = fields.some(({ choices }) => choices.length > 0 && choiceIn(segment, choices, false) !== undefined);
  return looksUp && isNamed && type === "amount" && conceptsOf(`${wordsOfName(tool)} ${description}`).includes("price");
}

const BY_ITS_TYPE: ReadonlySet<AnswerType> = new Set(["place", "time", "duration", "person"]);

/** "Where are you located?" is no question for a tool that knows where parcels are. */
const OF_PLACE_AND_TIME: ReadonlySet<string> = new Set(conceptsOf("located time hour day today"));

/** "Where is your driver?", where a tool tells where the driver of a booking is. */
export function answeringForm(segment: string, forms: readonly Form[]): Form | undefined {
  const type = answerTypeOf(segment);
  if (type === undefined || !BY_ITS_TYPE.has(type) || !asksSomething(segment)) return undefined;
  const said = new Set(conceptsOf(segment).filter((concept) => !OF_PLACE_AND_TIME.has(concept)));
  return forms.find(
    ({ looksUp, description }) =>
      looksUp && answerTypeOf(description) === type && conceptsOf(description).some((concept) => said.has(concept)),
  );
}

/** "Order 4471": a number of the form that the tool asks for, called as it is called. */
export function namesOwnCode(form: Form, text: string): boolean {
  const codes = codesIn(text);
  return (
    namesCode(form, new Set(conceptsOf(text))) &&
    form.fields.some((field) => field.kind === "code" && hasForm(field) && codes.some((code) => fitted(code, field)))
  );
}

function namesCode({ fields }: Form, concepts: ReadonlySet<string>): boolean {
  return fields.some(
    ({ kind, label }) => kind === "code" && conceptsOf(label).some((concept) => !VERBS.has(concept) && concepts.has(concept)),
  );
}

function deedScore({ intent }: Form, intents: ReadonlySet<Intent>): number {
  if (intent === undefined) return 0;
  const wanted: Intent = intent === "availability" ? "look-up" : intent;
  if (intents.has(wanted)) return wanted === "look-up" ? LOOK_UP_DEED : INTENT_SCORE;
  if ([...intents].some((one) => DISTINCT.has(one))) return OTHER_DEED;
  if (DISTINCT.has(wanted)) return OTHER_DEED;
  return RELATED.some((group) => group.includes(wanted) && group.some((one) => intents.has(one))) ? RELATED_DEED : 0;
}

function objectScore(form: Form, concepts: ReadonlySet<string>, forms: readonly Form[]): number {
  let score = 0;
  for (const [concept, weight] of objectsOf(form)) {
    if (!concepts.has(concept)) continue;
    const sharedBy = forms.filter((other) => (objectsOf(other).get(concept) ?? 0) >= weight).length;
    score += weight / Math.max(1, sharedBy) ** 0.5;
  }
  return Math.min(MOST_OBJECTS, score);
}

/** What a tool is about, by the words that its author chose. */
const objects = new WeakMap<Form, ReadonlyMap<string, number>>();
const VERBS = new Set(
  conceptsOf(
    "check get find look trace search fetch book reserve schedule cancel reschedule move change update report log notify register apply open pay buy request send take leave make create say says tell give help caller customer after before ask number day date yyyy-mm-dd name",
  ),
);

function objectsOf(form: Form): ReadonlyMap<string, number> {
  const known = objects.get(form);
  if (known) return known;
  const found = new Map<string, number>();
  const add = (text: string, weight: number): void => {
    for (const concept of conceptsOf(text)) {
      if (!VERBS.has(concept)) found.set(concept, Math.max(found.get(concept) ?? 0, weight));
    }
  };
  // "order taxi" orders something; "check order" is about an order.
  const isOrder = /^(?:order|place_order)/i.test(form.tool);
  add(isOrder ? wordsOfName(form.tool).replace(/\border\b/, "") : wordsOfName(form.tool), IN_NAME);
  add(isOrder ? form.description.replace(/\border\w*/gi, "") : form.description, IN_DESCRIPTION);
  for (const { label, choices } of form.fields) add(`${label} ${choices.map(wordsOfName).join(" ")}`, IN_FIELDS);
  objects.set(form, found);
  return found;
}
