/** The request that an operation's example is. */
import type { Operation } from "./description.ts";
import { exampleOf } from "./example.ts";
import type { Request } from "./snippet.ts";

export function requestOf(operation: Operation, origin: string): Request {
  const { method, who, body, answer } = operation;
  const fileType = body && !body.schema ? body.types[0] : undefined;
  return {
    method,
    url: origin + samplePath(operation) + queryOf(operation),
    keyed: who !== "anyone",
    ...(body?.schema && { body: exampleOf(body.schema, { whole: false }) }),
    ...(fileType !== undefined && { fileType }),
    ...(answer.schema ? {} : { answerIsFile: true }),
  };
}

function samplePath({ path, parameters }: Operation): string {
  return path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const schema = parameters.find((one) => one.name === name)?.schema ?? {};
    return encodeURIComponent(String(exampleOf(schema, { whole: true, name })));
  });
}

/** What must be asked; the rest may be left out. */
function queryOf({ parameters }: Operation): string {
  const needed = parameters.filter((one) => one.in === "query" && one.required);
  const pairs = needed.map(({ name, schema }) => [name, String(exampleOf(schema, { whole: true, name }))]);
  return pairs.length > 0 ? `?${new URLSearchParams(pairs).toString()}` : "";
}

/** With what a reader filled in: path and query. */
export function addressOf({ path, parameters }: Operation, given: Readonly<Record<string, string>>): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(given[name] ?? ""));
  const asked = parameters.filter((one) => one.in === "query" && (given[one.name] ?? "") !== "");
  const query = new URLSearchParams(asked.map(({ name }) => [name, given[name] ?? ""])).toString();
  return filled + (query === "" ? "" : `?${query}`);
}
