/** What surrounds the calls of a demo workspace: voices, samples, credit, events. Pure. */
import type { EventKind, ActivityEvent } from "@ongea/contract";
import type { SeededCredit, SeededEvent } from "../../accounts/index.ts";
import type { SeededSample } from "../../engines/index.ts";
import { fromMinor, unitsToMinor } from "../../platform/money/money.ts";
import type { DemoCall } from "./calls.ts";
import type { FreshAgent } from "./agents.ts";
import { randomOf, type Random } from "./random.ts";

const CREDITS = 245;
const UNREAD = 3;
/** Credit that was granted and bought, US dollars: days ago, or just after the call at this place. */
const GRANTS: readonly { back: number; place?: number; units: number }[] = [
  { back: 33, units: 250 },
  { back: 0, place: 2, units: 150 },
];

/** Each answered call and each sample is spent once; what was granted covers them. */
export function makeCredits(
  workspaceId: string,
  calls: readonly DemoCall[],
  samples: readonly SeededSample[],
  now: Date,
): SeededCredit[] {
  const random = randomOf(`${workspaceId}/credits`);
  const costs = shares(samples.length, CREDITS, random);
  const entry = (
    at: string,
    kind: SeededCredit["kind"],
    minor: number,
  ): Pick<SeededCredit, "id" | "at" | "kind" | "amount_micros"> => ({
    id: random.uuid(),
    at,
    kind,
    amount_micros: Number(fromMinor(minor, "USD").micros),
  });
  const [newer, older] = calls.slice(2, 4).map(({ row }) => row.endedAt ?? now);
  const grants = GRANTS.map(({ back, place, units }, index) => {
    const at = place === undefined ? new Date(now.getTime() - back * 86_400_000) : between(newer ?? now, older ?? now);
    return {
      ...entry(at.toISOString(), index === 0 ? "granted" : "bought", unitsToMinor(units)),
      note: "Demo credit",
      subject: `demo-${index}`,
    };
  });
  return [
    ...grants,
    ...samples.map((sample, index) => ({
      ...entry(sample.created_at, "voice", -(costs[index] ?? 1)),
      note: sample.voice_name,
      subject: sample.id,
    })),
    ...calls.flatMap(({ row: { id, cost, endedAt, agentName } }) => {
      const cents = Object.values(cost).reduce((sum: number, part: number) => sum + part, 0);
      if (cents === 0) return [];
      return [
        {
          ...entry((endedAt ?? now).toISOString(), "call", -cents),
          note: agentName,
          subject: id ?? null,
        },
      ];
    }),
  ];
}

/** Newest first: the first five are those of the home page, and three are not read yet. */
export function makeActivity(
  workspaceId: string,
  agents: readonly FreshAgent[],
  calls: readonly DemoCall[],
  now: Date,
): { activity: SeededEvent[]; readUntil: string } {
  const random = randomOf(`${workspaceId}/happenings`);
  const of = (
    at: Date,
    [kind, tone]: readonly [EventKind, ActivityEvent["tone"]],
    details: ActivityEvent["details"],
    subject: ActivityEvent["subject"],
  ): SeededEvent => ({
    id: random.uuid(),
    at: at.toISOString(),
    kind,
    tone,
    details,
    subject,
    notify: tone === "error" || kind === "credit.added",
  });
  const ended = calls.flatMap(({ row }) => (row.endedAt ? [{ ...row, endedAt: row.endedAt }] : []));
  const after = (place: number): Date => between(ended[place]?.endedAt ?? now, ended[place + 1]?.endedAt ?? now);
  const days = (back: number): Date => new Date(now.getTime() - back * 86_400_000);
  const [clinic, solar] = agents;
  const changed = (agent: FreshAgent | undefined, at: Date): SeededEvent[] =>
    agent ? [of(at, ["agent.changed", "info"], { name: agent.name }, { kind: "agent", id: agent.id })] : [];
  const told = [
    of(days(33.1), ["workspace.created", "success"], { name: "Demo" }, null),
    ...agents.map((agent) =>
      of(agent.createdAt, ["agent.created", "success"], { name: agent.name }, { kind: "agent", id: agent.id }),
    ),
    ...agents.map(({ id, number, createdAt }) =>
      of(new Date(createdAt.getTime() + 600_000), ["number.connected", "success"], { number }, { kind: "agent", id }),
    ),
    ...GRANTS.map(({ back, place, units }) =>
      of(
        place === undefined ? days(back) : after(place),
        ["credit.added", "success"],
        { amount: units * 100, currency: "USD" },
        null,
      ),
    ),
    ...changed(clinic, after(0)),
    ...changed(solar, days(12)),
    ...ended.map((call) =>
      of(call.endedAt, [kindOf(call.status), toneOf(call.status)], detailsOf(call), { kind: "call", id: call.id }),
    ),
  ].toSorted((a, b) => b.at.localeCompare(a.at));
  const notified = told.filter(({ notify }) => notify);
  return { activity: told, readUntil: notified[UNREAD]?.at ?? "-infinity" };
}

function between(later: Date, earlier: Date): Date {
  return new Date((later.getTime() + earlier.getTime()) / 2);
}

function toneOf(status: string): ActivityEvent["tone"] {
  if (status === "completed") return "success";
  return status === "failed" ? "error" : "info";
}

function kindOf(status: string): EventKind {
  if (status === "completed") return "call.completed";
  return status === "failed" ? "call.failed" : "call.missed";
}

function detailsOf({ agentName, direction, fromNumber, toNumber, durationSeconds }: DemoCall["row"]): ActivityEvent["details"] {
  const number = direction === "inbound" ? fromNumber : toNumber;
  return { name: agentName, number: number ?? "", seconds: Math.round(durationSeconds ?? 0) };
}

/** So many whole numbers from one on, that add up to exactly this. */
export function shares(count: number, total: number, random: Random): number[] {
  const weights = Array.from({ length: count }, () => 0.45 + random.next());
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const parts = weights.map((weight) => Math.max(1, Math.floor((weight / all) * total)));
  let left = total - parts.reduce((sum, part) => sum + part, 0);
  for (let at = 0; left !== 0; at = (at + 1) % count) {
    const part = parts[at] ?? 1;
    if (left < 0 && part <= 1) continue;
    parts[at] = part + Math.sign(left);
    left -= Math.sign(left);
  }
  return parts;
}
