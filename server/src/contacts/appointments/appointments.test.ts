import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TEMPLATES } from "../../agents/documents/templates.ts";
import { createAgents } from "../../agents/documents/agents.ts";
import { MIGRATIONS } from "../../schema.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { createWorkspaces } from "../../accounts/workspaces/store.ts";
import { createAppointments, type Appointments } from "./appointments.ts";
import type { AppointmentContext } from "./free-times.ts";
import { createAppointmentStore } from "./store.ts";

/** A Saturday, 09:41 in Nairobi. */
const NOW = new Date("2026-11-21T06:41:00Z");
const CALENDAR = TEMPLATES[0]?.document.agent_config.tasks[0]?.tools_config.api_tools?.tools_params["book_appointment"];

let database: TestDatabase;
let appointments: Appointments;
let context: AppointmentContext;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  const { id: workspaceId } = await createWorkspaces(database).home();
  const agents = createAgents(database, "a secret of tests");
  await agents.seed(workspaceId);
  const [agent] = await agents.all(workspaceId);
  appointments = createAppointments(createAppointmentStore(database), () => NOW);
  context = { workspaceId, agentId: agent?.id ?? "", callId: null, timeZone: "Africa/Nairobi", calendar: CALENDAR };
});

afterAll(() => database.close());

const book = (given: object): ReturnType<Appointments["book"]> => appointments.book(context, given);

test("a free time is booked, and the caller gets a reference", async () => {
  const { ok, result } = await book({ name: "Asha Otieno", phone: "0712 345 678", date: "2026-11-24", time: "9:30" });
  expect(ok).toBe(true);
  expect(result).toMatchObject({ booked: true, name: "Asha Otieno", date: "2026-11-24", time: "09:30" });
  expect(result["reference"]).toMatch(/^[0-9A-F]{4}$/);
});

test("a time that someone else has is refused with the nearest free ones", async () => {
  await book({ name: "Asha", date: "2026-11-25", time: "10:00" });
  const second = await book({ name: "Brian", date: "2026-11-25", time: "10:00" });
  expect(second).toEqual({
    ok: false,
    result: {
      booked: false,
      date: "2026-11-25",
      weekday: "Wednesday",
      time: "10:00",
      reason: "taken",
      free: ["09:30", "10:30", "09:00", "11:00"],
      more_free: expect.any(Number) as number,
    },
  });
});

test("of twenty callers who want the same time at once, one gets it", async () => {
  const wishes = Array.from({ length: 20 }, (_, n) => book({ name: `Caller ${n}`, date: "2026-11-26", time: "14:00" }));
  const booked = (await Promise.all(wishes)).filter((answer) => answer.ok);
  expect(booked).toHaveLength(1);
});

test("a day on which the business is closed is refused with the next open one", async () => {
  const sunday = await appointments.check(context, { date: "2026-11-22" });
  expect(sunday.result).toEqual({
    date: "2026-11-22",
    weekday: "Sunday",
    available: false,
    reason: "closed",
    next: {
      date: "2026-11-23",
      weekday: "Monday",
      free: ["08:00", "08:30", "09:00", "09:30"],
      more_free: expect.any(Number) as number,
    },
  });
  const late = await appointments.check(context, { date: "2026-11-22", time: "15:00" });
  expect(late.result).toMatchObject({ next: { date: "2026-11-23", free: ["15:00", "14:30", "15:30", "14:00"] } });
  expect(await book({ name: "Asha", date: "2026-11-22", time: "10:00" })).toMatchObject({
    ok: false,
    result: { reason: "closed" },
  });
});

test("a holiday is closed whatever day of the week it is, once or every year", async () => {
  const on = async (holidays: string[]) => {
    const closed = { ...context, calendar: { ...(CALENDAR as object), holidays } };
    return (await appointments.check(closed, { date: "2026-12-25" })).result;
  };
  expect(await on([])).toMatchObject({ available: true });
  expect(await on(["2026-12-25"])).toMatchObject({ available: false, reason: "closed", next: { date: "2026-12-26" } });
  expect(await on(["12-25"])).toMatchObject({ available: false, reason: "closed" });
  expect(await on(["2025-12-25", "12-24"])).toMatchObject({ available: true });
});

test("an hour at which the business is closed is refused with the nearest open ones", async () => {
  expect(await book({ name: "Asha", date: "2026-11-27", time: "19:00" })).toMatchObject({
    ok: false,
    result: { reason: "closed_then", free: ["16:30", "16:00", "15:30", "15:00"] },
  });
});

test("today only what is still to come can be booked", async () => {
  expect((await appointments.check(context, { date: "2026-11-21" })).result).toMatchObject({
    free: ["10:00", "10:30", "11:00", "11:30"],
  });
  expect(await book({ name: "Asha", date: "2026-11-21", time: "09:30" })).toMatchObject({ ok: false });
  expect((await appointments.check(context, { date: "2026-11-20" })).result).toMatchObject({ available: false, reason: "past" });
});

test("a day that does not exist is not understood, whatever else is right", async () => {
  for (const date of ["2026-02-30", "2026-13-01", "tomorrow", ""]) {
    expect(await book({ name: randomUUID(), date, time: "10:00" })).toMatchObject({
      ok: false,
      result: { reason: "not_understood" },
    });
  }
});
