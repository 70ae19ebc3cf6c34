/** An open form as the form reader is asked of it, and what it read as the rules use it. */
import type { FormReading, FormWords, ReadField, ReadKind, ReadValue } from "../../form-reader/form-reader.ts";
import type { Field, Form } from "../forms/form.ts";
import { wordsOfName } from "../forms/kinds.ts";

/** What a caller's words say for the form of one tool. */
export interface ReadForm extends FormReading {
  tool: string;
}

const KINDS: Readonly<Record<Field["kind"], ReadKind>> = {
  day: "date",
  moment: "date",
  time: "time",
  number: "number",
  phone: "phone",
  name: "name",
  email: "code",
  choice: "choice",
  "yes-no": "yesno",
  code: "code",
  text: "text",
};
/** How a value is written says nothing of what is said. */
const FORMAT = /,? ?(?:\(|as |in )?(?:yyyy-mm-dd|hh:mm)(?: format)?\)?(?:,? (?:in )?24[ -]hours?)?/gi;
const MONEY = /amount|price|sum|shilling|cedis|naira|rand|francs|fee|deposit|budget|balance|value|worth/i;
const PLACE = /place|where|address|location|street|town|city|area|landmark|destination|pickup|drop|from|\bto\b/i;

export function formWords({ fields }: Form, question: string, said: string): FormWords {
  return { question: lastSentence(question), said, fields: fields.map(readField) };
}

function readField({ name, kind, description, label, choices }: Field): ReadField {
  const about = description.replace(FORMAT, "").trim() === "" ? label : description;
  const told = `${label} ${description}`;
  const read = kind === "number" && MONEY.test(told) ? "money" : kind === "text" && PLACE.test(label) ? "place" : KINDS[kind];
  return { name: wordsOfName(name), about, kind: read, choices };
}

function lastSentence(text: string): string {
  return text.match(/[^.?!]*\?(?=[^?]*$)/)?.[0]?.trim() ?? text.split(/(?<=[.!])\s/).at(-1) ?? "";
}

/** Of a field; `undefined`: nobody has read it. */
export function readOf(reading: ReadForm | undefined, { tool }: Form, { name }: Field): ReadValue | undefined {
  return reading?.tool === tool ? reading.values[wordsOfName(name)] : undefined;
}
