import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { LooseMoment, momentOf } from "@ongea/contract";
import { openTestDatabase, type TestDatabase } from "../testing/database.ts";
import { afterAnyCursor, afterCursor, cursorAt, placeIn } from "./keyset.ts";

const ID = "0190a0a0-0000-7000-8000-000000000000";
const WHOLE = "9".repeat(18);
let database: TestDatabase;

beforeAll(async () => (database = await openTestDatabase([])));
afterAll(() => database.close());

test.each([`-${WHOLE}`, WHOLE, `-${"9".repeat(17)}`, "253402300800000000", "-62135596800000001", "x", "", "1.5", "--1"])(
  "a cursor at %s microseconds leads nowhere, and no query is asked with it",
  (micros) => {
    const bad = { code: "request.bad_cursor" };
    for (const after of [afterCursor, afterAnyCursor])
      expect(() => after(cursorAt(`${micros}/${ID}`), sql`now()`, sql`${ID}::uuid`)).toThrow(expect.objectContaining(bad));
    expect(() => placeIn(cursorAt(`${micros}/+254700000001`), z.string())).toThrow(expect.objectContaining(bad));
  },
);

test.each(["-62135596800000000", "0", "1760000000123456", "253402300799000000"])(
  "a cursor at %s microseconds is one that the database takes",
  async (micros) => {
    const { at } = placeIn(cursorAt(`${micros}/${ID}`), z.uuid());
    const { rows } = await database.everywhere.execute(sql`select (extract(epoch from ${at}) * 1000000)::bigint::text as micros`);
    expect(rows).toEqual([{ micros }]);
  },
);

test.each(["+275760-09-12", "-000001-01-01", "0000-01-01", "+010000-01-01T00:00:00Z", "9999-12-31T23:59:59-05:00"])(
  "the time %s is of no year that the database takes",
  (text) => expect(LooseMoment.safeParse(text).success).toBe(false),
);

test.each(["0001-01-01", "1970-01-01T00:00:00Z", "9999-12-31T23:59:59Z"])(
  "the time %s is one that the database takes",
  async (text) => {
    const at = momentOf(LooseMoment.parse(text)).toISOString();
    const { rows } = await database.everywhere.execute(sql`select ${at}::timestamptz is not null as stands`);
    expect(rows).toEqual([{ stands: true }]);
  },
);
