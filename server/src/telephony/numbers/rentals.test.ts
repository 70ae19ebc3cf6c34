import { AgentDocument, NUMBER_PRICE } from "@ongea/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createAgents } from "../../agents/documents/agents.ts";
import { MIGRATIONS } from "../../schema.ts";
import { fromMinor } from "../../platform/money/money.ts";
import { openCredits } from "../../accounts/open-credits.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { createNumbers } from "./numbers.ts";
import { addSeededNumbers } from "./seeded/store.ts";
import { createRentals, idOf, type Rentals } from "./rentals.ts";
import { rentedAmong } from "./rental/store.ts";
import { dayOf } from "./on-wire.ts";
import { createSandboxCarrier } from "./sandbox-carrier.ts";

const DAY_MS = 86_400_000;
const KENYAN = { country: "KE", number: "+254301000001" } as const;
const OTHER = { country: "KE", number: "+254301000002" } as const;

let database: TestDatabase;
let now: Date;
let rentals: Rentals;
let most: number;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.query("delete from numbers");
  now = new Date("2026-11-17T09:00:00Z");
  most = 10;
  rentals = renting();
});

/** As one more server does it. */
function renting(isFree = false): Rentals {
  const credits = openCredits(database);
  return createRentals({
    tenancy: database,
    agents: createAgents(database, "a secret of tests"),
    carrier: { ...createSandboxCarrier(), isFree },
    async charge(workspaceId, { cents, note, subject }) {
      const db = database.of(workspaceId);
      await credits.add(db, workspaceId, { kind: "number", amount: fromMinor(-cents, "USD"), note, subject });
    },
    mostOf: async () => most,
    now: () => now,
  });
}

async function balance(workspaceId: string): Promise<number> {
  return (await openCredits(database).balance(workspaceId)).amount_minor;
}

test("a number that is bought twice, also at the same moment, is rented once and paid once, for thirty days", async () => {
  const workspaceId = await openTestWorkspace(database);
  const bought = await Promise.all([1, 2, 3].map(() => rentals.buy(workspaceId, KENYAN)));
  expect(bought.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect(new Set(bought.map(({ held }) => held.rental?.id)).size).toBe(1);
  expect(bought[0]?.held).toMatchObject({
    agentId: null,
    rental: { carrier: "sandbox", renewsAt: new Date("2026-12-17T09:00:00Z") },
  });
  expect(dayOf(bought[0]!.held.rental!.renewsAt)).toBe("17th Dec, 2026");
  expect(await balance(workspaceId)).toBe(-NUMBER_PRICE.monthMinor);
});

test("a number of the sandbox costs nothing: neither its rent, nor the next period, nor the minutes of its calls", async () => {
  const workspaceId = await openTestWorkspace(database);
  const free = renting(true);
  await free.buy(workspaceId, KENYAN);
  now = new Date(now.getTime() + 31 * DAY_MS);
  expect(await free.renew(new AbortController().signal)).toBe(1);
  expect(await balance(workspaceId)).toBe(0);
  expect(await rentedAmong(database, workspaceId, [KENYAN.number])).toEqual(new Set());
});

test("nobody rents a number that somebody has, and nobody pays for one that they did not get", async () => {
  const workspaces = await Promise.all([1, 2, 3, 4].map(() => openTestWorkspace(database)));
  const tried = await Promise.allSettled(workspaces.map((id) => rentals.buy(id, KENYAN)));
  expect(tried.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const [at, { status }] of tried.entries()) {
    expect(await balance(workspaces[at]!)).toBe(status === "fulfilled" ? -NUMBER_PRICE.monthMinor : 0);
  }
  for (const wanted of [{ country: "NG", number: OTHER.number } as const, { country: "KE", number: "+254712345678" } as const])
    await expect(rentals.buy(workspaces[0]!, wanted)).rejects.toMatchObject({ code: "number.not_free" });
});

test("numbers that somebody has are not offered", async () => {
  const workspaceId = await openTestWorkspace(database);
  const [first] = await rentals.search({ country: "US", pattern: "718" });
  await rentals.buy(workspaceId, { country: "US", number: first!.number });
  for (let times = 0; times < 5; times++) {
    const offered = await rentals.search({ country: "US", pattern: first!.number.slice(-6) });
    expect(offered.map(({ number }) => number)).not.toContain(first!.number);
  }
});

test("a workspace rents so many numbers and no more, also when it asks for all at once", async () => {
  const workspaceId = await openTestWorkspace(database);
  most = 2;
  const wanted = ["3", "4", "5", "6"].map((digit) => ({ country: "KE", number: `+25430100000${digit}` }) as const);
  const tried = await Promise.allSettled(wanted.map((one) => rentals.buy(workspaceId, one)));
  expect(tried.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  expect(tried.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "number.too_many" } });
});

