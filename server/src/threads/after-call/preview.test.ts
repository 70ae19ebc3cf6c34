/** What a rule's text becomes, with the values of a call that it would have followed. */
import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { createPreview, type PreviewParts } from "./preview.ts";

const WORKSPACE = randomUUID();
const AGENT = randomUUID();
const AT = new Date("2026-03-02T09:00:00.000Z");

let calls: { id: string; person: string; answeredAt: Date | null; endedAt: Date | null; userData: object }[];
let preview: ReturnType<typeof createPreview>;

beforeEach(() => {
  calls = [];
  preview = createPreview({
    calls: {
      archive: {
        list: async (_: string, { agentId }: { agentId: string }) => ({ data: agentId === AGENT ? calls : [], next: null }),
        ended: async (_: string, ids: readonly string[]) =>
          calls.filter(({ id, endedAt }) => ids.includes(id) && endedAt !== null).toReversed(),
        read: async () => ({ journal: [], made: { summary: "A visit.", extracted_data: null, analysis_problem: null } }),
      },
    },
    contacts: { knownOf: async () => ({ "contact.name": "Asha" }) },
  } as unknown as PreviewParts);
});

function call(change: Partial<(typeof calls)[number]> = {}): string {
  const one = { id: randomUUID(), person: "+254712000001", answeredAt: AT, endedAt: AT, userData: {}, ...change };
  calls.push(one);
  return one.id;
}
const shown = (text: string, when: "answered" | "unanswered" = "answered") => preview(WORKSPACE, { agentId: AGENT, when, text });

test("the newest call that a rule would follow gives the values: over, with a number, answered or not as the rule says", async () => {
  call({ endedAt: null });
  call({ person: "anonymous" });
  const missed = call({ answeredAt: null, userData: { doctor: "Dr Wanjiru" } });
  const answered = call({ userData: { doctor: "Dr Otieno" } });
  call({ userData: { doctor: "Dr Mwangi" } });
  const told = await shown("Hello {contact.name}, {doctor} says: {call.summary}{unknown}");
  expect(told).toEqual({
    text: "Hello Asha, Dr Otieno says: A visit.",
    segments: 1,
    is_cut: false,
    call: { execution_id: answered, ended_at: AT.toISOString() },
  });
  expect(await shown("{doctor}", "unanswered")).toMatchObject({ text: "Dr Wanjiru", call: { execution_id: missed } });
});

test("without a call the variables are left out; a text of which nothing is left has no part", async () => {
  expect(await shown("Hello {contact.name}!")).toEqual({ text: "Hello!", segments: 1, is_cut: false, call: null });
  expect(await shown("{contact.name}")).toEqual({ text: "", segments: 0, is_cut: false, call: null });
});

test("parts are counted as networks count them, and what an agent may not write is cut to whole sentences", async () => {
  expect(await shown("ሰ".repeat(71))).toMatchObject({ segments: 2, is_cut: false });
  const told = await shown("Bring your card. ".repeat(50));
  expect(told).toMatchObject({ segments: 4, is_cut: true });
  expect(told.text).toMatch(/card\.$/);
});
