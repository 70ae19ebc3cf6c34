/** The server's own OpenAPI description, read into what a page shows: nothing of the reference is written by hand. */
import { queryOptions } from "@tanstack/react-query";

export interface Schema {
  type?: string | string[];
  format?: string;
  pattern?: string;
  description?: string;
  examples?: unknown[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  prefixItems?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  additionalProperties?: Schema | boolean;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: Schema;
}

export interface Body {
  /** Absent: bytes of one of these types. */
  schema?: Schema;
  types: string[];
  mostBytes?: number;
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  summary: string;
  who: string;
  parameters: Parameter[];
  body?: Body;
  answer: { status: number; type: string; schema?: Schema };
}

export interface Subject {
  name: string;
  slug: string;
  operations: Operation[];
}

export interface Refusal {
  code: string;
  status: number;
  sentence: string;
}

export interface Description {
  version: string;
  subjects: Subject[];
  refusals: Refusal[];
}

interface WireOperation {
  operationId: string;
  summary: string;
  tags: string[];
  "x-who": string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }>; "x-most-bytes"?: number };
  responses: Record<string, { content: Record<string, { schema: Schema }> }>;
}

export interface WireDescription {
  info: { version: string };
  tags: { name: string }[];
  paths: Record<string, Record<string, WireOperation>>;
  "x-refusals": Refusal[];
}

export const description = queryOptions({
  queryKey: ["openapi"],
  queryFn: async (): Promise<Description> => {
    const answer = await fetch("/openapi.json");
    if (!answer.ok) throw new Error(`The description came with ${answer.status}`);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server that sent this page describes itself
    return readDescription((await answer.json()) as WireDescription);
  },
  staleTime: Infinity,
});

export function readDescription(wire: WireDescription): Description {
  const subjects = new Map(wire.tags.map(({ name }) => [name, { name, slug: slugOf(name), operations: [] as Operation[] }]));
  for (const [path, methods] of Object.entries(wire.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      subjects.get(operation.tags[0] ?? "")?.operations.push(operationOf(path, method, operation));
    }
  }
  return {
    version: wire.info.version,
    subjects: [...subjects.values()].filter(({ operations }) => operations.length > 0),
    refusals: wire["x-refusals"],
  };
}

export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
}

function operationOf(path: string, method: string, wire: WireOperation): Operation {
  const [status = "200", answer] = Object.entries(wire.responses).find(([code]) => code !== "default") ?? [];
  const [type = "application/json", content] = Object.entries(answer?.content ?? {})[0] ?? [];
  const body = wire.requestBody && bodyOf(wire.requestBody);
  return {
    id: wire.operationId,
    method: method.toUpperCase(),
    path,
    summary: wire.summary,
    who: wire["x-who"],
    parameters: wire.parameters ?? [],
    ...(body && { body }),
    answer: { status: Number(status), type, ...(type === "application/json" && content ? { schema: content.schema } : {}) },
  };
}

function bodyOf({ content, "x-most-bytes": mostBytes }: NonNullable<WireOperation["requestBody"]>): Body {
  const types = Object.keys(content);
  const schema = content["application/json"]?.schema;
  return { types, ...(schema && { schema }), ...(mostBytes !== undefined && { mostBytes }) };
}
