/** Checks of calls and tests of agents in a demo workspace. */
import { AgentTestDraft, CheckRuleDraft } from "@ongea/contract";
import { checkCall, readCall, type SeededCheck } from "../../compliance/index.ts";
import { isPhoneNumber } from "../../platform/phone-number/phone-number.ts";
import type { FreshAgent } from "./agents.ts";
import { rehearse, type DemoCall } from "./calls.ts";
import { randomOf } from "./random.ts";
import { DAY_MS, idOf } from "./work.ts";

/** The rules were made so long ago: calls since then were checked. */
const CHECKED_DAYS = 3;

/** Rules are held against the calls since they were made, as they would be when such a call ends. */
export function makeChecks(
  workspaceId: string,
  calls: readonly DemoCall[],
  now: Date,
): { rules: { id: string; at: string; draft: CheckRuleDraft }[]; checks: SeededCheck[] } {
  const random = randomOf(`${workspaceId}/checks`);
  const sinceMs = now.getTime() - CHECKED_DAYS * DAY_MS;
  const rules = RULES.map((draft) => ({ id: random.uuid(), at: new Date(sinceMs).toISOString(), draft }));
  const checks: SeededCheck[] = [];
  for (const { row, generated } of calls) {
    const { id, agentId, transcript, answeredAt, endedAt, direction, durationSeconds } = row;
    if (!generated || !agentId || !transcript || !answeredAt || !endedAt || id === undefined || endedAt.getTime() < sinceMs)
      continue;
    const times = { durationMs: (durationSeconds ?? 0) * 1_000, epochMs: answeredAt.getTime() };
    const number = direction === "inbound" ? row.fromNumber : row.toNumber;
    const read = readCall({
      direction: direction === "outbound" ? "outbound" : "inbound",
      agentId,
      number: isPhoneNumber(number) ? number : undefined,
      country: row.traits?.country,
      isRecorded: false,
      isOutsideHours: undefined,
      entries: rehearse(generated, { transcript, ...times }),
    });
    for (const rule of rules) {
      const checked = checkCall(rule.draft, read);
      if (checked) checks.push({ ...checked, callId: id, ruleId: rule.id, agentId, at: endedAt.toISOString() });
    }
  }
  return { rules, checks };
}

const RULES: readonly CheckRuleDraft[] = [
  { name: "Asks for no PIN or password", kind: "asks_no_secrets" as const },
  {
    name: "Names the organisation at once",
    kind: "says" as const,
    within_seconds: 20,
    phrases: [
      "Imani Clinic",
      "Jua Solar",
      "Umoja Sacco",
      "Haraka Pesa",
      "Dala Electricity",
      "Oluyole College",
      "Volta Parcels",
      "Amanzi Water",
      "Teranga Santé",
      "Seguros Baía",
      "Selam Bus",
      "صيدلية الأطلس",
    ],
  },
  { name: "Promises no certain profit", kind: "never_says" as const, phrases: ["guaranteed profit", "without any risk"] },
].map((draft) => CheckRuleDraft.parse({ ...draft, alert: null }));

export function makeTests(
  agents: readonly FreshAgent[],
  now: Date,
): { agentId: string; draft: AgentTestDraft; createdAt: Date }[] {
  const createdAt = new Date(now.getTime() - 20 * DAY_MS);
  return TESTS.map(({ organisation, draft }) => ({ agentId: idOf(agents, organisation), draft, createdAt }));
}

const TESTS: readonly { organisation: number; draft: AgentTestDraft }[] = [
  {
    organisation: 0,
    draft: AgentTestDraft.parse({
      name: "Says what a consultation costs",
      lines: ["How much is a consultation?", "Thank you, goodbye"],
      checks: [
        { kind: "said", text: "1,500 shillings" },
        { kind: "no_tool", tool: "book_appointment" },
      ],
    }),
  },
  {
    organisation: 0,
    draft: AgentTestDraft.parse({
      name: "Gives no opening on Sunday",
      lines: ["Are you open on Sunday?", "Goodbye"],
      checks: [{ kind: "said", text: "closed" }],
    }),
  },
  {
    organisation: 1,
    draft: AgentTestDraft.parse({
      name: "Knows how long a lamp is covered",
      lines: ["How long is the guarantee for a lamp?", "Goodbye"],
      checks: [{ kind: "said", text: "two years" }],
    }),
  },
];
