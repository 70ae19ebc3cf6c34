import { describeContract, ROUTES } from "@ongea/contract";
import { expect, test } from "vitest";
import { readDescription, type Schema, slugOf, type WireDescription } from "./description.ts";
import { exampleOf } from "./example.ts";
import { find, placesOf } from "./find.ts";
import { readGuide } from "./guides.ts";
import { headingsOf } from "./markdown.tsx";
import { docsPaths, GUIDES } from "./places.ts";
import { addressOf, requestOf } from "./request.ts";
import { rangeText, typeText } from "./schema-text.ts";
import { SNIPPET_LANGUAGES, snippetOf } from "./snippet.ts";

const description = readDescription(describeContract("1") as unknown as WireDescription);
const operations = description.subjects.flatMap((subject) => subject.operations);

test("the reference has every route of the contract once, each with an address of its own", () => {
  expect(operations).toHaveLength(ROUTES.length);
  expect(new Set(operations.map(({ id }) => id)).size).toBe(ROUTES.length);
  expect(new Set(description.subjects.map(({ slug }) => slug)).size).toBe(description.subjects.length);
});

test("every example of a body is one that the server's own check takes", () => {
  const refused = ROUTES.filter(({ body }) => body).flatMap((route) => {
    const operation = operations.find(
      ({ method, path }) => method === route.method && path === route.path.replaceAll(/:(\w+)/g, "{$1}"),
    );
    const example = exampleOf(operation?.body?.schema ?? {}, { whole: false });
    const read = route.body?.safeParse(example);
    return read?.success ? [] : [`${route.method} ${route.path} ${JSON.stringify(example)}: ${read?.error.message}`];
  });
  expect(refused).toEqual([]);
});

test("a schema that leads into itself or allows anything still has an example, a type and an end", () => {
  const endless: Schema = { type: "object", properties: {} };
  endless.properties = { child: endless, any: {}, list: { type: "array", items: endless } };
  expect(JSON.stringify(exampleOf(endless, { whole: true })).length).toBeGreaterThan(2);
  expect(exampleOf({}, { whole: true })).toBeNull();
  expect(typeText({ anyOf: [{ type: "string" }, { type: "null" }] })).toBe("string | null");
  expect(rangeText({ type: "integer", minimum: 1, maximum: 100 })).toBe("1 – 100");
  expect(rangeText({ type: "integer", minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })).toBe("");
});

test("a request is printed in each language with its key as a variable, and never twice the same", () => {
  for (const operation of operations) {
    for (const language of SNIPPET_LANGUAGES) {
      const text = snippetOf(language, requestOf(operation, "http://127.0.0.1:4400"));
      expect(text).toContain("http://127.0.0.1:4400");
      expect(text.includes("ONGEA_API_KEY")).toBe(operation.who !== "anyone");
      expect(text).not.toContain("undefined");
    }
  }
});

test("an address is filled in with what was typed, as an address writes it", () => {
  const search = operations.find(({ path }) => path === "/executions/{execution_id}")!;
  expect(addressOf(search, { execution_id: "a/b c" })).toBe("/executions/a%2Fb%20c");
  const list = operations.find(({ path }) => path === "/api/calls")!;
  expect(addressOf(list, { limit: "5", q: "á&b", cursor: "" })).toBe("/api/calls?limit=5&q=%C3%A1%26b");
});

test("a route is found by its path, its method, its words and the names of what it takes", () => {
  const places = placesOf(description);
  const first = (text: string): string | undefined => find(text, places)[0]?.title;
  expect(first("post /call")).toBe("/call");
  expect(find("recipient_phone_number", places).map(({ title }) => title)).toContain("/call");
  expect(find("agent executions", places).length).toBeGreaterThan(1);
  expect(find("no such thing whatsoever", places)).toEqual([]);
  expect(find("   ", places)).toEqual([]);
});

test("every guide is there, begins with its title, and leads only to guides that exist", async () => {
  for (const name of [...GUIDES, "api-changes"]) {
    const text = (await readGuide(name)) ?? "";
    expect([name, /^# \S/.test(text)]).toEqual([name, true]);
    const headings = headingsOf(text).map(({ id }) => id);
    expect([name, new Set(headings).size]).toEqual([name, headings.length]);
    for (const [, to = ""] of text.matchAll(/\]\((?:\.\/)?([\w-]+)\.md/g)) expect(GUIDES).toContain(to);
  }
  expect(await readGuide("benchmarks")).toBeUndefined();
  expect(await readGuide("../../SECURITY")).toBeUndefined();
});

test("names become addresses", () => {
  expect(slugOf("Phone numbers")).toBe("phone-numbers");
  expect(docsPaths.operation({ slug: "calls" }, { id: "postCall" })).toBe("/docs/api/calls#postCall");
});
