import { z } from "zod";

/** How a server refuses a request that it does not understand, in the form of its vendor. */
export interface WireRefusal {
  status: number;
  body: object;
}

/** `problem` of a request, undefined: there is none. */
export type Rules = (request: unknown) => WireRefusal | undefined;

/** The first thing that the schema does not allow, with its place: `tools.0.function`. */
export function firstProblem(
  shape: z.ZodType,
  request: unknown,
): { path: PropertyKey[]; message: string; unknown: boolean } | undefined {
  const { error } = shape.safeParse(request);
  const issue = error && deepest(error.issues[0]!);
  if (!issue) return undefined;
  if (issue.code !== "unrecognized_keys") return { path: issue.path, message: issue.message, unknown: false };
  return { path: [...issue.path, ...issue.keys.slice(0, 1)], message: issue.message, unknown: true };
}

/** Of a union, the complaint of the branch that comes nearest. */
function deepest(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== "invalid_union") return issue;
  const inner = issue.errors
    .filter((branch) => branch.length > 0)
    .toSorted((a, b) => a.length - b.length || b[0]!.path.length - a[0]!.path.length)[0]?.[0];
  return inner ? deepest({ ...inner, path: [...issue.path, ...inner.path] }) : issue;
}
