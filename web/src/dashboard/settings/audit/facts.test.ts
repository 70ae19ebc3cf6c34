import type { AuditEntry } from "@ongea/contract";
import { expect, test } from "vitest";
import { loadLanguage } from "../../../words/catalogue.ts";
import { createGrowingWords } from "../../../words/words.ts";
import { factsOf } from "./facts.ts";

const ID = "3f2a9c1b-0d5e-4a77-9c33-5f6b7a8c9d0e";
const OTHER = "91d4e2aa-1b2c-4d3e-8f90-a1b2c3d4e5f6";
const words = createGrowingWords("en", await loadLanguage("en"));
await words.bring(["access", "audit", "settings"]);

function told(act: string, subject: string | null, details: AuditEntry["details"] = {}): string {
  return factsOf({ actor: "amina@example.com", act, subject, details }, words)
    .map(({ label, text }) => (label === undefined ? text : `${label}: ${text}`))
    .join(" · ");
}

test("a name stands for its id, and leads to what it means", () => {
  expect(told("call.listened", ID, { agent_name: "Front desk" })).toBe("Front desk");
  expect(told("agent.changed", "Front desk", { agent: ID, version: 3 })).toBe("Front desk · Version: 3");
  expect(told("call.stopped", ID)).toBe("3f2a9c1b…");
  const undashed = ID.replaceAll("-", "");
  for (const [act, subject, details, to] of [
    ["agent.changed", "Front desk", { agent: ID }, `/dashboard/agent-setup/${ID}`],
    ["batch.created", "people.csv", { batch: undashed }, `/dashboard/batches/${undashed}`],
    ["call.listened", ID, { agent_name: "Front desk" }, `/dashboard/call-history/${ID}`],
  ] as const) {
    const facts = factsOf({ actor: "amina@example.com", act, subject, details }, words);
    expect(facts).toMatchObject([{ to }]);
    expect(facts[0]?.whole?.replaceAll("-", "")).toBe(undashed);
  }
});

test("an assistant of a number or a key is called by its name; older entries have its id only", () => {
  expect(told("number.assigned", "+254711000001", { agent: ID, agent_name: "Front desk" })).toBe(
    "+254711000001 · Agent: Front desk",
  );
  expect(told("number.assigned", "+254711000001", { agent: ID })).toBe("+254711000001 · Agent: 3f2a9c1b…");
  const reach = { prefix: "ong_1a2b", scope: "call", agents: `${ID} ${OTHER}` };
  expect(told("key.created", "CRM", { ...reach, agent_names: "Front desk, Reminders" })).toBe(
    "CRM · Begins with: ong_1a2b · Access: Read and call · Agents: Front desk, Reminders",
  );
  expect(told("key.created", "CRM", reach)).toContain("Agents: 3f2a9c1b… 91d4e2aa…");
  expect(told("key.created", "CRM", { ...reach, agents: null })).not.toContain("Agents");
});

test("what belongs to something else of its kind is told with it", () => {
  expect(told("trunk.number_added", "+254711000001", { trunk: "Office PBX" })).toBe("+254711000001 · Trunk: Office PBX");
});

test("what is deleted leads nowhere", () => {
  for (const [act, subject, details] of [
    ["call.deleted", ID, {}],
    ["agent.deleted", "Front desk", { agent: ID }],
    ["batch.deleted", "customers.csv", { batch: ID }],
  ] as const)
    expect(factsOf({ actor: "amina@example.com", act, subject, details }, words).filter(({ to }) => to)).toEqual([]);
});

test("who acts on themselves is not named twice", () => {
  expect(told("member.signed_in", "amina@example.com", { address: "127.0.0.1" })).toBe("IP address: 127.0.0.1");
});

test("codes become words, and what somebody wrote stays as it is", () => {
  expect(told("member.invited", "asha@example.com", { role: "agent_manager" })).toBe("asha@example.com · Role: Agent manager");
  expect(told("country_pack.changed", "KE", { hours: "restored" })).toBe("Kenya · Calling hours: Original restored");
  expect(told("provider.checked", "Deepgram", { outcome: "ok" })).toBe("Deepgram · Result: Working");
  expect(told("pronunciation.kept", "Ngong", { said: "read" })).toBe("Ngong · Pronounced: read");
});

test("limits that were lifted are told, and parts of a call that were left alone are not", () => {
  const limits = { calls_per_minute: null, calls_at_once: 5, spend_per_day: 120_000, needs_balance: false };
  expect(told("dial_limits.changed", null, limits)).toBe(
    "Calls per minute: no limit · Calls at the same time: 5 · Spending per day: 1,200 · Place no calls while the balance is below zero: no",
  );
  expect(told("call.redacted", ID, { agent_name: "Front desk", whole: false, lines: 0, words: 2, changed: 4 })).toBe(
    "Front desk · Words: 2 · Changed: 4",
  );
});

test("what a newer server tells is shown as it is, and a long text is cut with all of it beside", () => {
  expect(told("moon.landed", "Apollo", { landing_site: "Sea of Tranquility" })).toBe("Apollo · landing site: Sea of Tranquility");
  const long = "https://a-shop.example ".repeat(10).trim();
  const [, origins] = factsOf(
    { actor: "amina@example.com", act: "widget.added", subject: "Shop", details: { origins: long } },
    words,
  );
  expect([origins?.text.length, origins?.whole]).toEqual([81, long]);
});
