/** What holds for calls with people of a country, as a workspace has it: read for every call, and again a moment after it was changed. */
import type { CountryPack, CountryPackChange, DisclosureRule, PackCountry, RecordingRule } from "@ongea/contract";
import type { Log } from "../../platform/log/log.ts";
import { DATABASE_IS_LATE, withTimeout } from "../../platform/async/with-timeout.ts";
import { memoizeFor } from "../../platform/async/memoize.ts";
import { SHIPPED_PACKS, type Pack } from "./shipped.ts";
import { type CallingHours, packAmong } from "./calling-hours.ts";
import { callingCodeOf, countryOf } from "../../platform/phone-number/phone-number.ts";
import type { CountryPackStore } from "./store.ts";

export interface CountryPacks {
  of(workspaceId: string): Promise<readonly CountryPack[]>;
  change(workspaceId: string, country: PackCountry, change: CountryPackChange): Promise<void>;
  /** After the transaction: the next call goes by what stands there now. */
  changed(workspaceId: string): void;
  /** What holds in the country of this number: its own rules, else office hours there. */
  hoursOf(workspaceId: string, number: string): Promise<CountryHours>;
  /** ISO 3166: of these numbers' countries those whose people must have agreed before they are called with advertising. */
  consentNeeded(workspaceId: string, numbers: readonly string[]): Promise<string[]>;
  /** Of numbers in E.164 whether their country requires a consent; where nothing is known of a country, it does. */
  consentRule(workspaceId: string): Promise<(number: string) => boolean>;
  /** A call is about to come: what it will need is asked for already. */
  expect(workspaceId: string): void;
  /**
   * What whoever has this number is told at the beginning, or somebody whose number is nobody's. Never rejects, and keeps no caller waiting for
   * a database that is away: then what was last read holds, and where nothing was read, the call is not recorded.
   */
  spoken(workspaceId: string, number: string | undefined): Promise<SpokenRules>;
}

export interface SpokenRules {
  recording: Pick<RecordingRule, "consent" | "words">;
  disclosure: Pick<DisclosureRule, "needed" | "words">;
}

export interface CountryHours {
  /** All of them hold: a workspace's own rules beside those that are shipped, which they never widen. */
  rules: readonly (CallingHours & Pick<Pack, "country">)[];
  /** They are a country's. Else nothing is known of it, and an agent's own hours hold in their place. */
  isKnown: boolean;
}

export interface CountryPacksParts {
  store: CountryPackStore;
  log: Pick<Log, "warn">;
  /** ISO 3166: whose rules hold for people without a number of any country: in a browser, at a telephone of the house. */
  home: string;
  timeZone: string;
  /** How long a caller who has answered waits for it. */
  patienceMs?: number;
}

/** Another server may have changed something. */
const FRESH_MS = 2_000;
const PATIENCE_MS = 1_000;
const MOST_REMEMBERED = 10_000;

export function createCountryPacks(parts: CountryPacksParts): CountryPacks {
  const { store, log, home, timeZone, patienceMs = PATIENCE_MS } = parts;
  const lastRead = new Map<string, readonly CountryPack[]>();
  const packsOf = memoizeFor(FRESH_MS, async (workspaceId) => {
    const packs = await store.packs(workspaceId);
    if (lastRead.size >= MOST_REMEMBERED) lastRead.clear();
    lastRead.set(workspaceId, packs);
    return packs;
  });
  async function soon(workspaceId: string): Promise<readonly CountryPack[] | undefined> {
    try {
      return await withTimeout(packsOf(workspaceId), patienceMs, DATABASE_IS_LATE);
    } catch (error) {
      log.warn({ err: error }, "A call goes by the country rules that were last read");
      return lastRead.get(workspaceId);
    }
  }
  return {
    of: (workspaceId) => store.packs(workspaceId),
    change: (workspaceId, country, change) => store.change(workspaceId, country, change),
    changed: (workspaceId) => packsOf.forget(workspaceId),
    async hoursOf(workspaceId, number) {
      const country = countryOf(number);
      const own = packAmong(await packsOf(workspaceId), country, timeZone);
      const shipped = Object.values(SHIPPED_PACKS).find((pack) => pack.country === country);
      return shipped ? { rules: [own, shipped], isKnown: true } : { rules: [own], isKnown: false };
    },
    async consentNeeded(workspaceId, numbers) {
      const needed = (await packsOf(workspaceId)).filter(({ consent }) => consent.needed);
      // A code of a country each: no need to parse a hundred thousand numbers.
      const isCalled = (country: PackCountry): boolean => numbers.some((number) => number.startsWith(callingCodeOf(country)));
      return needed.map(({ country }) => country).filter(isCalled);
    },
    async consentRule(workspaceId) {
      const rules = (await packsOf(workspaceId)).map(({ country, consent }) => [callingCodeOf(country), consent.needed] as const);
      return (number) => rules.find(([code]) => number.startsWith(code))?.[1] ?? true;
    },
    expect: (workspaceId) => void packsOf(workspaceId).catch(() => undefined),
    async spoken(workspaceId, number) {
      const packs = await soon(workspaceId);
      if (!packs) return { recording: { consent: "never", words: {} }, disclosure: { needed: false, words: {} } };
      return packAmong(packs, (number && countryOf(number)) ?? home, timeZone);
    },
  };
}
