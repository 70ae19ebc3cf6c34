import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MIGRATIONS } from "../../schema.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { createNonces } from "./nonces.ts";
import { plivoWebhooks } from "./plivo/webhooks.ts";
import { createNonceStore } from "./store.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
});
afterAll(() => database.close());

test("a nonce is accepted once by all servers of a database, for each workspace, and forgotten in the end", async () => {
  const [mine, theirs] = [await openTestWorkspace(database), await openTestWorkspace(database)];
  const [one, other] = [createNonces(createNonceStore(database)), createNonces(createNonceStore(database))];
  const nonce = randomUUID();
  const same = await Promise.all([one.isNew(mine, nonce), other.isNew(mine, nonce), one.isNew(mine, nonce)]);
  expect(same.filter(Boolean)).toHaveLength(1);
  expect(await other.isNew(theirs, nonce)).toBe(true);
  await database.asOwner("update carrier_nonces set at = now() - interval '31 days'");
  expect(await createNonces(createNonceStore(database)).isNew(mine, nonce)).toBe(true);
});

test("Plivo's nonce is the one that it signs", () => {
  expect(plivoWebhooks.nonceOf?.({ header: (name) => (name === "x-plivo-signature-v3-nonce" ? "7" : undefined) })).toBe("7");
});
