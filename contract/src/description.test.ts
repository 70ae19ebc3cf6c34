import { expect, it } from "vitest";
import * as contract from "./index.ts";
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

interface Json {
  description?: string;
  content?: object;
}
