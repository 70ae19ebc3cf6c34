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
