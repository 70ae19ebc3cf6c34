/** What a visitor's workspace may use when an account has taken it over, on a real database, asked as HTTP asks it. */
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openCredits } from "../open-credits.ts";
import { openTestAccess, PASSWORD, type TestAccess } from "../../platform/testing/access.ts";
import { createAdmissions } from "../workspaces/admissions.ts";
import { createProvenOwners } from "./proven-owners.ts";

let access: TestAccess;
let operator: string;

beforeAll(async () => {
  access = await openTestAccess();
  const first = { name: "Asha", email: "asha@example.com", password: PASSWORD, setup: access.setupToken };
  operator = (await access.ask("POST", "/api/sign-up", { body: first })).cookie;
});
afterAll(() => access.close());

/** An account that a visitor with a code has made, with the demo's balance of 250. */
async function claimed(email: string): Promise<{ id: string; cookie: string }> {
  const { cookie: visit } = await access.ask("POST", "/api/invitations/verify", { body: { code: access.codes[0] } });
  const { body } = await access.ask("GET", "/api/me", { cookie: visit });
  const { id } = body["workspace"] as { id: string };
  const credit = { kind: "granted" as const, amount: { currency: "USD" as const, micros: 250_000_000n }, note: "Demo" };
  await openCredits(access.database).add(access.database.of(id), id, credit);
  const person = { name: "Baraka", email, password: PASSWORD };
  const { cookie, status } = await access.ask("POST", "/api/sign-up", { body: person, cookie: visit });
  expect(status).toBe(201);
  return { id, cookie };
}

const admit = (id: string, admitted: boolean, cookie: string) =>
  access.ask("PUT", `/api/operator/workspaces/${id}`, { body: { admitted }, cookie });
const isAdmitted = async (id: string): Promise<boolean> => (await access.workspaces.read(id)).admitted;

test("an account that claims a visitor's workspace has no money, no admission and no proven owner", async () => {
  const { id } = await claimed(`claims-${randomUUID()}@example.com`);
  expect((await openCredits(access.database).balance(id)).amount_minor).toBe(0);
  expect(await openCredits(access.database).spentToday(id)).toBe(0);
  expect(await isAdmitted(id)).toBe(false);
  expect(await createProvenOwners(access.database)(id)).toBe(false);
});

test("the operator admits a workspace once an owner has proven their address, and may end that; it stands in the audit log", async () => {
  const email = `proves-${randomUUID()}@example.com`;
  const { id, cookie } = await claimed(email);
  expect(await admit(id, true, cookie)).toMatchObject({ status: 403, body: { code: "access.forbidden" } });
  expect(await admit(id, true, operator)).toMatchObject({ status: 403, body: { code: "call.unproven" } });
  await access.database.everywhere.execute(sql`update users set email_verified = true where email = ${email}`);
  expect(await createProvenOwners(access.database)(id)).toBe(true);
  const told = await admit(id, true, operator);
  expect(told).toMatchObject({ status: 200, body: { admitted: true, owners: [{ email, proven: true }] } });
  expect(await isAdmitted(id)).toBe(true);
  const { body } = await access.ask("GET", "/api/operator/workspaces", { cookie: operator });
  const listed = body["data"] as { id: string; admitted: boolean }[];
  expect(listed.filter((one) => one.admitted).map((one) => one.id)).toEqual(expect.arrayContaining([id, access.homeId]));
  await admit(id, false, operator);
  expect(await isAdmitted(id)).toBe(false);
  const { data } = await access.audit.list(id, { limit: 20 });
  const acts = data.map(({ act }) => act).filter((act) => act.startsWith("workspace."));
  expect(acts).toEqual(["workspace.dismissed", "workspace.admitted"]);
});

test("a workspace that a member makes is admitted where the operator makes it alone; nobody admits one that there is not", async () => {
  const { cookie } = await claimed(`makes-${randomUUID()}@example.com`);
  const make = (by: string) => access.ask("POST", "/api/workspaces", { body: { name: "Second", currency: "KES" }, cookie: by });
  expect(await isAdmitted(String((await make(cookie)).body["id"]))).toBe(false);
  expect(await isAdmitted(String((await make(operator)).body["id"]))).toBe(true);
  expect((await admit(randomUUID(), true, operator)).status).toBe(404);
});

test("while the database is away what was last known holds, and a workspace that nobody knows may use nothing", async () => {
  let isAway = false;
  const read = (id: string) => (isAway ? Promise.reject(new Error("away")) : access.workspaces.read(id));
  const admissions = createAdmissions({ read }, { warn: () => undefined });
  expect(await admissions.has(access.homeId)).toBe(true);
  isAway = true;
  expect(await admissions.has(access.homeId)).toBe(true);
  expect(await admissions.has(randomUUID())).toBe(false);
});
