/** The contract as an OpenAPI 3.1 document, made from the routes themselves. */
import { z } from "zod";
import { REFUSALS } from "./refusals.ts";
import type { Route } from "./route.ts";
import { ROUTES_BY_SUBJECT } from "./routes.ts";
import { scopeOf } from "../accounts/scopes.ts";

type Json = Record<string, unknown>;

const REFUSAL_SCHEMA: Json = {
  type: "object",
  description: "The body of every answer that says no.",
  required: ["error", "code", "message", "detail"],
  properties: {
    error: { type: "integer", description: "The HTTP status." },
    code: { type: "string", enum: Object.keys(REFUSALS), description: "Stable, for programs." },
    message: { type: "string", description: "A sentence for people." },
    detail: {
      oneOf: [
        { type: "string" },
        {
          type: "array",
          items: {
            type: "object",
            required: ["type", "loc", "msg"],
            properties: {
              type: { type: "string" },
              loc: { type: "array", items: { type: ["string", "integer"] } },
              msg: { type: "string" },
            },
          },
        },
      ],
    },
  },
};

const IDEMPOTENCY_KEY: Json = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "Retries with the same key within 24 hours return the first response.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

/** What a refusal of each status says of a request; which routes may answer it follows from what they take (`refusalsOf`). */
const STATUSES: Readonly<Record<string, string>> = {
  400: "The request cannot be read, or holds a character that cannot be stored.",
  401: "Nobody is known by this request: a key or a session is missing.",
  403: "The key is not in force, or whoever asks may not do this.",
  404: "There is nothing with this id in the workspace.",
  408: "The upload came too slowly.",
  409: "What is there now does not allow it, or the same request is being processed.",
  413: "The request is too large.",
  422: "A field is missing or not valid; the message names the first one, `detail` each of them.",
  429: "Too many requests or calls; Retry-After says when to ask again.",
};
const RETRY_AFTER: Json = { "Retry-After": { description: "Seconds.", schema: { type: "integer" } } };
const REFUSED_CONTENT: Json = { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } };

/** The statuses of 4xx that a route may answer. */
function refusalsOf({ method, who, params, query, body, upload }: Route): string[] {
  const takes = params !== undefined || query !== undefined || body !== undefined || upload !== undefined;
  return Object.entries({
    400: takes,
    401: who !== "anyone",
    403: who !== "anyone",
    404: params !== undefined,
    408: upload !== undefined,
    409: method !== "GET",
    413: body !== undefined || upload !== undefined,
    422: takes || method === "POST",
    429: true,
  })
    .filter(([, is]) => is)
    .map(([status]) => status);
}

/** @param version of the product. @param url where the installation is reached; absent: wherever the description was read. */
export function describeContract(version: string, url = "/"): Json {
  const paths: Record<string, Json> = {};
  for (const [subject, routes] of ROUTES_BY_SUBJECT) {
    for (const route of routes) {
      const path = route.path.replace(/:(\w+)/g, "{$1}");
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, subject) };
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Ongea",
      version,
      description: "Voice agents that hold phone conversations.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url }],
    security: [{ key: [] }, { session: [] }],
    tags: ROUTES_BY_SUBJECT.map(([name]) => ({ name })),
    paths,
    "x-refusals": Object.entries(REFUSALS).map(([code, { status, sentence }]) => ({ code, status, sentence })),
    components: {
      schemas: { Refusal: REFUSAL_SCHEMA },
      responses: Object.fromEntries(
        Object.entries(STATUSES).map(([status, description]) => [
          `Refused${status}`,
          { description, ...(status === "429" ? { headers: RETRY_AFTER } : {}), content: REFUSED_CONTENT },
        ]),
      ),
      securitySchemes: {
        key: { type: "http", scheme: "bearer", description: "A key of the workspace." },
        session: { type: "apiKey", in: "cookie", name: "ongea_session", description: "A person who has signed in." },
      },
    },
  };
}

function operationOf(route: Route, subject: string): Json {
  const parameters = [
    ...parametersOf(route.params, "path"),
    ...parametersOf(route.query, "query"),
    ...(route.method === "POST" ? [IDEMPOTENCY_KEY] : []),
  ];
  return {
    operationId: `${route.method.toLowerCase()}${route.path.replace(/[^A-Za-z0-9]+(\w)/g, (_all, letter: string) => letter.toUpperCase()).replace(/\W/g, "")}`,
    summary: route.does,
    tags: [subject],
    "x-who": route.who,
    ...(route.who === "anyone" || route.who === "person" || route.who === "operator"
      ? {}
      : { "x-scope": scopeOf(route), "x-of-agents": route.ofAgents ?? false }),
    ...(route.who === "anyone" ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.upload
      ? {
          requestBody: {
            required: true,
            "x-most-bytes": route.upload.mostBytes,
            content: Object.fromEntries(
              route.upload.types.map((type) => [type, { schema: { type: "string", format: "binary" } }]),
            ),
          },
        }
      : {}),
    ...(route.body ? { requestBody: { required: true, content: bodyOf(route, schemaOf(route.body, "input")) } } : {}),
    responses: {
      [route.status ?? 200]: { description: "Done.", content: answerOf(route) },
      ...(route.otherwise && { [route.otherwise.status]: { description: route.otherwise.when, content: answerOf(route) } }),
      ...Object.fromEntries(refusalsOf(route).map((status) => [status, { $ref: `#/components/responses/Refused${status}` }])),
      default: { description: "Refused for another reason, or failed.", content: REFUSED_CONTENT },
    },
  };
}

function answerOf({ answer, media = "audio/wav" }: Route): Json {
  if (answer) return { "application/json": { schema: schemaOf(answer, "output") } };
  return { [media]: { schema: media.startsWith("text/") ? { type: "string" } : { type: "string", format: "binary" } } };
}

function bodyOf({ form }: Route, schema: Json): Json {
  return { "application/json": { schema }, ...(form ? { "multipart/form-data": { schema } } : {}) };
}

function parametersOf(schema: z.ZodObject | undefined, place: "path" | "query"): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, "input") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: one,
  }));
}

function schemaOf(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}
