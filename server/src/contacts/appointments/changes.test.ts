/** Whose appointment it is, and what cancelling and moving it leave behind. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TEMPLATES } from "../../agents/documents/templates.ts";
import { createAgents } from "../../agents/documents/agents.ts";
import { MIGRATIONS } from "../../schema.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { createWorkspaces } from "../../accounts/workspaces/store.ts";
import { createAppointments, type Appointments } from "./appointments.ts";
import type { ExternalCalendar, AppointmentContext } from "./free-times.ts";
import { createAppointmentStore } from "./store.ts";

/** A Saturday, 09:41 in Nairobi. */
const NOW = new Date("2026-11-21T06:41:00Z");
const CALENDAR = TEMPLATES[0]?.document.agent_config.tasks[0]?.tools_config.api_tools?.tools_params["book_appointment"];
const ASHA = "+254712345678";
const TUESDAY = { date: "2026-11-24", time: "10:00" };
const ON_TUESDAY = { ...TUESDAY, weekday: "Tuesday" };

let database: TestDatabase;
let appointments: Appointments;
let desks: AppointmentContext[];
let used = 0;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  const { id: workspaceId } = await createWorkspaces(database).home();
  const agents = createAgents(database, "a secret of tests");
  desks = [];
  for (let made = 0; made < 18; made++) {
    const { id } = await agents.create(workspaceId, TEMPLATES[0]!.document, { by: "test" });
    desks.push({ workspaceId, agentId: id, callId: null, timeZone: "Africa/Nairobi", calendar: CALENDAR, country: "KE" });
  }
  appointments = createAppointments(createAppointmentStore(database), () => NOW);
});
afterAll(() => database.close());

/** An assistant without any appointments, called by this number. */
function context(callerNumber = ASHA): AppointmentContext {
  return { ...desks[used++]!, callerNumber };
}

async function aCall(): Promise<string> {
  const id = randomUUID();
  await database.asOwner(`insert into executions (id, workspace_id, agent_name, status, provider, direction, cost)
    values ('${id}', '${desks[0]!.workspaceId}', 'Clinic', 'in-progress', 'sip', 'inbound', '{}')`);
  return id;
}

const by = (at: AppointmentContext, callerNumber: string): AppointmentContext => ({ ...at, callerNumber });
const listOf = async (at: AppointmentContext, given: object = {}) => (await appointments.cancel(at, given)).result;

test("a caller is told their own appointments, whichever way the number was written, and nothing is cancelled by that", async () => {
  const at = context();
  await appointments.book(by(at, "1001"), { name: "Asha", phone: "0712 345 678", ...TUESDAY });
  await appointments.book(at, { name: "Asha", date: "2026-11-25", time: "9:00" });
  await appointments.book(by(at, "+254722000111"), { name: "Brian", date: "2026-11-25", time: "11:00" });
  const list = { cancelled: false, appointments: [ON_TUESDAY, { date: "2026-11-25", weekday: "Wednesday", time: "09:00" }] };
  expect(await listOf(at)).toEqual(list);
  expect(await listOf(at)).toEqual(list);
});

test("a number of another country with the same digits at its end is somebody else's", async () => {
  const at = context();
  await appointments.book(at, { name: "Asha", phone: "0712 345 678", ...TUESDAY });
  expect(await listOf(by(at, "+255712345678"))).toMatchObject({ appointments: [], needs: ["phone", "name"] });
});

test("what was booked in this call can be cancelled in it, though the number is withheld and the one that was said is none", async () => {
  const at = { ...context("anonymous"), callId: await aCall() };
  const booked = await appointments.book(at, { name: "Asha", phone: "0712", ...TUESDAY });
  expect(booked.result).toMatchObject({ booked: true, phone: "0712", weekday: "Tuesday" });
  expect(await listOf(at)).toEqual({ cancelled: false, appointments: [ON_TUESDAY] });
  expect(await listOf({ ...at, callId: null })).toMatchObject({ appointments: [], needs: ["phone", "name"] });
  expect(await appointments.cancel({ ...at, callId: null }, TUESDAY)).toMatchObject({
    result: { cancelled: false, reason: "no_such_appointment", needs: ["phone", "name"] },
  });
  expect(await appointments.cancel(at, TUESDAY)).toEqual({ ok: true, result: { cancelled: true, ...ON_TUESDAY } });
});

