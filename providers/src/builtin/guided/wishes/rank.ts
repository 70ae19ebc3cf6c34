/** Which of the declared tools an utterance wishes for: softly, by what it wants done and by what it is about. */
import type { Form } from "../forms/form.ts";
import { fitted, hasForm } from "../forms/read-value.ts";
import { codesIn } from "../spoken/codes.ts";
import { choiceIn } from "../forms/choices.ts";
import { wordsOfName } from "../forms/kinds.ts";
import { conceptsOf } from "../spoken/concepts.ts";
import type { Deed } from "./deeds.ts";
import { deedsIn, isPersonal, wantsDone } from "./deeds.ts";

export interface RankedWish {
  form: Form;
  score: number;
}

/** From here on a wish is understood. */
export const UNDERSTOOD = 1.6;
/** Two wishes nearer to each other than this are asked about. */
export const TOO_NEAR = 0.25;

const DEED = 1.6;
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
const IN_NAME = 1;
const IN_DESCRIPTION = 0.5;
const IN_FIELDS = 0.35;
const MOST_OBJECTS = 2.2;

/** Done by another tool, or by none: never by one for something else. */
const DISTINCT: ReadonlySet<Deed> = new Set(["cancel", "move", "refund", "stop-calls", "change", "complain", "call-back"]);
const RELATED: readonly (readonly Deed[])[] = [
  ["book", "order", "register"],
  ["apply", "register", "order"],
  ["report", "complain"],
  ["pay", "order"],
];

/** The wishes that a text may mean, likeliest first. */
export function rankWishes(text: string, forms: readonly Form[]): RankedWish[] {
  const deeds = deedsIn(text);
  const concepts = new Set(conceptsOf(text));
  const wanted = wantsDone(text) && deeds.size === 0;
  const mine = isPersonal(text);
  const codes = codesIn(text);
  const hasCode = (form: Form): boolean =>
    form.fields.some((field) => field.kind === "code" && hasForm(field) && codes.some((code) => fitted(code, field)));
  const bonus = (form: Form): number => {
    if (codes.length > 0 && hasCode(form)) return HAS_CODE;
    const about = [...objectsOf(form)].filter(([concept]) => concepts.has(concept));
    const least = form.looksUp || wanted ? IN_DESCRIPTION : IN_NAME;
    // Two of its choices or labels, as a place and a seat, say as much as its name.
    const choice =
      wanted &&
      !form.looksUp &&
      form.fields.some(({ choices }) => choices.length > 0 && choiceIn(text, choices, false) !== undefined);
    if (choice) return WANTED + NAMES_CHOICE;
    if (!about.some(([, weight]) => weight >= least) && about.length < 2) return 0;
    return form.looksUp ? (mine ? MINE : 0) : wanted ? WANTED : 0;
  };
  return forms
    .map((form) => ({
      form,
      score: deedScore(form, deeds) + objectScore(form, concepts, forms) + bonus(form),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
}

function deedScore({ deed }: Form, deeds: ReadonlySet<Deed>): number {
  if (deed === undefined) return 0;
  const wanted: Deed = deed === "availability" ? "look-up" : deed;
  if (deeds.has(wanted)) return wanted === "look-up" ? LOOK_UP_DEED : DEED;
  if ([...deeds].some((one) => DISTINCT.has(one))) return OTHER_DEED;
  if (DISTINCT.has(wanted)) return OTHER_DEED;
  return RELATED.some((group) => group.includes(wanted) && group.some((one) => deeds.has(one))) ? RELATED_DEED : 0;
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
