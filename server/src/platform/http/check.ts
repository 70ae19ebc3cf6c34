/** What comes from outside, in the shape that was asked for. */
import type { z } from "zod";
import { refuse } from "./refuse.ts";
import { unkeepable } from "./text.ts";

/** `where`: "path", "query" or "body". Refuses with "request.bad_value" or "request.invalid" and the fields. */
export function check(schema: z.ZodType | undefined, value: unknown, where: string): unknown {
  if (!schema) return undefined;
  const unkept = unkeepable(value, where);
  if (unkept.length > 0) throw refuse("request.bad_value", unkept);
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const isUnkeepable = result.error.issues.some((issue) => issue.code === "custom" && issue.params?.["status"] === 400);
  throw refuse(
    isUnkeepable ? "request.bad_value" : "request.invalid",
    result.error.issues.slice(0, 20).map((issue) => ({
      type: issue.code,
      loc: [where, ...issue.path.map((part) => (typeof part === "number" ? part : String(part)))],
      msg: issue.message,
    })),
  );
}
