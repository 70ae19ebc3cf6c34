/** Pages of a list in the order of time, newest first: a page begins after the last row of the one before, however far down that is. */
import { sql, type Column, type SQL } from "drizzle-orm";
import { z } from "zod";
import { refuse } from "../http/refuse.ts";

export interface PageOf<Row> {
  data: Row[];
  /** Opaque to clients; null on the last page. */
  next: string | null;
}

/** Microseconds since 1970 as text, which loses nothing. */
const Micros = z
  .string()
  .regex(/^-?\d{1,18}$/, { abort: true })
  .refine(isOfOurEra);
/** The years 1 to 9999: PostgreSQL fails at others. */
const [EARLIEST, LATEST] = ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"].map((at) => BigInt(Date.parse(at)) * 1_000n);

/** Selected with each row: where it stands in the list. */
export function cursorOf(at: Column | SQL, id: Column | SQL): SQL<string> {
  return sql<string>`(extract(epoch from ${at}) * 1000000)::bigint::text || '/' || ${id}::text`;
}

/** The rows after the place that a client gave; undefined: from the beginning. Refuses with "request.bad_cursor". */
export function afterCursor(cursor: string | undefined, at: Column | SQL, id: Column | SQL): SQL | undefined {
  if (cursor === undefined) return undefined;
  const last = placeOf(cursor);
  return sql`(${at}, ${id}) < (${last.at}, ${last.id})`;
}

/** The same, for a question whose plan is kept: it is for whatever place. */
export function afterAnyCursor(cursor: string | undefined, at: Column | SQL, id: Column | SQL): SQL | undefined {
  if (cursor === undefined) return undefined;
  const last = placeOf(cursor);
  return sql`(${at}, ${id}) < ((select ${last.at}), (select ${last.id}))`;
}

function placeOf(cursor: string): { at: SQL; id: SQL } {
  const { at, id } = placeIn(cursor, z.uuid());
  return { at, id: sql`${id}::uuid` };
}

/** The place that a client gave, of a list whose rows have such ids. Refuses with "request.bad_cursor". */
export function placeIn(cursor: string, id: z.ZodType<string>): { at: SQL; id: string } {
  const place = z.tuple([Micros, id]).safeParse(Buffer.from(cursor, "base64url").toString("utf8").split("/"));
  if (!place.success) throw refuse("request.bad_cursor");
  const [micros, last] = place.data;
  return { at: sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`, id: last };
}

function isOfOurEra(micros: string): boolean {
  return BigInt(micros) >= (EARLIEST ?? 0n) && BigInt(micros) <= (LATEST ?? 0n);
}

/** `rows`: one more than the page has, where there are so many. */
export function pageFrom<Row extends { place: string }>(rows: readonly Row[], limit: number): PageOf<Row> {
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { data, next: more ? cursorAt(last.place) : null };
}

/** The page after this place. */
export function cursorAt(place: string): string {
  return Buffer.from(place).toString("base64url");
}
