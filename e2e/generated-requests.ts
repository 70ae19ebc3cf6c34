/** Requests made from the contract: some that are right, some with one thing broken, some with what attackers and accidents send. */
import { formBytes, type Route } from "@ongea/contract";
import { z } from "zod";

/** The same numbers for the same seed (mulberry32), so that what was found can be asked again. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface GeneratedRequest {
  method: string;
  /** As it stands on the wire, query included. */
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | undefined;
}

const TEXTS = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "x\udfffy",
  "\u202eabc\u2028\u2029",
  "'; drop table calls; --",
  "<script>alert(1)</script>",
  "${7*7}{{7*7}}",
  "../../../etc/passwd",
  "%00%ff%",
  "😀".repeat(300),
  "ሰላም",
  "e\u0301".repeat(200),
  "A".repeat(10_000),
  "9".repeat(400),
  "__proto__",
  "constructor",
  "null",
  "NaN",
  "-0",
  "1e309",
  "99999-01-01T00:00:00Z",
  "2026-02-30T25:61:61Z",
  "+254711000001",
  "http://127.0.0.1:9/",
  "\r\nSet-Cookie: a=b",
];
const OTHERS: readonly unknown[] = [null, true, -1, 0, 0.1, 1e308, 2 ** 53, 2_147_483_648, [], {}, [[]], { a: { b: [null] } }];
/** Their values would be asked of somebody outside: they are always sent broken. */
const ASKS_OUTSIDE = /^\/(api\/)?providers|^\/user\/model|^\/api\/functions/;

interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema | boolean;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

export interface Generator {
  request(route: Route): GeneratedRequest;
}

/** Dice, and what there is to ask for. */
interface World {
  random(): number;
  pick<T>(list: readonly T[]): T;
  chance(share: number): boolean;
  /** Ids that there are, by the name of their parameter or field. */
  known: Readonly<Record<string, string>>;
}

/** `known`: ids that there are, by the name of their parameter or field. */
export function createGenerator(random: () => number, known: Readonly<Record<string, string>>): Generator {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const world: World = { random, pick, chance: (share) => random() < share, known };
  const schemas = new WeakMap<z.ZodType, Schema>();
  const made = (type: z.ZodType, mode: Mode): unknown => {
    const schema = schemas.get(type) ?? (z.toJSONSchema(type, { io: "input", unrepresentable: "any" }) as Schema);
    schemas.set(type, schema);
    return spoilt(world, right(world, schema, ""), mode);
  };
  return {
    request(route) {
      const mode = ASKS_OUTSIDE.test(route.path) && route.method !== "GET" ? "hostile" : pick(MODES);
      const fields = (type: z.ZodType | undefined): Record<string, unknown> => {
        const value = type && made(type, mode);
        return isObject(value) ? value : {};
      };
      const params = fields(route.params);
      const path = route.path.replaceAll(/:(\w+)/g, (_all, name: string) => escaped(textOf(params[name] ?? "x")) || "x");
      const query = Object.entries(fields(route.query))
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => `${escaped(name)}=${escaped(textOf(value))}`)
        .join("&");
      const { type, body } = route.upload
        ? uploadFor(world, route)
        : route.body
          ? bodyFor(world, made(route.body, mode), mode)
          : { type: undefined, body: undefined };
      const hasKey = route.method === "POST" && world.chance(0.2);
      const key = world.chance(0.5) ? `k-${Math.floor(random() * 50)}` : "a b";
      return {
        method: route.method,
        path: path + (query === "" ? "" : `?${query}`),
        headers: { ...(type === undefined ? {} : { "content-type": type }), ...(hasKey ? { "idempotency-key": key } : {}) },
        body,
      };
    },
  };
}

const MODES = ["right", "broken", "hostile"] as const;
type Mode = (typeof MODES)[number];

function bodyFor({ chance, pick }: World, value: unknown, mode: Mode): { type: string; body: string } {
  const text = JSON.stringify(value) ?? "null";
  if (mode !== "hostile" || chance(0.7)) return { type: "application/json", body: text };
  return pick([
    { type: "application/json", body: text.slice(0, -1) },
    { type: "application/json", body: `${"[".repeat(2_000)}${"]".repeat(2_000)}` },
    { type: "application/json", body: `{"__proto__":{"admin":true},"a":1e400}` },
    { type: "text/plain", body: text },
    { type: "application/json; charset=utf-16", body: text },
    { type: "multipart/form-data; boundary=x", body: "--x\r\n\r\nno end" },
    { type: "application/x-www-form-urlencoded", body: "a[b]=%00&c=%" },
  ]);
}

