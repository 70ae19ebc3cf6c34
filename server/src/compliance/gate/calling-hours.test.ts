/** Whether a call that is placed by itself may ring now, by the rules that a workspace has, on a real database. */
import { AgentDocument } from "@ongea/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createCountryPacks, type CountryPacks } from "../country-packs/country-packs.ts";
import { createCountryPackStore } from "../country-packs/store.ts";
import { MIGRATIONS } from "../../schema.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { createOpening, setsHoursAside, toWireWait } from "./calling-hours.ts";

const TO = "+254712000001";
const ANSWERED_HERE = "+254709000001";
const REGISTERED = "+254709000002";
const NIGHT = new Date("2026-11-24T19:14:00Z");

let database: TestDatabase;
let workspaceId: string;
let packs: CountryPacks;

beforeAll(async () => (database = await openTestDatabase(MIGRATIONS)));
afterAll(() => database.close());
beforeEach(async () => {
  workspaceId = await openTestWorkspace(database);
  const store = createCountryPackStore(database);
  packs = createCountryPacks({ store, log: { warn: () => undefined }, home: "KE", timeZone: "Africa/Nairobi" });
});

function closed(to: string, at: Date, settings: Record<string, unknown> = {}, hoursOf: CountryPacks["hoursOf"] = packs.hoursOf) {
  const opening = createOpening({
    packs: { hoursOf },
    numbers: {
      agentAt: async (number) =>
        number === ANSWERED_HERE ? { workspaceId, agentId: "1", trunkId: null, account: null } : undefined,
    },
    isRegistered: (phone) => phone === REGISTERED,
    timeZone: "Africa/Nairobi",
  });
  const document = AgentDocument.parse({ agent_config: { agent_name: "Reminders", ...settings } });
  return opening.closed({ workspaceId, document }, to, at);
}

test("at night it is said until when a call would wait, and why", async () => {
  expect(toWireWait((await closed(TO, NIGHT))!)).toEqual({
    code: "call.outside_hours",
    sentence:
      "It is 22:14 in Nairobi; calls to Kenya are placed between 09:00 and 18:00. Plan it for 2026-11-25T06:00:00.000Z, until when it waits otherwise.",
    until: "2026-11-25T06:00:00.000Z",
    place: "Nairobi",
    country: "KE",
    time: "22:14",
    hours: { from: "09:00", to: "18:00" },
  });
  expect(await closed(TO, new Date("2026-11-24T07:00:00Z"))).toBeUndefined();
});

test("each country has its own clock, hours and days without calls", async () => {
  expect(toWireWait((await closed("+27821234567", new Date("2026-11-24T18:30:00Z")))!)).toMatchObject({
    place: "Johannesburg",
    time: "20:30",
    hours: { from: "08:00", to: "20:00" },
  });
  const jamhuri = toWireWait((await closed(TO, new Date("2026-12-12T08:00:00Z")))!);
  expect([jamhuri.hours, jamhuri.until]).toEqual([null, "2026-12-14T06:00:00.000Z"]);
  expect(jamhuri.sentence).toContain("no calls to Kenya are placed today");
});

test("what a workspace has put in their place holds for it where it is stricter, and never widens them", async () => {
  const day: [number, number] = [0, 1_440];
  await packs.change(workspaceId, "KE", {
    hours: { week: [day, day, day, day, day, day, day], source: "Our lawyer", read_on: "2026-11-23" },
  });
  packs.changed(workspaceId);
  expect((await closed(TO, NIGHT))?.until.toISOString()).toBe("2026-11-25T06:00:00.000Z");
  await packs.change(workspaceId, "KE", {
    hours: {
      week: [...Array.from({ length: 6 }, (): [number, number] => [600, 720]), null],
      source: "Our lawyer",
      read_on: "2026-11-23",
    },
    holidays: { days: ["11-25"], after_easter: [], source: "Our lawyer", read_on: "2026-11-23" },
  });
  packs.changed(workspaceId);
  expect((await closed(TO, NIGHT))?.until.toISOString()).toBe("2026-11-26T07:00:00.000Z");
  // Jamhuri Day is not among the workspace's own.
  expect(await closed(TO, new Date("2026-12-12T08:00:00Z"))).toBeDefined();
});

test("telephones of the house and numbers that are answered here may be rung at any hour", async () => {
  for (const to of ["kiosk", "1001", REGISTERED, ANSWERED_HERE]) expect([to, await closed(to, NIGHT)]).toEqual([to, undefined]);
});

test("a country without rules of its own has office hours by its own clock, as for batches", async () => {
  const evening = toWireWait((await closed("+447400123456", NIGHT))!);
  expect(evening).toMatchObject({ place: "London", country: "GB", time: "19:14", hours: { from: "09:00", to: "18:00" } });
  expect(evening.until).toBe("2026-11-25T09:00:00.000Z");
  // Night in Nairobi, afternoon in Toronto; a Sunday; and a number of no country goes by the clock of the installation.
  expect(await closed("+14165550123", NIGHT)).toBeUndefined();
  expect(toWireWait((await closed("+447400123456", new Date("2026-11-22T12:00:00Z")))!).hours).toBeNull();
  expect(toWireWait((await closed("+88213000001", NIGHT))!)).toMatchObject({ place: "Nairobi", country: null });
});

test("an agent's own hours hold beside the country's and never widen them; they hold for every telephone, and alone where nothing is known of a country", async () => {
  const hours = (from: number, to: number) => ({ calling_guardrails: { call_start_hour: from, call_end_hour: to } });
  expect((await closed(TO, NIGHT, hours(0, 24)))?.until.toISOString()).toBe("2026-11-25T06:00:00.000Z");
  expect((await closed(TO, NIGHT, hours(17, 24)))?.until.toISOString()).toBe("2026-11-25T14:00:00.000Z");
  expect(await closed("+447400123456", NIGHT, hours(19, 24))).toBeUndefined();
  // The country's and the agent's hours never meet: nobody is rung, and nothing runs for ever.
  expect(await closed(TO, NIGHT, hours(20, 24))).toBeDefined();
  const early = new Date("2026-11-24T03:00:00Z");
  expect(toWireWait((await closed(TO, early, hours(10, 12)))!)).toMatchObject({
    hours: { from: "10:00", to: "12:00" },
    country: "KE",
  });
  expect(toWireWait((await closed("kiosk", early, hours(10, 12)))!)).toMatchObject({ country: null, place: "Nairobi" });
});

test("rules that cannot be read are not guessed", async () => {
  const away = closed(TO, NIGHT, {}, () => Promise.reject(new Error("Connection terminated")));
  await expect(away).rejects.toThrow("Connection terminated");
});

test("only an owner sets the hours aside, however it is written", () => {
  const roles = ["viewer", "agent_manager", "admin", "owner"] as const;
  for (const wanted of [true, "true", "1"])
    expect(roles.map((role) => setsHoursAside({ role }, wanted))).toEqual([false, false, false, true]);
  for (const wanted of [false, null, undefined, "", "0", "false"]) expect(setsHoursAside({ role: "owner" }, wanted)).toBe(false);
});
