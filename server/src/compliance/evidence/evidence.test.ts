/** A file of evidence is whole, or says at which line it is not; a decision that was changed in the database is found. */
import type { GateDecision } from "@ongea/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { ConsentRow } from "../consents/withdrawn/store.ts";
import { createEvidence, type RungCall } from "./evidence.ts";
import { verifyEvidence } from "./evidence-file.ts";
import { sealingBy, sealOf } from "./seal.ts";

const SECRET = "a secret of this installation";
const AT = new Date("2026-11-24T11:05:00Z");
const CONSENT = "0b6ad2a3-2c1f-4d4e-8f43-5f7f0f3f9d11";
const seal = sealingBy(SECRET);

const decision = (change: Partial<GateDecision> = {}): GateDecision => ({
  at: AT.toISOString(),
  purpose: "call",
  to: "+254712000001",
  allowed: true,
  reason: null,
  facts: {
    country: "KE",
    listed: false,
    local_time: "14:05",
    holiday: false,
    consent: { required: true, by: "country", id: CONSENT },
  },
  ...change,
});
function rung(id: string, decisions: readonly GateDecision[] = [decision()]): RungCall {
  const gate: GateDecision[] = [];
  for (const one of decisions) gate.push(seal(id, gate, one));
  const times = { createdAt: AT, initiatedAt: AT, answeredAt: null };
  return { id, agentId: null, direction: "outbound", toNumber: "+254712000001", ...times, gate };
}

const row: ConsentRow = {
  id: CONSENT,
  workspaceId: "w",
  number: "+254712000001",
  purpose: "marketing",
  channel: "any",
  wording: "Yes",
  language: "en",
  means: "form",
  proof: "17",
  callId: null,
  atMs: null,
  givenAt: AT,
  withdrawnAt: null,
  withdrawnBy: null,
  expiresAt: null,
  recordedBy: "asha",
  createdAt: AT,
};
async function linesOf(calls: readonly RungCall[]): Promise<string[]> {
  const ledger = { byIds: async (_: string, ids: readonly string[]) => (ids.includes(CONSENT) ? [row] : []) };
  const evidence = createEvidence({ secret: SECRET, ledger, now: () => AT });
  const pages = async function* () {
    for (const call of calls) yield [call];
  };
  const lines: string[] = [];
  const order = { workspaceId: "w", madeBy: "asha", subject: { kind: "batch", id: "b" } as const, calls: pages() };
  for await (const line of evidence.file(order)) lines.push(line);
  return lines;
}
const verify = (lines: readonly string[], secret = SECRET) =>
  verifyEvidence(
    secret,
    (async function* () {
      yield* lines;
    })(),
  );

test("a file says of each call the hour, the list, the consent and its words, and is whole", async () => {
  const lines = await linesOf([rung("1"), rung("2", [decision(), decision({ purpose: "transfer", to: "+254712000002" })])]);
  expect(await verify(lines)).toEqual({ calls: 2, messages: 0, sealed: 3, unsealed: 0 });
  expect(JSON.parse(lines[1]!)).toMatchObject({
    call_id: "1",
    decisions: [{ allowed: true, facts: { local_time: "14:05", holiday: false, listed: false } }],
    consents: [{ wording: "Yes", proof: "17", withdrawn_at: null }],
  });
});

test("whatever is changed, left out, doubled, moved or cut off, by whoever has not the secret, is found", async () => {
  const lines = await linesOf([rung("1"), rung("2"), rung("3")]);
  const place = fc.nat({ max: lines.length - 1 });
  const damaged = fc.oneof(
    place.map((at) => lines.toSpliced(at, 1)),
    fc
      .tuple(place, place)
      .filter(([a, b]) => a !== b)
      .map(([a, b]) => lines.with(a, lines[b]!).with(b, lines[a]!)),
    place.map((at) => lines.toSpliced(at, 0, lines[at]!)),
    fc.tuple(place, fc.nat(), fc.constantFrom("x", "7", " ")).map(([at, n, mark]) => {
      const text = lines[at]!.trimEnd();
      const to = n % text.length;
      return lines.with(at, text.slice(0, to) + mark + text.slice(to));
    }),
  );
  await fc.assert(
    fc.asyncProperty(damaged, async (changed) => {
      const isSame = changed.length === lines.length && changed.every((line, at) => sameJson(line, lines[at]!));
      expect((await verify(changed)).broken === undefined).toBe(isSame);
    }),
    { numRuns: 500 },
  );
  expect(await verify(lines, "another secret")).toMatchObject({ broken: { line: 1, problem: "was changed" } });
  expect(await verify(lines.slice(0, -1))).toMatchObject({ broken: { line: 5, problem: "is missing" } });
  expect(await verify([])).toMatchObject({ broken: { line: 1, problem: "is missing" } });
});

/** A space between tokens says nothing else. */
function sameJson(one: string, other: string): boolean {
  try {
    return JSON.stringify(JSON.parse(one)) === JSON.stringify(JSON.parse(other));
  } catch {
    return false;
  }
}

test("a decision that was changed in the database before the file was made is found, and one from before there were seals is told", async () => {
  const call = rung("1", [decision({ allowed: false, reason: "call.no_consent" }), decision()]);
  expect(sealOf(SECRET, "1", call.gate)).toBe("whole");
  const whitewashed = { ...call, gate: [{ ...call.gate[0]!, allowed: true, reason: null }, call.gate[1]!] };
  for (const gate of [
    whitewashed.gate,
    call.gate.slice(1),
    call.gate.toReversed(),
    [{ ...call.gate[0]!, seal: undefined }, call.gate[1]!],
  ])
    expect(sealOf(SECRET, "1", gate)).toBe("changed");
  expect(sealOf(SECRET, "2", call.gate)).toBe("changed");
  expect(await verify(await linesOf([whitewashed]))).toMatchObject({
    broken: { line: 2, problem: "holds a decision that was changed before the file was made" },
  });
  const older = { ...call, gate: call.gate.map(({ seal: _seal, ...one }) => one) };
  expect(await verify(await linesOf([older]))).toEqual({ calls: 1, messages: 0, sealed: 0, unsealed: 2 });
});
