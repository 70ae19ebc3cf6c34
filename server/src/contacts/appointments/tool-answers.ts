/** What the tools of appointments take and answer. */
import { z } from "zod";
import { Unreachable } from "./free-times.ts";
import { isCalendarDay } from "../../platform/time/local-time.ts";

/** What a tool answers a mind with; `ok` is false when the wish could not be met. */
export interface ToolAnswer {
  ok: boolean;
  result: Record<string, unknown>;
}

/** What a tool does, as its answer tells whether it was done. */
export type Done = "booked" | "cancelled" | "moved";

export const day = z.string().refine(isCalendarDay, "no such day");
export const time = z.string().regex(/^([01]?\d|2[0-3]):[0-5]\d$/, "no such time");

export function padded(clock: string): string {
  return clock.padStart(5, "0");
}

export function impossible(done: Done, error: z.ZodError): ToolAnswer {
  const complaints = error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  return { ok: false, result: { [done]: false, reason: "not_understood", complaints } };
}

/** A calendar that cannot be reached is an answer, too. */
export async function answered(done: Done, act: () => Promise<ToolAnswer>): Promise<ToolAnswer> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    return { ok: false, result: { ok: false, [done]: false, error: "calendar_unreachable", reason: error.message } };
  }
}
