/** All the SQL of rules that a workspace has put in place of shipped ones. */
import {
  ConsentRule,
  DisclosureRule,
  HolidaysRule,
  HoursRule,
  PACK_COUNTRIES,
  PACK_RULES,
  RecordingRule,
  type CountryPack,
  type CountryPackChange,
  type PackCountry,
  type PackRule,
} from "@ongea/contract";
import { and, eq, sql } from "drizzle-orm";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { SHIPPED_PACKS } from "./shipped.ts";
import { countryRules } from "./tables.ts";

export interface CountryPackStore {
  /** Every pack, as it holds for this workspace. */
  packs(workspaceId: string): Promise<readonly CountryPack[]>;
  change(workspaceId: string, country: PackCountry, change: CountryPackChange): Promise<void>;
}

const SHAPES = {
  hours: HoursRule,
  holidays: HolidaysRule,
  consent: ConsentRule,
  recording: RecordingRule,
  disclosure: DisclosureRule,
};

export function createCountryPackStore(tenancy: Pick<Tenancy, "of">): CountryPackStore {
  const { workspaceId: workspace, country: of, rule: named } = countryRules;
  return {
    async packs(workspaceId) {
      const rows = await tenancy.of(workspaceId).select().from(countryRules).where(eq(workspace, workspaceId));
      return PACK_COUNTRIES.map((country) => {
        const own = rows.filter((row) => row.country === country);
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each own rule replaces a part of the shipped pack
        return Object.assign({ ...SHIPPED_PACKS[country] }, ...own.map(({ rule, value }) => ownRule(rule, value))) as CountryPack;
      });
    },
    async change(workspaceId, country, change) {
      const db = tenancy.of(workspaceId);
      for (const rule of PACK_RULES) {
        const value = change[rule];
        if (value === undefined) continue;
        if (value === null) {
          await db.delete(countryRules).where(and(eq(workspace, workspaceId), eq(of, country), eq(named, rule)));
        } else {
          const row = { workspaceId, country, rule, value };
          const target = [workspace, of, named];
          await db
            .insert(countryRules)
            .values(row)
            .onConflictDoUpdate({ target, set: { value, changedAt: sql`now()` } });
        }
      }
    },
  };
}

/** One that an earlier version has kept in another shape gives way to the shipped one. */
function ownRule(rule: PackRule, value: unknown): object {
  const kept = SHAPES[rule].safeParse(value);
  return kept.success ? { [rule]: { ...kept.data, edited: true } } : {};
}
