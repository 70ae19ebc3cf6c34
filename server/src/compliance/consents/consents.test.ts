/** Consents on a real database, and 20,000 generated worlds in which nobody is called or written to without the consent that is required. */
import { AgentDocument, type Consent, type Entry } from "@ongea/contract";
import fc from "fast-check";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { orRefusal, Refusal } from "../../platform/http/refuse.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { MIGRATIONS } from "../../schema.ts";
import { createCountryPacks } from "../country-packs/country-packs.ts";
import { SHIPPED_PACKS } from "../country-packs/shipped.ts";
import { createDoNotCallStore, hashingNumbers } from "../do-not-call/store.ts";
import { createGate, type GateParts } from "../gate/gate.ts";
import { createMessageGate } from "../gate/message-gate.ts";
import { recordingAnswer } from "./after-call.ts";
import { consentReader } from "./consents-file.ts";
import { createConsents, type ConsentsParts } from "./consents.ts";
import { createConsentStore, type ConsentStore, type NewConsent } from "./store.ts";

const PERSON = "+254712000001";
const NOW = new Date("2026-11-24T11:05:00Z");
const [AGENT, OTHER] = [randomUUID(), randomUUID()];
const HOME = { log: { warn: () => undefined }, home: "KE", timeZone: "Africa/Nairobi" };

let database: TestDatabase;
let store: ConsentStore;
let workspaceId: string;
beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  store = createConsentStore(database);
});
afterAll(() => database.close());
beforeEach(async () => (workspaceId = await openTestWorkspace(database)));

const given = (change: Partial<NewConsent> = {}): NewConsent => ({
  workspaceId,
  number: PERSON,
  purpose: "marketing",
  channel: "any",
  wording: "You may call me about offers.",
  language: "en",
  means: "form",
  proof: "Form 17",
  callId: null,
  atMs: null,
  givenAt: new Date("2026-11-01T09:00:00Z"),
  recordedBy: "asha",
  ...change,
});
const add = (change: Partial<NewConsent> = {}) => store.add(database.of(workspaceId), given(change));
const standing = async (channel: "call" | "message" = "call", at = NOW) =>
  (await store.standing(workspaceId, { numbers: [PERSON], channel, at })).length > 0;

test("a consent stands for its purpose and channel from the moment it was given until it is withdrawn, once", async () => {
  await add({ purpose: "service" });
  await add({ channel: "message" });
  expect([await standing("call"), await standing("message")]).toEqual([false, true]);
  const row = await add({ givenAt: new Date("2026-11-20T09:00:00Z") });
  expect(await add({ givenAt: new Date("2026-11-20T09:00:00Z"), wording: "Something else" })).toBeUndefined();
  expect([await standing("call"), await standing("call", new Date("2026-11-20T08:59:59Z"))]).toEqual([true, false]);
  const elsewhere = await openTestWorkspace(database);
  expect(await store.standing(elsewhere, { numbers: [PERSON], channel: "call", at: NOW })).toEqual([]);
  expect(await store.withdraw(elsewhere, row!.id)).toBeUndefined();
  expect(await store.withdraw(workspaceId, row!.id)).toMatchObject({ withdrawnBy: "recorded" });
  expect(await store.withdraw(workspaceId, row!.id)).toBeUndefined();
  expect(await standing("call")).toBe(false);
});

test("the ledger is never rewritten: an entry is withdrawn, and nothing else of it changes", async () => {
  const { id } = (await add())!;
  for (const change of ["wording = 'Anything'", "number = '+254712000009'", "given_at = now()"])
    await expect(database.asOwner(`update consents set ${change} where id = '${id}'`)).rejects.toThrow("only withdrawn");
  await store.withdraw(workspaceId, id);
  await expect(database.asOwner(`update consents set withdrawn_at = null where id = '${id}'`)).rejects.toThrow("only withdrawn");
});

