/** Checks of calls and tests of agents in a demo workspace. */
import { AgentTestDraft, CheckRuleDraft } from "@ongea/contract";
import { isPhoneNumber } from "../../platform/phone-number/phone-number.ts";
import type { FreshAgent } from "./agents.ts";
import { rehearse, type DemoCall } from "./calls.ts";
import { randomOf } from "./random.ts";
import type { CheckedDemoCall, DemoRule } from "./seeds.ts";
import { DAY_MS, idOf } from "./work.ts";

/** The rules were made so long ago: calls since then were checked. */
const CHECKED_DAYS = 3;

/** Rules, and the calls since they were made. */
export function makeChecks(
  workspaceId: string,
  calls: readonly DemoCall[],
  now: Date,
): { rules: DemoRule[]; checked: CheckedDemoCall[] } {
  const random = randomOf(`${workspaceId}/checks`);
  const sinceMs = now.getTime() - CHECKED_DAYS * DAY_MS;
  const rules = RULES.map((draft) => ({ id: random.uuid(), at: new Date(sinceMs).toISOString(), draft }));
  return { rules, checked: calls.flatMap((call) => checkedCall(call, sinceMs)) };
}

function checkedCall({ row, generated }: DemoCall, sinceMs: number): CheckedDemoCall[] {
  const { id, agentId, transcript, answeredAt, endedAt, direction, durationSeconds } = row;
  if (!generated || !agentId || !transcript || !answeredAt || !endedAt || id === undefined || endedAt.getTime() < sinceMs)
    return [];
  const times = { durationMs: (durationSeconds ?? 0) * 1_000, epochMs: answeredAt.getTime() };
  const number = direction === "inbound" ? row.fromNumber : row.toNumber;
  return [
    {
      id,
      agentId,
      at: endedAt.toISOString(),
      direction: direction === "outbound" ? "outbound" : "inbound",
      number: isPhoneNumber(number) ? number : undefined,
      country: row.traits?.country,
      isRecorded: false,
      isOutsideHours: undefined,
      entries: rehearse(generated, { transcript, ...times }),
    },
  ];
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
