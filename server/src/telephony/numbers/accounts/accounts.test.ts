/** Numbers at telephone companies that answer slowly, twice, not at all, or while nobody listens any more. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createCarrierDirectory } from "../../carriers/directory.ts";
import { startCarrierPeer, type CarrierPeer } from "../../carriers/testing/carrier-peer.ts";
import { MIGRATIONS } from "../../../schema.ts";
import { fetchOutside } from "../../../platform/fetch/outside.ts";
import { openTestDatabase, type TestDatabase } from "../../../platform/testing/database.ts";
import { openTestWorkspace } from "../../../platform/testing/workspaces.ts";
import { createNumbers } from "../numbers.ts";
import { createAccountNumbers, type AccountNumbers } from "./accounts.ts";

const NUMBER = "+17185550123";
const WANTED = { carrier: "twilio", country: "US", number: NUMBER } as const;

let database: TestDatabase;
let peer: CarrierPeer;
let workspaceId: string;
let now: Date;
let most: number;
let found: string[];
let isConnected: boolean;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.query("delete from numbers");
  peer = await startCarrierPeer("twilio");
  peer.forSale = [NUMBER, "+17185550124"];
  workspaceId = await openTestWorkspace(database);
  [now, most, found, isConnected] = [new Date(), 10, [], true];
  return () => peer.close();
});

/** As one more server does it. */
function accounts(publicUrl: string | undefined = "https://ongea.example"): AccountNumbers {
  const carriers = createCarrierDirectory({
    credentials: async (_, carrier) =>
      carrier === "twilio" && isConnected ? { account: peer.accountId, secret: peer.secret } : undefined,
    fetch: fetchOutside,
    allowed: ["127.0.0.1"],
    twilioUrl: peer.baseUrl,
    plivoUrl: peer.baseUrl,
  });
  return createAccountNumbers({
    tenancy: database,
    carriers,
    publicUrl,
    mostOf: async () => most,
    found: async (_, number) => void found.push(number),
    now: () => now,
  });
}

const orders = (): number =>
  peer.requests.filter(({ method, path }) => method === "POST" && path.endsWith("IncomingPhoneNumbers.json")).length;
const held = async (): Promise<string[]> => (await createNumbers(database).held(workspaceId)).map(({ number }) => number);
const never = new AbortController().signal;

