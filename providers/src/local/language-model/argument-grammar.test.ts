import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sentenceOf } from "../../testing/gbnf-sentences.ts";
import { toolSchemas } from "../../testing/tool-schemas.ts";
import { argumentGrammar, Inexpressible } from "./argument-grammar.ts";
import { judgedArguments } from "./tool-offers.ts";

/** Chance that a seed repeats. */
function drawing(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe("the arguments of a tool, held by a grammar", () => {
  test("whatever the grammar lets a model write is JSON that fits the tool's schema", () => {
    fc.assert(
      fc.property(toolSchemas, fc.integer(), (schema, seed) => {
        const written = sentenceOf(argumentGrammar(schema), drawing(seed));
        expect(judgedArguments(written, { parameters: schema }), `${written} for ${JSON.stringify(schema)}`).toBeDefined();
        expect(written).not.toMatch(/[\n\t]/);
      }),
      { numRuns: 400 },
    );
  });

  test("required properties always come, the others when the model wants them, and no others ever", () => {
    const properties = {
      name: { type: "string" },
      note: { type: "string" },
      people: { type: "integer", minimum: 1, maximum: 6 },
    };
    const grammar = argumentGrammar({ type: "object", properties, required: ["people", "name"] });
    const seen = new Set<string>();
    for (let seed = 0; seed < 40; seed++) {
      const given = JSON.parse(sentenceOf(grammar, drawing(seed))) as Record<string, unknown>;
      seen.add(Object.keys(given).join(" "));
      expect(given["people"]).toSatisfy((people: number) => Number.isInteger(people) && people >= 1 && people <= 6);
    }
    expect([...seen].toSorted()).toEqual(["name people", "name people note"]);
  });

  test.each([
    ["date", /^(19|20)\d\d-(0[1-9]|1[0-2])-([0-2]\d|3[01])$/],
    ["time", /^\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/],
    ["date-time", /^(19|20)\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/],
    ["email", /^[\w.+-]+@[\w.-]+\.[a-z]+$/i],
  ])("a %s has its form", (format, form) => {
    const grammar = argumentGrammar({ properties: { it: { type: "string", format } }, required: ["it"] });
    for (let seed = 0; seed < 30; seed++)
      expect((JSON.parse(sentenceOf(grammar, drawing(seed))) as { it: string }).it).toMatch(form);
  });

  test("a day that there is not fits no schema, although it has the form of one", () => {
    const parameters = { properties: { on: { type: "string", format: "date" } }, required: ["on"] };
    expect(judgedArguments('{"on":"2026-02-28"}', { parameters })).toBe('{"on":"2026-02-28"}');
    expect(judgedArguments('{"on":"2026-02-30"}', { parameters })).toBeUndefined();
    expect(judgedArguments('{"on":"2026-02-28"', { parameters })).toBeUndefined();
    expect(judgedArguments("[]", { parameters })).toBeUndefined();
  });

  test("a tool without parameters is called with an empty object", () => {
    expect(sentenceOf(argumentGrammar({}), drawing(1)).trim()).toBe("{}");
    expect(sentenceOf(argumentGrammar({ type: "object", additionalProperties: true }), drawing(1)).trim()).toBe("{}");
  });

  const deep = Array.from({ length: 9 }).reduce<object>(
    (inner) => ({ type: "object", properties: { in: inner }, required: ["in"] }),
    {},
  );
  test.each<[string, Record<string, unknown>]>([
    ["nothing is said of what is required", { required: ["name"] }],
    ["it refers to another schema", { properties: { it: { $ref: "#/$defs/it" } }, required: ["it"] }],
    ["it nests without end", deep as Record<string, unknown>],
    ["it wants a novel", { properties: { it: { type: "string", minLength: 5_000 } }, required: ["it"] }],
    ["it wants more than anybody lists", { properties: { it: { type: "array", minItems: 1_000 } }, required: ["it"] }],
    ["it has no choice", { properties: { it: { enum: [] } }, required: ["it"] }],
    [
      "it has a thousand properties",
      { properties: Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`p${at}`, {}])) },
    ],
    ["its kind is none", { properties: { it: { type: "frob" } }, required: ["it"] }],
    ["its properties are a list", { properties: ["name"] }],
    ["it is a list itself", { type: "array" }],
    ["what is required is no list", { required: "name" }],
  ])("no grammar is made of a schema where %s", (_, schema) => {
    expect(() => argumentGrammar(schema)).toThrow(Inexpressible);
  });

  test("what cannot be expressed and need not be given is left out, the rest stays", () => {
    const grammar = argumentGrammar({ properties: { a: { $ref: "#/x" }, b: { type: "boolean" } }, required: ["b"] });
    for (let seed = 0; seed < 10; seed++) expect(sentenceOf(grammar, drawing(seed)).trim()).toMatch(/^\{"b": ?(true|false)\}$/);
  });
});
