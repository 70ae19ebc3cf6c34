/** What a workspace puts in place of the shipped rules, on a real database, and what holds then. */
import { CountryPackChange, LANGUAGES, PACK_COUNTRIES, PACK_RULES, type CountryPack } from "@ongea/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { MIGRATIONS } from "../../schema.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import { openTestWorkspace } from "../../platform/testing/workspaces.ts";
import { closedAt } from "./calling-hours.ts";
import { createCountryPacks, type CountryPacks } from "./country-packs.ts";
import { SHIPPED_PACKS } from "./shipped.ts";
import { ANNOUNCED, CONSENT_QUESTIONS } from "./spoken.ts";
import { createCountryPackStore, type CountryPackStore } from "./store.ts";

let database: TestDatabase;
let store: CountryPackStore;
let workspaceId: string;

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  store = createCountryPackStore(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  workspaceId = await openTestWorkspace(database);
});

const told = { source: "Our lawyer", read_on: "2026-11-23" };
const log = { warn: () => undefined };
const packsWith = (read: CountryPackStore = store) =>
  createCountryPacks({ store: read, log, home: "KE", timeZone: "Africa/Nairobi", patienceMs: 50 });
const ruleOf = async <R extends keyof CountryPack>(country: string, rule: R): Promise<CountryPack[R] | undefined> =>
  (await store.packs(workspaceId)).find((pack) => pack.country === country)?.[rule];

test("five countries are shipped, each rule with its own source and date, valid as what a workspace may write", () => {
  expect(Object.keys(SHIPPED_PACKS)).toEqual([...PACK_COUNTRIES]);
  for (const pack of Object.values(SHIPPED_PACKS)) {
    for (const rule of PACK_RULES) expect(pack[rule]).toMatchObject({ read_on: "2026-11-22", edited: false });
    const { country: _, time_zone: __, ...rules } = pack;
    expect(CountryPackChange.strip().safeParse(rules).success).toBe(true);
  }
  for (const said of [ANNOUNCED, CONSENT_QUESTIONS])
    for (const language of LANGUAGES) expect(said[language].length).toBeGreaterThan(5);
});

test("a rule of a workspace stands in place of the shipped one, for nobody else, until that is restored", async () => {
  const other = await openTestWorkspace(database);
  await store.change(workspaceId, "KE", {
    consent: { needed: false, ...told },
    recording: { consent: "ask", words: {}, ...told },
  });
  expect(await ruleOf("KE", "consent")).toEqual({ needed: false, ...told, edited: true });
  expect(await ruleOf("KE", "hours")).toEqual(SHIPPED_PACKS.KE.hours);
  expect((await store.packs(other))[0]).toEqual(SHIPPED_PACKS.KE);
  await store.change(workspaceId, "KE", { consent: { needed: true, ...told } });
  expect(await ruleOf("KE", "consent")).toMatchObject({ needed: true, edited: true });
  await store.change(workspaceId, "KE", { consent: null });
  expect(await ruleOf("KE", "consent")).toEqual(SHIPPED_PACKS.KE.consent);
  expect(await ruleOf("KE", "recording")).toMatchObject({ consent: "ask", edited: true });
});

test("who dials goes by the edited hours and holidays, from the change on", async () => {
  const packs = packsWith();
  const sunday = new Date("2026-11-22T10:00:00+03:00");
  expect((await opensAt(packs, workspaceId, "+254712000001", sunday))?.toISOString()).toBe("2026-11-23T06:00:00.000Z");
  const day: [number, number] = [540, 1_080];
  // Mondays from eleven; on Sundays, as they want it, which the shipped rules do not allow.
  await packs.change(workspaceId, "KE", { hours: { week: [[660, 1_080], day, day, day, day, null, day], ...told } });
  packs.changed(workspaceId);
  expect((await opensAt(packs, workspaceId, "+254712000001", sunday))?.toISOString()).toBe("2026-11-23T08:00:00.000Z");
  expect((await opensAt(packs, workspaceId, "+255712000001", sunday))?.toISOString()).toBe("2026-11-23T06:00:00.000Z");
  await packs.change(workspaceId, "KE", { holidays: { days: ["2026-11-23"], after_easter: [], ...told } });
  packs.changed(workspaceId);
  expect((await opensAt(packs, workspaceId, "+254712000001", sunday))?.toISOString()).toBe("2026-11-24T06:00:00.000Z");
});

test("of a batch's numbers those countries are named whose people must have agreed", async () => {
  const packs = packsWith();
  await packs.change(workspaceId, "NG", { consent: { needed: false, ...told } });
  expect(await packs.consentNeeded(workspaceId, ["+254712000001", "+2348012345678", "+44201234567"])).toEqual(["KE"]);
});

test("a recording goes by the country of the number, and by that of the house where there is none", async () => {
  const packs = packsWith();
  await packs.change(workspaceId, "KE", { recording: { consent: "never", words: {}, ...told } });
  await packs.change(workspaceId, "GH", { recording: { consent: "ask", words: { en: "May we?" }, ...told } });
  const consents = await Promise.all(
    ["+233241234567", "+254712000001", "1002", "browser", undefined, "+4930123456"].map((number) =>
      packs.spoken(workspaceId, number),
    ),
  );
  expect(consents.map(({ recording }) => recording.consent)).toEqual(["ask", "never", "never", "never", "never", "announce"]);
});

test("a country whose people are told that no person speaks: its own words, and nobody else's", async () => {
  const packs = packsWith();
  await packs.change(workspaceId, "TZ", { disclosure: { needed: true, words: { sw: "Mimi ni kompyuta." }, ...told } });
  packs.changed(workspaceId);
  const [tanzania, kenya] = await Promise.all(
    ["+255712000001", "+254712000001"].map((number) => packs.spoken(workspaceId, number)),
  );
  expect(tanzania?.disclosure).toMatchObject({ needed: true, words: { sw: "Mimi ni kompyuta." } });
  expect(kenya?.disclosure.needed).toBe(false);
});

test("while the database is away a call goes by what was last read, and is not recorded where nothing was", async () => {
  let isAway = false;
  const flaky: CountryPackStore = { ...store, packs: (id) => (isAway ? new Promise(() => undefined) : store.packs(id)) };
  const packs = packsWith(flaky);
  expect((await packs.spoken(workspaceId, undefined)).recording.consent).toBe("announce");
  isAway = true;
  packs.changed(workspaceId);
  expect((await packs.spoken(workspaceId, undefined)).recording.consent).toBe("announce");
  expect((await packs.spoken(await openTestWorkspace(database), undefined)).recording.consent).toBe("never");
});

test.each([
  ["hours that end before they begin", { hours: { week: [[600, 540], null, null, null, null, null, null], ...told } }],
  ["a week that is never open", { hours: { week: [null, null, null, null, null, null, null], ...told } }],
  ["a day that there is not", { holidays: { days: ["13-01"], after_easter: [], ...told } }],
  ["a rule without its source", { consent: { needed: true, source: " ", read_on: "2026-11-23" } }],
  ["a date that there is not", { consent: { needed: true, source: "Act", read_on: "2026-02-30" } }],
  ["a language that nobody speaks here", { recording: { consent: "ask", words: { tlh: "x" }, ...told } }],
])("%s is refused", (_, change) => {
  expect(CountryPackChange.safeParse(change).success).toBe(false);
});

async function opensAt(packs: CountryPacks, workspaceId: string, number: string, now: Date): Promise<Date | undefined> {
  return closedAt((await packs.hoursOf(workspaceId, number)).rules, now)?.until;
}