test("a time outside the hours is answered with the hours of that day, and without a number said the line's is", async () => {
  const at = context();
  const late = await appointments.check(at, { ...TUESDAY, time: "20:00" });
  expect(late.result).toMatchObject({ reason: "closed_then", open: expect.arrayContaining([expect.stringMatching(/^08:00-/)]) });
  expect((await appointments.book(at, { name: "Asha", ...TUESDAY })).result).toMatchObject({ phone: ASHA });
});

test("a withheld number has no appointments, though others withhold theirs, too", async () => {
  const at = context("anonymous");
  await appointments.book(at, { name: "Asha", ...TUESDAY });
  expect(await listOf(at)).toMatchObject({ appointments: [], reason: "none_found" });
  expect(await listOf(by(at, ""))).toMatchObject({ appointments: [] });
});

test("from another telephone both the number and the name must be right", async () => {
  const at = context();
  await appointments.book(at, { name: "Asha Otieno", phone: "0712 345 678", ...TUESDAY });
  const stranger = by(at, "+254733000000");
  expect(await listOf(stranger)).toMatchObject({ appointments: [] });
  expect(await listOf(stranger, { phone: "0712345678" })).toMatchObject({ appointments: [] });
  expect(await listOf(stranger, { phone: "0712345678", name: "Brian" })).toMatchObject({ appointments: [] });
  expect(await listOf(stranger, { phone: "0799999999", name: "Asha" })).toMatchObject({ appointments: [] });
  expect(await listOf(stranger, { phone: "+254 712 345678", name: "asha otiemo" })).toMatchObject({ appointments: [ON_TUESDAY] });
  const taken = await appointments.cancel(stranger, { ...TUESDAY, phone: "0799999999", name: "Asha" });
  expect(taken).toMatchObject({ ok: false, result: { cancelled: false, reason: "no_such_appointment", appointments: [] } });
});

test("a cancelled time is free again, and whoever asks twice is told that it is done", async () => {
  const at = context();
  await appointments.book(at, { name: "Asha", ...TUESDAY });
  expect(await appointments.cancel(at, TUESDAY)).toEqual({ ok: true, result: { cancelled: true, ...ON_TUESDAY } });
  expect(await appointments.cancel(at, TUESDAY)).toEqual({ ok: true, result: { cancelled: true, ...ON_TUESDAY } });
  expect(await listOf(at)).toMatchObject({ appointments: [] });
  expect(await appointments.book(by(at, "+254722000111"), { name: "Brian", ...TUESDAY })).toMatchObject({ ok: true });
  // What was Asha's is Brian's now.
  await appointments.cancel(at, TUESDAY);
  expect(await listOf(by(at, "+254722000111"))).toMatchObject({ appointments: [ON_TUESDAY] });
});

test("moving frees the old time in the moment in which the new one is taken; asked twice it is done once", async () => {
  const at = context();
  await appointments.book(at, { name: "Asha", ...TUESDAY });
  const change = { ...TUESDAY, new_date: "2026-11-26", new_time: "9:30" };
  const moved = { ok: true, result: { moved: true, date: "2026-11-26", weekday: "Thursday", time: "09:30" } };
  expect(await appointments.move(at, change)).toEqual(moved);
  expect(await appointments.move(at, change)).toEqual(moved);
  expect(await listOf(at)).toMatchObject({ appointments: [{ date: "2026-11-26", time: "09:30" }] });
  expect(await appointments.check(at, TUESDAY)).toMatchObject({ result: { available: true } });
});

test.each([
  ["a time that somebody else has", { new_date: "2026-11-25", new_time: "10:00" }, "taken"],
  ["a time when the business is closed", { new_date: "2026-11-25", new_time: "20:00" }, "closed_then"],
  ["a day on which it is closed", { new_date: "2026-11-22", new_time: "10:00" }, "closed"],
  ["a day that is over", { new_date: "2026-11-19", new_time: "10:00" }, "past"],
  ["no day", { new_time: "10:00" }, "not_understood"],
])("%s is refused, and the appointment stays", async (_, wish, reason) => {
  const at = context();
  await appointments.book(at, { name: "Asha", ...TUESDAY });
  await appointments.book(by(at, "+254722000111"), { name: "Brian", date: "2026-11-25", time: "10:00" });
  const answer = await appointments.move(at, { ...TUESDAY, ...wish });
  expect(answer).toMatchObject({ ok: false, result: { moved: false, reason } });
  expect(await listOf(at)).toMatchObject({ appointments: [ON_TUESDAY] });
});