test("whoever asks not to be called takes back all that stands but the recording, in the same transaction", async () => {
  const list = createDoNotCallStore(database, hashingNumbers("a secret"), (db, id, numbers) =>
    store.withdrawAll(db, id, { numbers, purposes: ["marketing", "service"], by: "opt_out" }),
  );
  for (const purpose of ["marketing", "service", "recording"] as const) await add({ purpose });
  const failing = database.together(workspaceId, async () => {
    await list.add(database.of(workspaceId), workspaceId, "asked", [{ number: PERSON }]);
    throw new Error("killed");
  });
  await expect(failing).rejects.toThrow("killed");
  expect(await standing()).toBe(true);
  for (const _ of [1, 2]) await list.add(database.of(workspaceId), workspaceId, "asked", [{ number: PERSON }]);
  const { data } = await store.list(workspaceId, { limit: 10 });
  const ended = data.filter(({ withdrawnBy }) => withdrawnBy === "opt_out").map(({ purpose }) => purpose);
  expect(ended.toSorted()).toEqual(["marketing", "service"]);
  await list.remove(workspaceId, PERSON);
  expect(await standing()).toBe(false);
});

test("the ledger is read page by page, by numbers, digits, purpose and call", async () => {
  const callId = randomUUID();
  for (let day = 1; day <= 5; day++) await add({ givenAt: new Date(`2026-11-0${day}T09:00:00Z`) });
  await add({ number: "+2348031234567", purpose: "recording", callId });
  const first = await store.list(workspaceId, { limit: 4 });
  const rest = await store.list(workspaceId, { limit: 4, cursor: first.next! });
  expect([first.data.length, rest.data.length, rest.next]).toEqual([4, 2, null]);
  const found = async (query: object) => (await store.list(workspaceId, { limit: 10, ...query })).data.length;
  expect(
    await Promise.all([{ numbers: [PERSON] }, { q: "0803" }, { q: "8031 234" }, { purpose: "recording" }, { callId }].map(found)),
  ).toEqual([5, 0, 1, 1, 1]);
});

test("a policy is off until it is set, and the gate reads it for each call", async () => {
  const packs = createCountryPacks({
    store: { packs: async () => Object.values(SHIPPED_PACKS), change: async () => undefined },
    ...HOME,
  });
  const consents = createConsents({ store, packs });
  const judge = (agentId = AGENT, isBeside = false) =>
    consents.judge({ workspaceId, agentId, number: PERSON, channel: "call", isBeside, at: NOW });
  expect(await judge()).toEqual({ required: false });
  await store.setPolicy(workspaceId, { required: "countries", agent_ids: [AGENT], transfers: false });
  expect([await judge(), await judge(OTHER), await judge(AGENT, true)]).toEqual([
    { required: true, by: "country" },
    { required: false },
    { required: false },
  ]);
  const { id } = (await add())!;
  expect(await judge()).toEqual({ required: true, by: "country", id, given_at: "2026-11-01T09:00:00.000Z" });
  const numbers = [PERSON, "+2348031234567"];
  const missing = await consents.missing({ workspaceId, agentId: AGENT, numbers, channel: "call", at: NOW });
  expect([...missing]).toEqual(["+2348031234567"]);
});

type Row = Pick<Consent, "number" | "purpose" | "channel"> & { givenAt: Date; isWithdrawn: boolean };
const NUMBERS = [PERSON, "+2348031234567", "+447400123456"] as const;
const Ledger = fc.array(
  fc.record<Row>({
    number: fc.constantFrom(...NUMBERS),
    purpose: fc.constantFrom("marketing", "service", "recording"),
    channel: fc.constantFrom("any", "call", "message"),
    givenAt: fc.constantFrom(new Date(NOW.getTime() - 1), NOW, new Date(NOW.getTime() + 1)),
    isWithdrawn: fc.boolean(),
  }),
  { maxLength: 4 },
);
const Worlds = fc.record({
  ledger: Ledger,
  required: fc.constantFrom("off" as const, "countries" as const, "everywhere" as const),
  agents: fc.subarray<string>([AGENT, OTHER]),
  transfers: fc.boolean(),
  /** Of Kenya, as the workspace has put it; other countries are as shipped. */
  isNeededInKenya: fc.boolean(),
  to: fc.constantFrom(...NUMBERS),
  way: fc.constantFrom("call", "transfer", "referral", "takeover", "message", "answer"),
});
type World = typeof Worlds extends fc.Arbitrary<infer T> ? T : never;

