import fc from "fast-check";

const name = fc.string({ unit: fc.constantFrom(...'abcXYZ_09-é "\\{'), minLength: 1, maxLength: 8 });
const value = fc.letrec<Record<"schema" | "object", Record<string, unknown>>>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 2 },
    fc.record({ type: fc.constant("string"), maxLength: fc.nat(12), description: name }),
    fc.record({
      enum: fc.array(fc.oneof(fc.string({ maxLength: 6 }), fc.integer(), fc.boolean()), { minLength: 1, maxLength: 4 }),
    }),
    fc.record({ type: fc.constant("boolean") }),
    fc.record({ type: fc.constantFrom("integer", "number"), minimum: fc.constant(0) }),
    fc.record({
      type: fc.constant("integer"),
      minimum: fc.integer({ min: -9, max: 0 }),
      maximum: fc.integer({ min: 0, max: 9 }),
    }),
    fc.record({ type: fc.constantFrom(["string", "null"], ["integer", "boolean"]) }),
    fc.record({
      type: fc.constant("array"),
      items: tie("schema"),
      minItems: fc.nat(2),
      maxItems: fc.integer({ min: 2, max: 4 }),
    }),
    fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
    tie("object"),
  ),
  object: fc.dictionary(name, tie("schema"), { maxKeys: 4 }).chain((properties) =>
    fc.record({
      type: fc.constant("object"),
      properties: fc.constant(properties),
      required: fc.subarray(Object.keys(properties)),
    }),
  ),
}));

/** Schemas of tools, as people and programs write them: any of them can be held by a grammar. */
export const toolSchemas = value.object;
