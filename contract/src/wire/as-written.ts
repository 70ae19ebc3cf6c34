/** What existing clients send as text where a number or a yes-or-no is wanted: "0.2", "100", "true". */
import { z } from "zod";

const NUMBER = /^\s*-?\d{1,15}(?:\.\d{1,15})?\s*$/;
const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false };

/**
 * The value with such text as what it stands for, where the schema has a number or a boolean; all else as it was, names that the schema does
 * not know too. Whether it is in its range is for the schema to say.
 */
export function asWritten(schema: z.core.$ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodNumber) return typeof value === "string" && NUMBER.test(value) ? Number(value) : value;
  if (schema instanceof z.ZodBoolean) return typeof value === "string" ? (BOOLEANS[value.trim().toLowerCase()] ?? value) : value;
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return asWritten(schema.def.innerType, value);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return asWritten(schema.def.innerType, value);
  if (schema instanceof z.ZodUnion) return inUnion(schema, value);
  if (Array.isArray(value)) return inList(schema, value);
  if (!(schema instanceof z.ZodObject) || typeof value !== "object" || value === null) return value;
  const shape: Readonly<Record<string, z.core.$ZodType>> = schema.shape;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const known = Object.hasOwn(shape, name) ? shape[name] : undefined;
      return [name, known ? asWritten(known, one) : one];
    }),
  );
}

function inList(schema: z.core.$ZodType, list: readonly unknown[]): unknown {
  if (schema instanceof z.ZodArray) return list.map((one) => asWritten(schema.element, one));
  if (!(schema instanceof z.ZodTuple)) return list;
  const { items, rest } = schema.def;
  return list.map((one, at) => {
    const item = items[at] ?? rest;
    return item ? asWritten(item, one) : one;
  });
}

/** As the first of the kinds has it that takes it so. */
function inUnion(schema: z.ZodUnion, value: unknown): unknown {
  for (const option of schema.options) {
    const written = asWritten(option, value);
    if (z.safeParse(option, written).success) return written;
  }
  return value;
}
