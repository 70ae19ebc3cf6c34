import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MIGRATIONS } from "../../schema.ts";
import { dataDirFor } from "./data-folder.ts";

test("a database of all the product's steps is copied from the one that was made before all tests, and of others is not", () => {
  const [whole, partly] = [dataDirFor([...MIGRATIONS]), dataDirFor(MIGRATIONS.slice(1))];
  try {
    expect(existsSync(join(whole, "postgres/data/PG_VERSION"))).toBe(true);
    expect(readdirSync(partly)).toEqual([]);
  } finally {
    for (const folder of [whole, partly]) rmSync(folder, { recursive: true, force: true });
  }
});