test("a number that is bought three times at once, and again, is bought once, with the price that was told", async () => {
  const here = accounts();
  await here.search(workspaceId, WANTED);
  const bought = await Promise.all([1, 2, 3].map(() => here.buy(workspaceId, WANTED)));
  expect(bought.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect((await accounts().buy(workspaceId, WANTED)).isNew).toBe(false);
  expect(orders()).toBe(1);
  expect(bought[0]!.held.account).toMatchObject({ carrier: "twilio", price: { amount: "1.15", currency: "USD" } });
  expect(await held()).toEqual([NUMBER]);
});

test("two servers that buy the same number at once have it once, and both say so", async () => {
  const bought = await Promise.all([accounts(), accounts()].map((one) => one.buy(workspaceId, WANTED)));
  expect(new Set(bought.map(({ held: one }) => one.account?.ref)).size).toBe(1);
  expect(await held()).toEqual([NUMBER]);
});

test("a company that did it and broke off is asked what it did: nothing is lost, nothing bought twice", async () => {
  peer.mood = "does it and breaks off";
  await expect(accounts().buy(workspaceId, WANTED)).rejects.toMatchObject({ code: "number.carrier_silent" });
  expect(await held()).toEqual([]);
  peer.mood = "well";
  // Not while the order may still run.
  expect(await accounts().settle(never)).toBe(0);
  now = new Date(Date.now() + 61_000);
  expect(await accounts().settle(never)).toBe(1);
  expect([await held(), found, orders()]).toEqual([[NUMBER], [NUMBER], 0]);
  expect((await accounts().buy(workspaceId, WANTED)).isNew).toBe(false);
});

test("whoever buys again after a silence is told of the number that the first order has bought", async () => {
  peer.mood = "does it and breaks off";
  await expect(accounts().buy(workspaceId, WANTED)).rejects.toMatchObject({ code: "number.carrier_silent" });
  peer.mood = "well";
  await accounts().buy(workspaceId, WANTED);
  expect([await held(), orders()]).toEqual([[NUMBER], 0]);
});

test("an order that never came to the company is forgotten, but not before that is sure", async () => {
  peer.mood = "breaks off";
  await expect(accounts().buy(workspaceId, WANTED)).rejects.toMatchObject({ code: "number.carrier_silent" });
  now = new Date(Date.now() + 120_000);
  expect(await accounts().settle(never)).toBe(0);
  const elsewhere = await openTestWorkspace(database);
  peer.mood = "well";
  await expect(accounts().buy(elsewhere, WANTED)).rejects.toMatchObject({ code: "number.not_free" });
  now = new Date(Date.now() + 700_000);
  expect(await accounts().settle(never)).toBe(1);
  expect((await accounts().buy(elsewhere, WANTED)).isNew).toBe(true);
});

test("a number that the company refuses leaves nothing behind, and its own words are told", async () => {
  const refused = { code: "number.carrier_refused", detail: [{ msg: "+17185550199 is not available" }] };
  await expect(accounts().buy(workspaceId, { ...WANTED, number: "+17185550199" })).rejects.toMatchObject(refused);
  expect((await database.query("select 1 from numbers")).rows).toEqual([]);
});

test("nobody buys without an account, another country's number, or more than a workspace may hold", async () => {
  await expect(accounts().buy(workspaceId, { ...WANTED, country: "KE" })).rejects.toMatchObject({ code: "number.not_free" });
  most = 0;
  await expect(accounts().buy(workspaceId, WANTED)).rejects.toMatchObject({ code: "number.too_many" });
  isConnected = false;
  await expect(accounts().buy(workspaceId, WANTED)).rejects.toMatchObject({ code: "number.carrier_not_connected" });
  expect([orders(), await held()]).toEqual([0, []]);
});

test("a number of the account is taken in, led here where companies reach us, and released there", async () => {
  peer.numbers.set(NUMBER, { number: NUMBER, ref: `PN${"a".repeat(32)}`, voiceUrl: "https://elsewhere.example" });
  expect(await accounts().importable(workspaceId, "twilio")).toEqual([NUMBER]);
  const { held: taken } = await accounts().take(workspaceId, WANTED);
  expect(await accounts().importable(workspaceId, "twilio")).toEqual([]);
  await expect(accounts().take(workspaceId, { carrier: "twilio", number: "+17185550124" })).rejects.toMatchObject({
    code: "number.not_found",
  });
  const nobody = createAccountNumbers({ ...unreached(), publicUrl: undefined });
  await expect(nobody.lead(workspaceId, taken)).rejects.toMatchObject({ code: "number.no_public_url" });
  expect(peer.numbers.get(NUMBER)?.voiceUrl).toBe("https://elsewhere.example");
  await accounts().lead(workspaceId, taken);
  expect(peer.numbers.get(NUMBER)?.voiceUrl).toBe(`https://ongea.example/carriers/twilio/${workspaceId}/voice`);
  peer.mood = "does it and breaks off";
  await expect(accounts().release(workspaceId, taken)).rejects.toMatchObject({ code: "number.carrier_silent" });
  peer.mood = "well";
  await accounts().release(workspaceId, taken);
  expect(peer.numbers.size).toBe(0);
});

function unreached(): Parameters<typeof createAccountNumbers>[0] {
  const carriers = { account: async () => undefined, connected: async () => [] };
  return {
    tenancy: database,
    carriers,
    publicUrl: undefined,
    mostOf: async () => 1,
    found: async () => undefined,
    now: () => now,
  };
}
