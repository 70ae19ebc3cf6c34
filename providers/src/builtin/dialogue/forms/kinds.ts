/** What kind of answer a parameter asks for, from its name, its description and its schema. */
import { lookup } from "../spoken/plain.ts";

export type Kind = "day" | "time" | "moment" | "number" | "phone" | "name" | "email" | "choice" | "yes-no" | "code" | "text";

interface Named {
  name: string;
  title: string;
  description: string;
  type: "string" | "number" | "integer" | "boolean" | "array";
  format: string | undefined;
  choices: readonly string[];
}

/** "customerName", "customer_name", "customer-name" → "customer name". */
export function wordsOfName(name: string): string {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replace(/[_-]+/g, " ")
    .toLowerCase()
    .trim();
}

export function fieldKind({ name, title, description, type, format, choices }: Named): Kind {
  const words = wordsOfName(name);
  const told = `${words} ${title} ${description}`.toLowerCase();
  if (choices.length > 0) return choices.every((choice) => /^\d\d:\d\d$/.test(choice)) ? "time" : "choice";
  if (type === "boolean") return "yes-no";
  const formatted = FORMATS[format ?? ""];
  if (formatted) return formatted;
  if (/e-?mail/.test(words)) return "email";
  if (/\b(?:phone|telephone|mobile|msisdn|tel|whatsapp|cell|simu|téléphone|contact number)\b/.test(words)) return "phone";
  if (type === "string" && /\b(?:date ?time|datetime|timestamp|starts? at|appointment at)\b/.test(words)) return "moment";
  if (
    /yyyy-mm-dd|dd\/mm|\bdate\b/.test(told) &&
    /\b(?:date|day|when|check in|check out|arrival|departure|from|until|to|on|starts?|ends?|jour|siku|tarehe)\b/.test(words)
  )
    return "day";
  if (/\b(?:date|day|arrival|departure|check in|check out|jour|siku|tarehe)$/.test(words) && type === "string") return "day";
  // As its author writes days, whatever it is called.
  if (type === "string" && /\b(?:yyyy-mm-dd|aaaa-mm-jj|mwaka-mwezi-siku)\b/.test(told)) return "day";
  if (type === "string" && (/\bhh:(?:mm|00)\b/.test(told) || /\b(?:time|hour|heure|saa)$/.test(words))) return "time";
  if (type === "integer" && /\bhow many\b/.test(told)) return "number";
  if (CODE.test(words) || (type === "string" && /\b\d+[- ]digits?\b|\b(?:five|six|seven|eight|nine|ten) digits?\b/.test(told)))
    return "code";
  // "Ticket, four digits": said digit by digit, it counts nothing.
  if (type === "integer" && /\b(?:\d+|four|five|six|seven|eight|nine|ten)[- ]digits?\b/.test(told)) return "code";
  if (/^(?:the )?number of (?:the|your|an?) \p{L}+\.?$/iu.test(description)) return "code";
  if (type === "string" && exampleIn(description) !== undefined) return "code";
  if (type === "number" || type === "integer") return "number";
  if (/\b(?:amount|quantity|count|how many|nights|guests|people|persons|copies|kilos?|weight)\b/.test(words)) return "number";
  if (/\b(?:name|surname|lastname|firstname|jina|nom|prénom)\b/.test(words) && !THINGS.test(words)) return "name";
  if (
    /^(?:customer|caller|client|guest|student|pupil|patient|member|passenger|contact person|person|child|parent|guardian|owner|tenant|applicant|driver)$/.test(
      words,
    )
  )
    return "name";
  return "text";
}

const EXAMPLE =
  /\b(?:for example|for instance|such as|e\.g\.|like|eg|par exemple|p\. ?ex\.|comme|kwa mfano|mfano|kama)[ ,:]+((?=[A-Z\d /-]*[A-Z])(?=[A-Z\d /-]*\d)[A-Z\d]+(?:[ /-][A-Z\d]+)*)(?![\p{L}\d])/u;

/** "For example UAX 123B": how such a number is written, without what stands between its parts. */
export function exampleIn(description: string): string | undefined {
  return EXAMPLE.exec(description)?.[1]?.replace(/[ /-]/g, "");
}

const FORMATS: Readonly<Record<string, Kind>> = lookup({
  date: "day",
  time: "time",
  "date-time": "moment",
  email: "email",
  phone: "phone",
  uuid: "code",
});
/** Numbers that count nothing. */
const CODE =
  /\b(?:id|ids|code|reference|ref|tracking|waybill|serial|meter|account (?:no|number|id)?|account$|(?:order|booking|reservation|member|membership|invoice|ticket|policy|admission|student|card|file|case|registration|parcel|customer|shipment|appointment|loan|room|flight|plate|licence|license|passport|vehicle|national)\s(?:no|num|number|nr)|number plate|number|numéro|namba|no|pin code|postcode|zip)\b(?! of\b)/;
const THINGS =
  /\b(?:product|item|file|business|company|school|course|street|town|city|place|location|branch|hospital|event|medicine|drug|service)\b/;

/** "The full hour at which it begins, 7 to 17", as a number. */
export function isHourOfDay({
  kind,
  label,
  maximum = Infinity,
}: {
  kind: Kind;
  label: string;
  maximum?: number | undefined;
}): boolean {
  return kind === "number" && /(?<!\b(?:per|an|each|every) )\bhour$/.test(label) && maximum <= 24;
}
