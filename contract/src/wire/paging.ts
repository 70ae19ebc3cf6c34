/** Long lists, a page at a time: each page names the place where the next one begins. */
import { z } from "zod";

/** A moment as ISO 8601 writes it, within the years that every database and calendar knows. */
export const Moment = z.iso
  .datetime({ offset: true })
  .refine((text) => /^(19|20|21)\d\d-/.test(text), { error: "must be between 1900 and 2199" });

/** With or without a time, a fraction, a zone: without one it is UTC. Years beyond these four digits no database takes. */
export const LooseMoment = z
  .string()
  .max(40)
  .refine((text) => !Number.isNaN(momentOf(text).getTime()), { error: "must be a date, as 2026-01-31T09:00:00Z", abort: true })
  .refine((text) => isOfOurEra(momentOf(text).getUTCFullYear()), { error: "must be between the years 1 and 9999" });

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

const MOST_PAGES = 100_000;

/** Numbered pages, as existing clients ask for them. */
const PageNumber = z.coerce.number().int().min(1).max(MOST_PAGES);
const PageSize = z.coerce.number().int().min(1).max(50);
export const NumberedPage = z.object({ page_number: PageNumber.default(1), page_size: PageSize.default(20) });
/** For a list that comes whole unless one of them is given. */
export const MaybeNumberedPage = z.object({ page_number: PageNumber.optional(), page_size: PageSize.optional() });

export function numberedPageOf<T extends z.ZodType>(row: T) {
  return z.object({
    page_number: z.number(),
    /** The same: clients read either. */
    page: z.number(),
    page_size: z.number(),
    total: z.number(),
    has_more: z.boolean(),
    data: z.array(row),
  });
}

/** `next` is null on the last page. */
export function pageOf<T extends z.ZodType>(row: T) {
  return z.object({ data: z.array(row), next: z.string().nullable() });
}