test("of ten who move to one time at once, one gets it and nine keep theirs", async () => {
  const at = context();
  const callers = Array.from({ length: 10 }, (_, n) => by(at, `+2547120000${10 + n}`));
  const times = ["08:00", "08:30", "09:00", "09:30", "10:00", "10:30", "11:00", "11:30", "14:00", "14:30"];
  for (const [n, caller] of callers.entries())
    expect(await appointments.book(caller, { name: `Caller ${n}`, date: "2026-11-24", time: times[n] })).toMatchObject({
      ok: true,
    });
  const change = { date: "2026-11-24", new_date: "2026-11-27", new_time: "09:00" };
  const answers = await Promise.all(callers.map((caller, n) => appointments.move(caller, { ...change, time: times[n] })));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  const kept = await Promise.all(callers.map((caller) => listOf(caller)));
  expect(kept.map(({ appointments: list }) => (list as unknown[]).length)).toEqual(callers.map(() => 1));
});

test("cancelled in five calls at once it is cancelled; cancelled and moved at once, what is told is what became of it", async () => {
  const at = context();
  await appointments.book(at, { name: "Asha", ...TUESDAY });
  const five = await Promise.all(Array.from({ length: 5 }, () => appointments.cancel(at, TUESDAY)));
  expect(five.map(({ ok }) => ok)).toEqual([true, true, true, true, true]);
  for (let round = 0; round < 10; round++) {
    await appointments.book(at, { name: "Asha", ...TUESDAY });
    const change = { ...TUESDAY, new_date: "2026-11-27", new_time: "10:00" };
    const [cancelled, moved] = await Promise.all([appointments.cancel(at, TUESDAY), appointments.move(at, change)]);
    const left = await listOf(at);
    expect({ cancelled: cancelled.ok, moved: moved.ok, left: (left["appointments"] as unknown[]).length }).toEqual(
      moved.ok ? { cancelled: false, moved: true, left: 1 } : { cancelled: true, moved: false, left: 0 },
    );
    if (moved.ok) await appointments.cancel(at, { date: "2026-11-27", time: "10:00" });
  }
});

test("bad dates and times are refused by name", async () => {
  const at = { ...desks[0]!, callerNumber: ASHA };
  const answer = await appointments.cancel(at, { date: "2026-02-30", time: "25:00" });
  expect(answer.result).toMatchObject({ cancelled: false, reason: "not_understood" });
  expect(answer.result["complaints"]).toEqual(["date: no such day", "time: no such time"]);
});

test("what is kept elsewhere is cancelled there first, and stays where that is not certain", async () => {
  const asked: string[] = [];
  let answer: "cancelled" | undefined;
  const elsewhere: ExternalCalendar = {
    free: () => Promise.resolve(new Map([["2026-11-24", [{ time: "10:00", startsAt: "2026-11-24T10:00:00+03:00" }]]])),
    book: () => Promise.resolve({ uid: "uid-1" }),
    cancel: (uid) => (asked.push(uid), Promise.resolve(answer)),
    move: () => Promise.resolve("gone"),
  };
  const here = context();
  const at = { ...here, elsewhere };
  await appointments.book(at, { name: "Asha", ...TUESDAY });
  expect(await appointments.cancel(at, TUESDAY)).toMatchObject({
    ok: false,
    result: { cancelled: false, error: "calendar_unreachable" },
  });
  expect(await listOf(at)).toMatchObject({ appointments: [ON_TUESDAY] });
  expect(await appointments.cancel(here, TUESDAY)).toMatchObject({ ok: false, result: { error: "calendar_unreachable" } });
  answer = "cancelled";
  expect(await appointments.cancel(at, TUESDAY)).toMatchObject({ ok: true });
  expect(await listOf(at)).toMatchObject({ appointments: [] });
  expect(asked).toEqual(["uid-1", "uid-1"]);
});
