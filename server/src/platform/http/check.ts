/** What comes from outside, in the shape that was asked for. */
import type { FieldComplaint } from "@ongea/contract";
import type { z } from "zod";
import { refuse } from "./refuse.ts";
import { unkeepable } from "./text.ts";

/** `where`: "path", "query" or "body". Refuses with "request.bad_value" or "request.invalid" and the fields. */
export function check<Schema extends z.ZodType>(schema: Schema, value: unknown, where: string): z.output<Schema>;
export function check(schema: z.ZodType | undefined, value: unknown, where: string): unknown;
export function check(schema: z.ZodType | undefined, value: unknown, where: string): unknown {
  if (!schema) return undefined;
  const unkept = unkeepable(value, where);
  if (unkept.length > 0) throw refuse("request.bad_value", unkept);
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw refuse("request.invalid", complaintsOf(result.error, where));
}

const MOST_COMPLAINTS = 20;

/** A key that is not known is a complaint of its own, at its own place. */
export function complaintsOf({ issues }: z.ZodError, where: string): FieldComplaint[] {
  return issues
    .flatMap((issue): FieldComplaint[] => {
      const loc = [where, ...issue.path.map((part) => (typeof part === "number" ? part : String(part)))];
      if (issue.code !== "unrecognized_keys") return [{ type: issue.code, loc, msg: issue.message }];
      return issue.keys.map((key) => ({ type: issue.code, loc: [...loc, key], msg: "is not a field of this request" }));
    })
    .slice(0, MOST_COMPLAINTS);
}
