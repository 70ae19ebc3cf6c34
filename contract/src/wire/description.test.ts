import { expect, it } from "vitest";
import type { z } from "zod";
import * as contract from "../index.ts";
import type { Route } from "./route.ts";

it("every route that the contract declares stands in the description", () => {
  const declared = (Object.values(contract) as unknown[]).filter(
    (value): value is Route => typeof value === "object" && value !== null && "does" in value && "path" in value,
  );
  expect(new Set(declared)).toEqual(new Set(contract.ROUTES));
});

it("the description names parameters, bodies, answers and the one shape of a refusal", () => {
  const { paths, openapi } = contract.describeContract("1.2.3") as {
    openapi: string;
    paths: Record<string, Record<string, Record<string, unknown>>>;
  };
  expect(openapi).toBe("3.1.0");
  expect(paths["/executions/{execution_id}"]?.["get"]).toMatchObject({
    parameters: [{ name: "execution_id", in: "path", required: true, schema: { format: "uuid" } }],
    responses: { default: { content: { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } } } },
  });
  expect(paths["/call"]?.["post"]).toHaveProperty("requestBody");
  const ids = Object.values(paths).flatMap((path) => Object.values(path).map((operation) => operation["operationId"]));
  expect(new Set(ids).size).toBe(ids.length);
});

it("an answer that is no JSON has its own media type, and a second status of success says when it comes", () => {
  const { paths } = contract.describeContract("1") as {
    paths: Record<string, Record<string, { responses: Record<string, Json> }>>;
  };
  const mediaOf = (path: string, method: string) => Object.keys(paths[path]?.[method]?.responses["200"]?.content ?? {});
  expect(mediaOf("/api/calls/export", "get")).toEqual(["text/csv"]);
  expect(mediaOf("/api/calls/{execution_id}/recording", "get")).toEqual(["audio/wav"]);
  expect(paths["/dispositions/{disposition_id}"]?.["put"]?.responses["201"]).toMatchObject({
    description: expect.stringContaining("copy"),
    content: { "application/json": {} },
  });
});

it("the description says where the installation is, and every answer of 4xx that a route may give", () => {
  const { servers, paths, components } = contract.describeContract("1", "https://ongea.example") as unknown as {
    servers: object[];
    paths: Record<string, Record<string, { responses: Record<string, { $ref?: string }> }>>;
    components: { responses: Record<string, Json> };
  };
  expect(servers).toEqual([{ url: "https://ongea.example" }]);
  const refused = (path: string, method: string) =>
    Object.keys(paths[path]?.[method]?.responses ?? {}).filter((status) => status.startsWith("4"));
  expect(refused("/call", "post")).toEqual(["400", "401", "403", "409", "413", "422", "429"]);
  expect(refused("/v2/agent/{agent_id}", "get")).toEqual(["400", "401", "403", "404", "422", "429"]);
  expect(refused("/knowledgebase", "post")).toContain("408");
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const references = operations.flatMap(({ responses }) => Object.values(responses).flatMap(({ $ref }) => $ref ?? []));
  expect(references).not.toEqual([]);
  for (const reference of references)
    expect(components.responses[reference.split("/").at(-1) ?? ""]?.description).toEqual(expect.any(String));
});

it("no request matches two templates: where both could, a parameter of one takes no word that stands in the other", () => {
  const ROUTES = contract.ROUTES.map((route) => ({ route, parts: route.path.split("/") }));
  const isName = (part: string | undefined): part is string => part?.startsWith(":") === true;
  const takes = (route: Route, name: string, word: string): boolean =>
    (route.params?.shape[name.slice(1)] as z.ZodType | undefined)?.safeParse(word).success !== false;
  const both: string[] = [];
  for (const [index, one] of ROUTES.entries())
    for (const other of ROUTES.slice(index + 1)) {
      if (one.parts.length !== other.parts.length || one.route.path === other.route.path) continue;
      const pairs = one.parts.map((part, at) => [part, other.parts[at] ?? ""] as const);
      if (!pairs.every(([a, b]) => a === b || isName(a) || isName(b))) continue;
      const isAhead = pairs.some(([a, b]) => !isName(a) && isName(b));
      const isBehind = pairs.some(([a, b]) => isName(a) && !isName(b));
      // One that is plain where the other is not goes first.
      if (isAhead !== isBehind) continue;
      const isApart = pairs.some(
        ([a, b]) =>
          (isName(a) && !isName(b) && !takes(one.route, a, b)) || (isName(b) && !isName(a) && !takes(other.route, b, a)),
      );
      if (!isApart) both.push(`${one.route.path} ${other.route.path}`);
    }
  expect(both).toEqual([]);
});

interface Json {
  description?: string;
  content?: object;
}
