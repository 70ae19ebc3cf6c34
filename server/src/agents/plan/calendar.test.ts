/** Appointments that a workspace keeps at Cal.com, from the tool that a mind calls to a peer that speaks Cal.com's protocol. */
import { AgentDocument } from "@ongea/contract";
import { CAL_EVENT, CAL_KEY, startCalServer, type CalServer } from "@ongea/providers/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createAppointments } from "../../contacts/appointments/appointments.ts";
import type { AppointmentStore, KnownAppointment } from "../../contacts/appointments/store.ts";
import { runTool, type ToolContext } from "./tools.ts";

/** A Saturday, 09:41 in Nairobi. */
const NOW = new Date("2026-11-21T06:41:00Z");
const OPEN = { mon: ["08:00-12:00"], tue: ["08:00-17:00"], wed: [], thu: [], fri: [], sat: [], sun: [] };

let cal: CalServer;
beforeAll(async () => {
  cal = await startCalServer();
});
beforeEach(() => {
  cal.instead = undefined;
  cal.booked.length = 0;
  rows.length = 0;
  cal.standing.clear();
  // On Monday at 09:15 and 14:00 in Nairobi, on Tuesday at 10:00, and on Wednesday, when it is closed.
  cal.free = ["2026-11-23T06:15:00Z", "2026-11-23T11:00:00Z", "2026-11-24T07:00:00Z", "2026-11-25T07:00:00Z"];
});
afterAll(() => cal.close());

/** What was booked there, so that it is found again; nothing is kept here only. */
const rows: KnownAppointment[] = [];
const known: AppointmentStore = {
  rewriteOfCall: () => Promise.resolve(),
  takenTimes: () => Promise.resolve([]),
  add(row) {
    if (row.externalUid === null) return Promise.reject(new Error("kept here"));
    rows.push({ ...row, isCancelled: false });
    return Promise.resolve(true);
  },
  endingWith: () => Promise.resolve([...rows]),
  bookedIn: () => Promise.resolve([]),
  cancel(_, id) {
    rows.find((row) => row.id === id)!.isCancelled = true;
    return Promise.resolve(true);
  },
  move(_, id, { to, externalUid }) {
    Object.assign(
      rows.find((row) => row.id === id)!,
      to,
      { externalUid },
    );
    return Promise.resolve("moved");
  },
};

interface World {
  key?: string | undefined;
  callerNumber?: string;
  holidays?: string[];
  param?: object;
}

async function asked(
  name: "check" | "book" | "cancel" | "move",
  given: object,
  world: World = {},
): Promise<Record<string, unknown>> {
  const { callerNumber = "+254711000001", holidays = [], param = { eventTypeId: String(CAL_EVENT) } } = world;
  const key = "key" in world ? world.key : CAL_KEY;
  const calendar = { opening_hours: OPEN, holidays, param };
  const api_tools = {
    tools: [
      { key: "check_availability_of_slots", name: "check" },
      { key: "book_appointment", name: "book" },
      { key: "cancel_appointment", name: "cancel" },
      { key: "move_appointment", name: "move" },
    ],
    tools_params: { check: calendar, book: calendar, cancel: calendar, move: calendar },
  };
  const document = AgentDocument.parse({ agent_config: { agent_name: "Desk", tasks: [{ tools_config: { api_tools } }] } });
  const desk: ToolContext = {
    workspaceId: "w",
    callId: "c1",
    agentId: "a",
    document,
    values: { timezone: "Africa/Nairobi" },
    callerNumber,
  };
  const parts = {
    appointments: createAppointments(known, () => NOW),
    messages: {} as never,
    functions: {} as never,
    calendars: { calendarKey: () => Promise.resolve(key), calUrl: cal.baseUrl, country: "KE" },
  };
  const { result } = await runTool({ name, arguments: JSON.stringify(given) }, desk, parts, new AbortController().signal);
  return JSON.parse(result) as Record<string, unknown>;
}

const ASHA = { name: "Asha", date: "2026-11-23", time: "09:15" };

test("a time that Cal.com has free within the hours is booked there, under the number that calls", async () => {
  expect(await asked("check", { date: "2026-11-23" })).toEqual({
    date: "2026-11-23",
    weekday: "Monday",
    available: true,
    free: ["09:15"],
  });
  expect(await asked("book", ASHA)).toMatchObject({ booked: true, reference: "KKO1", time: "09:15" });
  expect(cal.booked[0]).toMatchObject({
    start: "2026-11-23T06:15:00.000Z",
    attendee: { name: "Asha", phoneNumber: "+254711000001" },
  });
  expect(await asked("book", { ...ASHA, name: "Brian" })).toMatchObject({
    booked: false,
    next: { date: "2026-11-24", free: ["10:00"] },
  });
});

