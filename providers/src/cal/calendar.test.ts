import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { CAL_EVENT, CAL_KEY, startCalServer, type CalServer } from "../testing/cal-server.ts";
import { createCalCalendar, type CalCalendar } from "./calendar.ts";

let cal: CalServer;
let calendar: CalCalendar;
const at = (key: string, timeoutMs = 2_000): CalCalendar =>
  createCalCalendar({ key, eventTypeId: CAL_EVENT, timeZone: "Africa/Nairobi", baseUrl: cal.baseUrl, timeoutMs });

beforeAll(async () => {
  cal = await startCalServer();
  calendar = at(CAL_KEY);
});
beforeEach(() => {
  cal.free = ["2026-11-23T06:00:00Z", "2026-11-23T07:30:00Z", "2026-11-24T06:00:00Z"];
  cal.instead = undefined;
  cal.asked.length = 0;
});
afterAll(() => cal.close());

test("free times are those of the zone, day by day, asked for once", async () => {
  const free = await calendar.free("2026-11-23", "2026-11-30");
  expect(free).toEqual(
    new Map([
      [
        "2026-11-23",
        [
          { time: "09:00", startsAt: "2026-11-23T09:00:00.000+03:00" },
          { time: "10:30", startsAt: "2026-11-23T10:30:00.000+03:00" },
        ],
      ],
      ["2026-11-24", [{ time: "09:00", startsAt: "2026-11-24T09:00:00.000+03:00" }]],
    ]),
  );
  expect(cal.asked).toEqual([
    `GET /v2/slots?eventTypeId=${CAL_EVENT}&start=2026-11-23&end=2026-11-30&timeZone=Africa%2FNairobi 2024-09-04`,
  ]);
});

test("a time is booked in UTC under the caller's name and number, and the call that it was made in", async () => {
  const wish = { startsAt: "2026-11-23T09:00:00.000+03:00", name: "Asha", phone: "+254722000111", notes: "Tooth", callId: "c1" };
  expect(await calendar.book(wish)).toEqual({ uid: "kko1wish1" });
  expect(cal.booked).toEqual([
    {
      eventTypeId: CAL_EVENT,
      start: "2026-11-23T06:00:00.000Z",
      attendee: { name: "Asha", timeZone: "Africa/Nairobi", phoneNumber: "+254722000111" },
      bookingFieldsResponses: { notes: "Tooth" },
      metadata: { execution_id: "c1" },
    },
  ]);
  expect(cal.asked[0]).toBe("POST /v2/bookings 2024-08-13");
  expect(await calendar.book({ ...wish, name: "Brian" })).toBe("taken");
});

test("a booking is moved to another uid, then cancelled; twice is told as gone", async () => {
  const wish = { startsAt: "2026-11-23T09:00:00.000+03:00", name: "Asha", phone: "+254722000111" };
  const booked = await calendar.book(wish);
  const uid = typeof booked === "object" && "uid" in booked ? booked.uid : "";
  const moved = await calendar.move(uid, "2026-11-24T09:00:00.000+03:00");
  expect(moved).toMatchObject({ uid: expect.stringMatching(/^kko1wish/) });
  expect(cal.asked.at(-1)).toBe(`POST /v2/bookings/${uid}/reschedule 2024-08-13`);
  const next = typeof moved === "object" && "uid" in moved ? moved.uid : "";
  expect(next).not.toBe(uid);
  expect(await calendar.move(next, "2026-11-29T09:00:00.000+03:00")).toBe("taken");
  expect(await calendar.move(uid, "2026-11-23T09:00:00.000+03:00")).toBe("gone");
  expect(await calendar.cancel(next)).toBe("cancelled");
  expect(cal.asked.at(-1)).toBe(`POST /v2/bookings/${next}/cancel 2024-08-13`);
  expect(await calendar.cancel(next)).toBe("gone");
  expect(await calendar.cancel("../../v2/me")).toBe("gone");
  expect(cal.asked.at(-1)).toBe("POST /v2/bookings/..%2F..%2Fv2%2Fme/cancel 2024-08-13");
});

test("a booking that may not be cancelled, and a Cal.com that hangs up, are refusals", async () => {
  cal.instead = (response) => response.writeHead(400).end('{"error":{"message":"Cancelling needs a reason of the host"}}');
  expect(await calendar.cancel("kko1wish1")).toMatchObject({ problem: expect.any(String) });
  cal.instead = (response) => response.destroy();
  expect(await calendar.cancel("kko1wish1")).toMatchObject({ problem: "unreachable" });
  expect(await calendar.move("kko1wish1", "2026-11-23T09:00:00.000+03:00")).toMatchObject({ problem: "unreachable" });
});

test("a key that is refused is told without repeating it", async () => {
  const refused = await at("cal_live_wrong").free("2026-11-23", "2026-11-23");
  expect(refused).toEqual({ problem: "refused", says: "the provider answered 401: Invalid API Key" });
  cal.instead = (response) => response.writeHead(403).end('{"error":{"message":"No: cal_live_wrong"}}');
  expect(JSON.stringify(await at("cal_live_wrong").free("2026-11-23", "2026-11-23"))).not.toContain("cal_live_wrong");
});

test("one that does not answer, hangs up, or says something odd keeps nobody waiting and books nothing", async () => {
  const wish = { startsAt: "2026-11-23T09:00:00.000+03:00", name: "Asha", phone: "+254722000111" };
  const oddities: ((response: import("node:http").ServerResponse) => void)[] = [
    () => undefined,
    (response) => response.destroy(),
    (response) => response.end("<html>"),
    (response) => response.end('{"data":{"2026-11-23":[{"start":"soon"}]}}'),
    (response) => response.end('{"data":[]}'),
    (response) => response.writeHead(500).end("{}"),
    (response) => response.writeHead(429).end('{"error":{"message":"Too many"}}'),
  ];
  for (const odd of oddities) {
    cal.instead = odd;
    const slow = at(CAL_KEY, 200);
    expect(await slow.free("2026-11-23", "2026-11-23")).toMatchObject({
      problem: expect.stringMatching(/unreachable|limited/) as string,
    });
    expect(await slow.book(wish)).toMatchObject({ problem: expect.stringMatching(/unreachable|limited/) as string });
  }
});

test("days that were not asked for are not taken over", async () => {
  cal.instead = (response) =>
    response.end('{"data":{"x":[{"start":"2027-01-01T09:00:00+03:00"},{"start":"2026-11-23T09:00:00+03:00"}]}}');
  expect([...((await calendar.free("2026-11-23", "2026-11-23")) as Map<string, unknown>).keys()]).toEqual(["2026-11-23"]);
});
