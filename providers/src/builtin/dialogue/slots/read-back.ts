/** What has been gathered, in words: read back before it is used. */
import { calledChoice, offered, spokenChoice } from "../forms/choices.ts";
import { saysWhere, type Field } from "../forms/form.ts";
import { wordsOfName } from "../forms/kinds.ts";
import { labelIn } from "../forms/labels.ts";
import { mayWord, type State } from "../state.ts";
import type { Task, Visit } from "../task.ts";
import { fieldOfKind, isVisit, LEFT_OUT, valueOf } from "../task.ts";
import type { Language } from "../world.ts";
import { WORDS } from "../world.ts";

/** More of a message is not read back. */
const MOST_LETTERS = 280;

export function readBack(task: Task, language: Language): string {
  const words = WORDS[language];
  const { form } = task;
  const change = readBackChange(task, language);
  if (change !== undefined) return change;
  const kinds: Field["kind"][] = ["name", "phone"];
  const name = valueOf(task, "name") ?? "";
  const phone = words.digits(valueOf(task, "phone") ?? "");
  if (isVisit(form) && onlyOneOfEach(task)) {
    const visit = dayAndTime(task);
    if (visit) {
      const more = itemsOf(task, language, [...kinds, "day", "time", "moment"]);
      return words.confirmAppointment({ day: words.day(visit.day), time: words.time(visit.time), name, phone, more });
    }
  }
  if (form.intent === "text-me" && form.fields.length === 0) return words.confirmText;
  const told = messageField(task);
  if (told && form.intent !== "report") {
    const more = itemsOf(task, language, kinds, told);
    return words.confirmMessage({ message: quoted(task.slots[told.name]?.value ?? ""), name, phone, more });
  }
  const items = itemsOf(task, language, []);
  return words.confirm(items.length > 0 ? items : [wordsOfName(form.tool)]);
}

/** What will be done, to be said yes to. */
function readBackChange(task: Task, language: State["language"]): string | undefined {
  const words = WORDS[language];
  const { chosen, form } = task;
  if (!form.chosenBy || !chosen) return undefined;
  const from = visitInWords(chosen, language);
  if (form.intent !== "move") return words.confirmCancel(from);
  const visit = dayAndTime(task);
  return visit && words.confirmMove(from, { day: words.day(visit.day), time: words.time(visit.time.replace("~", "")) });
}

/** Which of those that were listed? */
export function whichVisit({ task, language }: State): string {
  const listed = (task?.listed ?? []).slice(0, MOST_SAID);
  return WORDS[language].whichVisit(listed.map((one) => visitInWords(one, language)));
}

const MOST_SAID = 3;

export function visitInWords({ day, time }: Visit, language: Language): Visit {
  const words = WORDS[language];
  return { day: words.day(day), time: words.time(time) };
}

/** The field that takes the caller's own words. */
export function messageField({ form }: Pick<Task, "form">): Field | undefined {
  const told = form.fields.filter(({ kind }) => kind === "text");
  const named = told.find(({ name, label }) =>
    /message|note|complaint|issue|problem|description|details|reason|subject|fault|feedback|request/.test(`${name} ${label}`),
  );
  return (
    named ??
    (form.intent === "message" || form.intent === "complain" || form.intent === "call-back"
      ? told.find(({ required }) => required)
      : undefined)
  );
}

/** The day and the hour of a visit, once both are known. */
/** Of the visit, where it is known. */
export function dayOf(task: Task): string | undefined {
  const day = valueOf(task, "moment")?.split(" ")[0] || valueOf(task, "day");
  return day === undefined || day.includes("?") ? undefined : day;
}

export function dayAndTime(task: Task): { day: string; time: string } | undefined {
  const [momentDay, momentTime] = (valueOf(task, "moment") ?? "").split(" ");
  const day = momentDay || valueOf(task, "day");
  const time = momentTime ?? valueOf(task, "time");
  return day && time && !`${day}${time}`.includes("?") ? { day, time } : undefined;
}

function onlyOneOfEach({ form }: Task): boolean {
  return (
    (["day", "time", "moment", "name", "phone"] as const).every(
      (kind) => form.fields.filter((field) => field.kind === kind).length <= 1,
    ) && (fieldOfKind(form, "name")?.label ?? "name") === "name"
  );
}

function itemsOf(task: Task, language: Language, without: readonly Field["kind"][], but?: Field): string[] {
  return task.form.fields.flatMap((field) => {
    const { value } = task.slots[field.name] ?? {};
    if (value === undefined || value === LEFT_OUT || field === but || without.includes(field.kind)) return [];
    const said = spokenValue(value, field, language);
    const label = labelIn(language, field.label);
    // "Saa saa nane": an hour that says what it is.
    return [said.startsWith(`${label} `) ? said : WORDS[language].item(label, said)];
  });
}

