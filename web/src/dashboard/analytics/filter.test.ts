import { afterEach, expect, test, vi } from "vitest";
import {
  boardQuery,
  callsQuery,
  changed,
  exportAddress,
  filterOf,
  GROUPS,
  parseFilter,
  periodOf,
  savedAddress,
  viewOf,
} from "./filter.ts";

const read = (text: string) => parseFilter(new URLSearchParams(text));

afterEach(() => {
  vi.unstubAllEnvs();
});

test("a period ends with today where the person is, and a day on which clocks are changed is whole", () => {
  vi.stubEnv("TZ", "Africa/Nairobi");
  const now = new Date("2026-11-21T09:00:00Z");
  expect(periodOf(1, now)).toEqual({ from: "2026-11-20T21:00:00.000Z", to: "2026-11-21T21:00:00.000Z" });
  vi.stubEnv("TZ", "Africa/Casablanca");
  const { from, to } = periodOf(1, new Date("2026-02-15T12:00:00Z"));
  expect((Date.parse(to) - Date.parse(from)) / 3_600_000).toBe(25);
});

test("what the address does not know is what is usual", () => {
  expect(read("board=nothing&days=4000&group=moon&counted=all")).toEqual({
    board: "quality",
    days: 30,
    group: "day",
    counted: undefined,
    filters: {},
    compare: true,
    charts: ["quality_figures", "outcomes", "delays", "days"],
    saved: undefined,
  });
});

test("a board is saved with its charts in their order, and opened again as it was", () => {
  const agent = "5b1f0f0e-7a55-4c1e-9d0b-0c9f1d2e3a4b";
  const wanted = read(`board=cost&days=7&compare=no&charts=delays,moon,cost,delays&agent_id=${agent}&version=3`);
  expect(wanted.charts).toEqual(["delays", "cost"]);
  const view = viewOf(wanted);
  expect(view).toMatchObject({ board: "cost", days: 7, compare: false, charts: ["delays", "cost"], filters: { version: 3 } });
  expect(view && read(savedAddress("one", view))).toEqual({ ...wanted, saved: "one" });
  expect(viewOf(read("agent_id=nobody"))).toBeUndefined();
  expect(read("board=groups&charts=cost").charts).toEqual([]);
});

test("filters of the address are those of the question and of the file; empty ones are left out", () => {
  const wanted = read("board=groups&group=country&agent_id=a&direction=&language=sw");
  expect(boardQuery(wanted)).toMatchObject({ group: "country", agent_id: "a", language: "sw" });
  expect(callsQuery(wanted)).not.toHaveProperty("direction");
  expect(exportAddress(wanted)).toMatch(/^\/api\/analytics\/export\?.*group=country.*/);
  expect(changed(new URLSearchParams("days=7&language=sw"), { language: "", board: "cost" })).toBe("?days=7&board=cost");
});

test("groups that are no property to filter by have no filter", () => {
  expect(GROUPS.filter((group) => filterOf(group) === undefined)).toEqual(["hour", "stt", "llm", "tts"]);
});

test("a table by the values of a question needs the question, and a value without one is no filter", () => {
  const parsed = (query: string) => parseFilter(new URLSearchParams(query));
  const asked = parsed("board=groups&group=disposition&disposition=General%2FOutcome&disposition_value=yes");
  expect([asked.group, asked.filters]).toEqual(["disposition", { disposition: "General/Outcome", disposition_value: "yes" }]);
  const bare = parsed("board=groups&group=disposition&disposition_value=yes");
  expect([bare.group, bare.filters]).toEqual(["agent", {}]);
  expect(filterOf("disposition")).toBe("disposition_value");
  expect(viewOf(asked)?.filters).toEqual({ disposition: "General/Outcome", disposition_value: "yes" });
});