test("rent is charged once for each period that has begun, however many servers look, also for those when no server ran", async () => {
  const workspaceId = await openTestWorkspace(database);
  await rentals.buy(workspaceId, KENYAN);
  const { signal } = new AbortController();
  const look = async (): Promise<number> => {
    const counts = await Promise.all([rentals, renting(), renting()].map((one) => one.renew(signal)));
    return counts.reduce((sum, one) => sum + one, 0);
  };
  now = new Date(now.getTime() + 30 * DAY_MS - 1);
  expect(await look()).toBe(0);
  now = new Date(now.getTime() + 1);
  expect(await look()).toBe(1);
  expect(await look()).toBe(0);
  now = new Date(now.getTime() + 65 * DAY_MS);
  expect(await look()).toBe(2);
  expect(await balance(workspaceId)).toBe(-4 * NUMBER_PRICE.monthMinor);
});

test("a number that is released rings nobody, is charged no more, and is somebody else's to rent", async () => {
  const [mine, theirs] = [await openTestWorkspace(database), await openTestWorkspace(database)];
  await rentals.buy(mine, KENYAN);
  await expect(rentals.release(theirs, idOf(KENYAN.number))).rejects.toMatchObject({ code: "number.not_found" });
  expect(await rentals.release(mine, idOf(KENYAN.number))).toBe(KENYAN.number);
  now = new Date(now.getTime() + 31 * DAY_MS);
  expect(await rentals.renew(new AbortController().signal)).toBe(0);
  expect(await balance(mine)).toBe(-NUMBER_PRICE.monthMinor);
  expect(await rentals.buy(theirs, KENYAN)).toMatchObject({ isNew: true });
  await database.query("insert into numbers (number, workspace_id) values ('1001', $1)", [mine]);
  await expect(rentals.release(mine, idOf("1001"))).rejects.toMatchObject({ code: "number.not_rented" });
});

test("a number rings the agent that it is led to, and nobody when the agent is deleted meanwhile", async () => {
  const [workspaceId, elsewhere] = [await openTestWorkspace(database), await openTestWorkspace(database)];
  const agents = createAgents(database, "a secret of tests");
  const numbers = createNumbers(database);
  const document = AgentDocument.parse({ agent_config: { agent_name: "Front desk" } });
  const [agent, foreign] = await Promise.all([workspaceId, elsewhere].map((id) => agents.create(id, document, { by: "Amina" })));
  await rentals.buy(workspaceId, KENYAN);
  await rentals.buy(workspaceId, OTHER);
  const id = idOf(KENYAN.number);
  expect(await rentals.assign(workspaceId, id.toUpperCase(), agent!.id)).toMatchObject({
    number: KENYAN.number,
    isChanged: true,
    agentName: "Front desk",
  });
  expect(await rentals.assign(workspaceId, id, agent!.id)).toMatchObject({ isChanged: false });
  expect(await numbers.agentAt(KENYAN.number)).toEqual({
    trunkId: null,
    account: null,
    missedCall: null,
    workspaceId,
    agentId: agent!.id,
  });
  await expect(rentals.assign(workspaceId, id, foreign!.id)).rejects.toMatchObject({ code: "agent.not_found" });
  await expect(rentals.assign(elsewhere, id, foreign!.id)).rejects.toMatchObject({ code: "number.not_found" });
  const remove = database.together(workspaceId, async () => {
    await agents.remove({ workspaceId, id: agent!.id });
    await numbers.release(workspaceId, agent!.id);
  });
  await Promise.allSettled([remove, rentals.assign(workspaceId, idOf(OTHER.number), agent!.id)]);
  for (const { number } of [KENYAN, OTHER]) expect(await numbers.agentAt(number)).toBeUndefined();
});

test("a number that a demo workspace shows is led to another agent, is no caller ID, and cannot be released", async () => {
  const workspaceId = await openTestWorkspace(database);
  const agents = createAgents(database, "a secret of tests");
  const numbers = createNumbers(database);
  const document = AgentDocument.parse({ agent_config: { agent_name: "Front desk" } });
  const [first, second] = [
    await agents.create(workspaceId, document, { by: "Amina" }),
    await agents.create(workspaceId, document, { by: "Amina" }),
  ];
  await addSeededNumbers(database.of(workspaceId), workspaceId, [{ id: first.id, number: "+254300000001", createdAt: now }]);
  expect(await numbers.held(workspaceId)).toEqual([]);
  expect(await numbers.examples(workspaceId)).toMatchObject([{ number: "+254300000001", agentId: first.id }]);
  await rentals.assign(workspaceId, idOf("+254300000001"), second.id);
  expect(await numbers.agentAt("+254300000001")).toMatchObject({ agentId: second.id });
  await expect(rentals.release(workspaceId, idOf("+254300000001"))).rejects.toMatchObject({ code: "number.not_rented" });
});