export function spokenValue(
  value: string,
  field: Pick<Field, "kind"> & Partial<Pick<Field, "type" | "saidAs">>,
  language: Language,
): string {
  const words = WORDS[language];
  switch (field.kind) {
    case "day":
      return words.day(value);
    case "time":
      return words.time(value.replace("~", ""));
    case "moment": {
      const [day = "?", time = "?"] = value.split(" ");
      return [day === "?" ? "" : words.day(day), time === "?" ? "" : words.time(time.replace("~", ""))]
        .filter(Boolean)
        .join(", ");
    }
    case "phone":
      return words.digits(value);
    case "code":
      return field.type === "integer" ? value : spelledOut(value);
    case "choice":
      // Figures alone say nothing to a caller: "afternoon, 14 17".
      return [...new Set([/\p{L}/u.test(value) ? "" : calledChoice(value, field.saidAs), spokenChoice(value)])]
        .filter(Boolean)
        .join(", ");
    case "yes-no":
      return value === "true" ? words.yes : words.no;
    case "number":
      return value;
    case "email":
      return value.replace("@", " @ ");
    case "name":
      return value;
    case "text":
      return quoted(value);
  }
}

function quoted(text: string): string {
  const short = text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS).replace(/\s\S*$/, "")} …` : text;
  return short.replace(/[.!?\s]+$/, "");
}

export function spelledOut(code: string): string {
  return code.replace(/[-/ ]/g, "").split("").join(" ");
}

/** The question that asks for a field. */
export function askFor(field: Field, state: State): string {
  const { language, task } = state;
  const words = WORDS[language];
  const options = offeredIn(language, field);
  if (field.question !== undefined && language === "en")
    return options.length > 0 ? `${field.question.replace(/[?.]$/, "")}: ${words.choice(options)}?` : field.question;
  if (field.kind === "time" && field.choices.length > 0)
    return `${words.ask.time.replace(/\s*\?$/, "")}: ${words.choice(field.choices.slice(0, MOST_CHOICES).map(words.time))}?`;
  const usual = task && usualSlot(field, task);
  if (usual) return words.ask[usual];
  const label = labelIn(language, field.label);
  if (field.kind === "choice") return words.askChoice(label, offeredIn(language, field));
  // "Ready at", "place" are no questions in another language.
  const isForeign = language !== "en" && label === field.label;
  if (isForeign && (field.kind === "day" || field.kind === "time")) return words.ask[field.kind];
  const isPlace = language !== "en" && saysWhere(field) && (isForeign || !label.includes(" "));
  return words.askField(label, isPlace ? "place" : field.kind);
}

function offeredIn(language: Language, field: Field): string[] {
  return offered(field, MOST_CHOICES).map((choice) => labelIn(language, choice));
}

export function askAgainFor(field: Field, state: State): string {
  const { language, task } = state;
  const words = WORDS[language];
  const usual = task && usualSlot(field, task);
  if (usual) return words.askAgain[usual];
  // "How many people come?" says better what is meant than "the number: people".
  if (field.question !== undefined && language === "en" && field.kind === "number") return field.question;
  const label = labelIn(language, field.label);
  return field.kind === "choice" ? words.askChoice(label, offeredIn(language, field)) : words.askFieldAgain(label, field.kind);
}

/** What every ear hears better: digits that are keyed in, letters that are said with words. */
export function easierFormats(field: Field, state: State): string[] {
  const { kind, shape = "" } = field;
  const { useKeypad, keyDigits, letterWords } = WORDS[state.language];
  // An e-mail address is asked for so anyway.
  if (kind !== "email" && letterWords !== undefined && mayWord(state, field)) return [letterWords];
  if (kind === "phone" || kind === "number" || (kind === "code" && !/[A-Za-ce-z]/.test(shape))) return [useKeypad];
  return kind === "code" && !shape.includes("L") ? [keyDigits] : [];
}

const MOST_CHOICES = 6;

function usualSlot(field: Field, task: Task): "day" | "time" | "name" | "phone" | "order" | "message" | undefined {
  const { kind, label } = field;
  const visit = isVisit(task.form) && task.form.fields.filter((one) => one.kind === "day").length <= 1;
  if ((kind === "day" || kind === "moment") && visit && !/birth|issue/.test(label)) {
    const [day] = (task.slots[field.name]?.value ?? "?").split(" ");
    return kind === "moment" && day !== "?" ? "time" : "day";
  }
  if (kind === "time" && /^(?:\w+ )?(?:time|hour)$/.test(label)) return "time";
  if (kind === "name" && label === "name") return "name";
  if (kind === "phone" && label === "phone number") return "phone";
  if (kind === "code" && label === "order number") return "order";
  if (kind === "text" && label === "message") return "message";
  return undefined;
}
