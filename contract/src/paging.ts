/** Long lists, a page at a time: each page names the place where the next one begins. */
import { z } from "zod";

/** A moment as ISO 8601 writes it, within the years that every database and calendar knows. */
export const Moment = z.iso
  .datetime({ offset: true })
  .refine((text) => /^(19|20|21)\d\d-/.test(text), { error: "must be between 1900 and 2199", params: { status: 400 } });

/** With or without a time, a fraction, a zone: without one it is UTC. Years beyond these four digits no database takes. */
export const LooseMoment = z
  .string()
  .max(40)
  .refine((text) => !Number.isNaN(momentOf(text).getTime()), { error: "must be a date, as 2026-01-31T09:00:00Z", abort: true })
  .refine((text) => isOfOurEra(momentOf(text).getUTCFullYear()), {
    error: "must be between the years 1 and 9999",
    params: { status: 400 },
  });

function isOfOurEra(year: number): boolean {
  return year >= 1 && year <= 9_999;
}

export function momentOf(text: string): Date {
  const isZoned = /(?:[zZ]|[+-]\d\d:?\d\d)$/.test(text.slice(10));
  return new Date(text.length > 10 && !isZoned ? `${text}Z` : text);
}

export const Cursor = z.object({
  /** As `next` of the page before gave it; absent, the beginning. */
  cursor: z.string().max(300).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});

/** `next` is null on the last page. */
export function pageOf<T extends z.ZodType>(row: T) {
  return z.object({ data: z.array(row), next: z.string().nullable() });
}
