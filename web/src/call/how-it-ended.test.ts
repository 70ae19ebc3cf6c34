import { HANGUP_PARTIES } from "@ongea/contract";
import { expect, test } from "vitest";
import { calls } from "../words/en/calls.ts";
import { history } from "../words/en/history.ts";
import { time } from "../words/en/time.ts";
import { createWords } from "../words/words.ts";
import { endedBy, endedWhy } from "./how-it-ended.ts";

const words = createWords("en", { calls, history, time });
const told = { call_type: "inbound", hangup_by: null, hangup_reason: null } as const;

test("the wire's caller is whoever dialled; people read who that was", () => {
  const by = (call_type: "inbound" | "outbound") =>
    HANGUP_PARTIES.map((hangup_by) => endedBy({ ...told, call_type, hangup_by }, words));
  expect(by("inbound")).toEqual(["Caller", "Agent", "Telephone network", "A request (API)", "An error"]);
  expect(by("outbound")).toEqual(["Agent", "Person called", "Telephone network", "A request (API)", "An error"]);
});

test("what is not known stays as it came, and what was not said is left out", () => {
  expect(endedWhy({ ...told, hangup_reason: "inactivity_timeout" }, words)).toBe("No one spoke");
  expect(endedWhy({ ...told, hangup_reason: "Solar flare" }, words)).toBe("Solar flare");
  expect(endedBy({ ...told, hangup_by: "Moon" }, words)).toBe("Moon");
  expect([endedBy(told, words), endedWhy(told, words)]).toEqual([undefined, undefined]);
});