function uploadFor({ random, pick, chance, known }: World, route: Route): { type: string; body: GeneratedRequest["body"] } {
  const bytes = new Uint8Array(Array.from({ length: 200 }, () => Math.floor(random() * 256)));
  const type = pick([...(route.upload?.types ?? []), "text/plain"]);
  if (!type.startsWith("multipart/")) return { type, body: bytes };
  const csv = new TextEncoder().encode(pick(["contact_number\n+254711000001\n", 'a,b\n\0,"', ""]));
  const form = formBytes([
    { name: "agent_id", value: known["agent_id"] ?? "" },
    { name: "file", value: { fileName: pick(["people.csv", "a\0b.pdf", "../x.txt"]), bytes: chance(0.5) ? csv : bytes } },
    {
      name: pick(["url", "chunk_size", "from_phone_numbers", "retry_config"]),
      value: pick(["[", "-1", "http://127.0.0.1:9/"]),
    },
  ]);
  return chance(0.7) ? { type: form.type, body: form.bytes } : { type: "multipart/form-data; boundary=y", body: form.bytes };
}

function right(world: World, schema: Schema | boolean, name: string, depth = 0): unknown {
  const { random, pick, chance, known } = world;
  if (typeof schema === "boolean" || depth > 12) return "x";
  if (name in known && chance(0.9)) return known[name];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return pick(schema.enum);
  if (schema.default !== undefined && chance(0.5)) return schema.default;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return right(world, pick(choices), name, depth + 1);
  if (schema.allOf) return right(world, Object.assign({}, ...schema.allOf) as Schema, name, depth + 1);
  const type = Array.isArray(schema.type) ? pick(schema.type) : schema.type;
  if (schema.properties) {
    const wanted = Object.entries(schema.properties).filter(([key]) => schema.required?.includes(key) === true || chance(0.5));
    return Object.fromEntries(wanted.map(([key, one]) => [key, right(world, one, key, depth + 1)]));
  }
  if (type === "object") return chance(0.5) ? {} : { name: "Asha" };
  if (type === "array")
    return Array.from({ length: Math.floor(random() * 3) }, () => right(world, schema.items ?? {}, name, depth + 1));
  return plain(world, { ...schema, type }, name);
}

interface Plain extends Omit<Schema, "type"> {
  type: string | undefined;
}

function plain({ random, pick, chance, known }: World, schema: Plain, name: string): unknown {
  const { minimum = 0, maximum = 100, type } = schema;
  if (type === "integer") return Math.max(minimum, Math.floor(minimum + random() * (Math.min(maximum, minimum + 100) - minimum)));
  if (type === "number") return minimum + random() * (Math.min(maximum, minimum + 100) - minimum);
  if (type === "boolean") return chance(0.5);
  if (type === "null") return null;
  if (schema.format === "uuid") return pick([...Object.values(known).filter((id) => id.length === 36), crypto.randomUUID()]);
  if (schema.format === "email") return `p${Math.floor(random() * 1e9)}@example.com`;
  if (schema.format === "date-time") return new Date(Date.UTC(2027, 0, 1) + Math.floor(random() * 1e10)).toISOString();
  if (schema.format === "uri" || name.includes("url")) return "http://127.0.0.1:9/page";
  if (name.includes("number")) return "+254711000001";
  return "words of ours ".repeat(8).slice(0, Math.max(schema.minLength ?? 1, Math.min(schema.maxLength ?? 40, 12)));
}

/** Broken: one thing is of the wrong kind, missing or too much. Hostile: a few things hold what nobody means well by. */
function spoilt(world: World, value: unknown, mode: Mode): unknown {
  const { pick, chance } = world;
  if (mode === "right") return value;
  if (!isObject(value) || (mode === "hostile" && chance(0.05))) return pick([...TEXTS, ...OTHERS]);
  const copy: Record<string, unknown> = structuredClone(value);
  for (let n = mode === "broken" ? 1 : 3; n > 0; n--) {
    const name = pick([...Object.keys(copy), "surplus"]);
    const inner = copy[name];
    if (isObject(inner) && chance(0.7)) copy[name] = spoilt(world, inner, mode);
    else if (mode === "broken" && chance(0.3)) delete copy[name];
    else copy[name] = mode === "broken" ? pick(OTHERS) : pick(TEXTS);
    if (mode === "hostile" && chance(0.1)) copy[pick(TEXTS)] = 1;
  }
  return copy;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

/** As an address writes it; half a character too, which `encodeURIComponent` refuses. */
function escaped(text: string): string {
  return Array.from(text.slice(0, 3_000), (one) => (/^[\ud800-\udfff]$/.test(one) ? "%ED%A0%80" : encodeURIComponent(one))).join(
    "",
  );
}