test("the number that the caller says is written with its country's code, a name of a phone is no number", async () => {
  await asked("book", { ...ASHA, phone: "0722 000 111" }, { callerNumber: "kiosk" });
  expect(cal.booked[0]?.attendee.phoneNumber).toBe("+254722000111");
  expect(await asked("book", { ...ASHA, date: "2026-11-24", time: "10:00" }, { callerNumber: "browser" })).toMatchObject({
    booked: false,
  });
});

test("what Cal.com offers outside the hours, and on a holiday, is not given", async () => {
  expect(await asked("book", { ...ASHA, time: "14:00" })).toMatchObject({
    booked: false,
    reason: "closed_then",
    free: ["09:15"],
  });
  expect(await asked("check", { date: "2026-11-25" })).toMatchObject({ available: false, reason: "closed" });
  const holiday = await asked("book", ASHA, { holidays: ["11-23"] });
  expect(holiday).toMatchObject({ booked: false, reason: "closed", next: { date: "2026-11-24", free: ["10:00"] } });
  expect(cal.booked).toEqual([]);
});

test("somebody who is faster gets the time, and the caller the next one", async () => {
  // Free when it is looked up, taken when it is booked.
  cal.free.findIndex = () => -1;
  expect(await asked("book", ASHA)).toMatchObject({ booked: false, reason: "taken" });
});

test("without a key, with a bad one, and when it does not answer, nothing is promised and nothing is kept elsewhere", async () => {
  const unreachable = { ok: false, booked: false, error: "calendar_unreachable" };
  expect(await asked("book", ASHA, { key: undefined })).toMatchObject(unreachable);
  expect(await asked("book", ASHA, { key: "cal_live_wrong" })).toMatchObject(unreachable);
  cal.instead = (response) => response.destroy();
  expect(await asked("check", { date: "2026-11-23" })).toMatchObject(unreachable);
  expect(await asked("book", ASHA)).toMatchObject(unreachable);
  expect(cal.booked).toEqual([]);
});

test("a calendar without an event type is kept here", async () => {
  await expect(asked("book", { ...ASHA, time: "08:00" }, { param: {} })).rejects.toThrow("kept here");
});

const TUESDAY = { date: "2026-11-24", time: "10:00" };

test("an appointment is moved and cancelled there, and found by the number that booked it", async () => {
  await asked("book", ASHA);
  expect(await asked("cancel", {})).toEqual({
    cancelled: false,
    appointments: [{ date: "2026-11-23", weekday: "Monday", time: "09:15" }],
  });
  const { date, time } = ASHA;
  const moved = await asked("move", { date, time, new_date: TUESDAY.date, new_time: TUESDAY.time });
  expect(moved).toEqual({ moved: true, weekday: "Tuesday", ...TUESDAY });
  expect([...cal.standing.values()]).toEqual(["2026-11-24T07:00:00.000Z"]);
  expect(await asked("check", { date, time })).toMatchObject({ available: true });
  // Under the uid that it has since.
  expect(await asked("cancel", TUESDAY)).toEqual({ cancelled: true, weekday: "Tuesday", ...TUESDAY });
  expect([...cal.standing]).toEqual([]);
  expect(await asked("cancel", {})).toMatchObject({ appointments: [], reason: "none_found" });
});

test("somebody else's appointment there is neither told nor touched", async () => {
  await asked("book", { ...ASHA, phone: "0722000111" });
  const stranger = { callerNumber: "+254733000000" };
  expect(await asked("cancel", {}, stranger)).toMatchObject({ appointments: [] });
  expect(await asked("cancel", { date: ASHA.date, time: ASHA.time }, stranger)).toMatchObject({
    cancelled: false,
    appointments: [],
  });
  expect(cal.standing.size).toBe(1);
});

test("what was cancelled there by somebody else is cancelled here; what cannot be asked is not certain", async () => {
  await asked("book", ASHA);
  const { date, time } = ASHA;
  cal.instead = (response) => response.destroy();
  expect(await asked("cancel", { date, time })).toMatchObject({ ok: false, cancelled: false, error: "calendar_unreachable" });
  expect(await asked("move", { date, time, new_date: TUESDAY.date, new_time: TUESDAY.time })).toMatchObject({ moved: false });
  cal.instead = undefined;
  cal.standing.clear();
  expect(await asked("move", { date, time, new_date: TUESDAY.date, new_time: TUESDAY.time })).toMatchObject({
    moved: false,
    reason: "no_such_appointment",
  });
  expect(await asked("cancel", { date, time })).toMatchObject({ cancelled: true });
});