/** As the rule is written for people, by another way than the product's. */
function mayReach({ ledger, required, agents, transfers, isNeededInKenya, to, way }: World): boolean {
  if (way === "answer") return true;
  const isAbout = agents.length === 0 || agents.some((agent) => agent === AGENT);
  const isBeside = way === "transfer" || way === "takeover";
  const country = required === "everywhere" || (required === "countries" && (to !== PERSON || isNeededInKenya));
  if (!isAbout || !country || (isBeside && !transfers)) return true;
  const fits = way === "message" ? ["any", "message"] : ["any", "call"];
  return ledger.some(
    (row) =>
      row.number === to &&
      row.purpose === "marketing" &&
      fits.includes(row.channel) &&
      row.givenAt.getTime() <= NOW.getTime() &&
      !row.isWithdrawn,
  );
}

function agreed(one: boolean, other: boolean): boolean {
  if (one !== other) throw new Error("The gate says one thing here and another there");
  return one;
}

/** Whether somebody was rung or written to. */
async function reaches(world: World): Promise<boolean> {
  const { ledger, required, agents, transfers, isNeededInKenya, to, way } = world;
  const consentStore: ConsentsParts["store"] = {
    policy: async () => ({ required, agent_ids: agents, transfers }),
    standing: async (_, { numbers, channel, at }) =>
      ledger
        .filter(({ number, purpose, isWithdrawn }) => numbers.includes(number) && purpose === "marketing" && !isWithdrawn)
        .filter((row) => ["any", channel].includes(row.channel) && row.givenAt <= at)
        .map(({ number, givenAt }) => ({ number, id: AGENT, givenAt })),
  };
  const kenya = { ...SHIPPED_PACKS.KE, consent: { ...SHIPPED_PACKS.KE.consent, needed: isNeededInKenya } };
  const all = Object.values({ ...SHIPPED_PACKS, KE: kenya });
  const packs = createCountryPacks({ store: { packs: async () => all, change: async () => undefined }, ...HOME });
  const parts: GateParts = {
    standing: async () => ({ isDemo: false, isAdmitted: true }),
    hasProvenOwner: async () => true,
    isListed: async () => false,
    countries: ["KE", "NG", "GB"],
    consents: createConsents({ store: consentStore, packs }),
    limits: { check: async () => undefined, take: async () => ({ rang: () => undefined, release: () => undefined }) },
    opening: { closed: async () => undefined, there: async () => undefined },
    isRegistered: () => false,
    now: () => NOW,
  };
  const document = AgentDocument.parse({ agent_config: { agent_name: "Offers" } });
  const agent = { id: AGENT, workspaceId: "w", document };
  if (way === "message" || way === "answer") {
    const gate = createMessageGate(parts);
    const admitted =
      way === "answer" || !((await orRefusal(gate.admit({ workspaceId: "w", agentId: AGENT }, to))) instanceof Refusal);
    const begins = way === "message" ? agent : undefined;
    const judged = (await gate.judge({ workspaceId: "w", to, begins })).kind === "allowed";
    // Before it is stored and before it leaves the answer is the same.
    return agreed(admitted, judged);
  }
  const gate = createGate(parts);
  let rang = false;
  const entered = await orRefusal(gate.enter(await gate.admit("w", to), { agent, purpose: way }, async () => void (rang = true)));
  return agreed(rang, !(entered instanceof Refusal));
}

