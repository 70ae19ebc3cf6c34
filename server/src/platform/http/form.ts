/** A form (multipart/form-data) that a client has sent whole. */
import { refuse } from "./refuse.ts";

export interface Form {
  /** Of each field that is a text, what stands there first. */
  readonly firsts: Readonly<Record<string, string | undefined>>;
  all(name: string): string[];
  /** The only one that is looked at. */
  readonly file: File | undefined;
}

/** Refuses with "request.malformed". */
export async function formIn(type: string, body: Buffer): Promise<Form> {
  const form = await new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData().catch(() => {
    throw refuse("request.malformed");
  });
  const texts = (name: string): string[] => form.getAll(name).filter((value) => typeof value === "string");
  return {
    firsts: Object.fromEntries([...new Set(form.keys())].map((name) => [name, texts(name)[0]])),
    all: texts,
    file: [...form.values()].find((value) => typeof value !== "string"),
  };
}

/** A form as browsers and older clients write one (application/x-www-form-urlencoded): what stands first in each field. */
export function fieldsIn(text: string): Record<string, unknown> {
  const form = new URLSearchParams(text);
  return asBody(Object.fromEntries([...new Set(form.keys())].map((name) => [name, form.get(name) ?? ""])));
}

/** Objects and lists stand in a form as JSON; everything else is the text that it is. */
export function asBody(fields: Readonly<Record<string, string | undefined>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, valueOf(value)]));
}

function valueOf(text: string | undefined): unknown {
  if (text === undefined || !/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