test(
  "in 20,000 worlds nobody is called or written to without the consent that is required, and nobody else is held back",
  { timeout: 60_000 },
  async () => {
    const seen = { reached: 0, barred: 0, without: 0 };
    await fc.assert(
      fc.asyncProperty(Worlds, async (world) => {
        const [may, did] = [mayReach(world), await reaches(world)];
        seen[did ? "reached" : "barred"]++;
        if (did && !may) seen.without++;
        expect(did).toBe(may);
      }),
      { numRuns: 20_000 },
    );
    console.log(`20,000 worlds: ${seen.reached} reached, ${seen.barred} barred, ${seen.without} without a required consent`);
    expect(seen.without).toBe(0);
    expect(Math.min(seen.reached, seen.barred)).toBeGreaterThan(2_000);
  },
);

test("what the fakes of the worlds answer is what the database answers", async () => {
  await fc.assert(
    fc.asyncProperty(Ledger, fc.constantFrom("call" as const, "message" as const), async (ledger, channel) => {
      const id = await openTestWorkspace(database);
      for (const [n, { isWithdrawn, ...row }] of ledger.entries()) {
        const added = await store.add(database.of(id), given({ ...row, workspaceId: id, wording: String(n) }));
        if (added && isWithdrawn) await store.withdraw(id, added.id);
      }
      // Of two that are the same by number, purpose, channel and moment the first stands.
      const kept = ledger.filter((row, at) => ledger.findIndex((one) => sameAs(one, row)) === at);
      const expected = NUMBERS.filter((number) =>
        kept.some(
          (row) =>
            row.number === number &&
            row.purpose === "marketing" &&
            ["any", channel].includes(row.channel) &&
            row.givenAt <= NOW &&
            !row.isWithdrawn,
        ),
      );
      const found = await store.standing(id, { numbers: NUMBERS, channel, at: NOW });
      expect(found.map(({ number }) => number).toSorted()).toEqual(expected.toSorted());
    }),
    { numRuns: 60 },
  );
});

const sameAs = (one: Row, other: Row): boolean =>
  one.number === other.number &&
  one.purpose === other.purpose &&
  one.channel === other.channel &&
  one.givenAt.getTime() === other.givenAt.getTime();

test("a row of a file needs a number, a moment that is past, words and a proof", () => {
  const header = ["Phone", "Purpose", "Given at", "Wording", "Language", "Proof"];
  const read = consentReader(header, { countries: ["KE"], now: NOW })!;
  const row = ["0712 000 001", "Marketing", "2026-11-01T09:00:00+03:00", "Yes, call me", "sw", "scan-17.pdf"];
  expect(read(row)).toMatchObject({
    consent: { number: PERSON, purpose: "marketing", channel: "any", means: "import", givenAt: new Date("2026-11-01T06:00:00Z") },
  });
  const changed = (at: number, cell: string) => read(row.with(at, cell));
  expect(changed(0, "12")).toEqual({ problem: "bad_number" });
  for (const moment of ["", "yesterday", "2026-11-01T09:00", "01/11/2026", "2027-01-01", "2026-13-01"])
    expect([moment, changed(2, moment)]).toEqual([moment, { problem: "bad_moment" }]);
  expect(changed(3, " ")).toEqual({ problem: "no_wording" });
  expect(changed(5, "")).toEqual({ problem: "no_proof" });
  for (const [at, cell] of [
    [1, "everything"],
    [4, "tlh"],
  ] as const)
    expect(changed(at, cell)).toEqual({ problem: "not_valid" });
  expect(consentReader(header.slice(0, 5), { countries: ["KE"], now: NOW })).toBeUndefined();
});

test("a caller's answer to the question whether the call may be recorded is read with the question and its moment", () => {
  const recording = (atMs: number, how: string, text?: string): Entry => ({ kind: "recording", atMs, how, text }) as Entry;
  expect(recordingAnswer([recording(900, "asked", "May we record?"), recording(2_400.4, "agreed")])).toEqual({
    agreed: true,
    atMs: 2_400,
    wording: "May we record?",
    language: undefined,
  });
  expect(recordingAnswer([recording(900, "asked", "?"), recording(2_400, "declined")])).toMatchObject({ agreed: false });
  expect(recordingAnswer([recording(900, "announced", "We record.")])).toBeUndefined();
  expect(recordingAnswer([recording(900, "asked"), recording(5_000, "unclear")])).toBeUndefined();
});
