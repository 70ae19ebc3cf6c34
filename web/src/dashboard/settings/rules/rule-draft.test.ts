import type { CountryPack } from "@ongea/contract";
import { CountryPackChange, PACK_RULES } from "@ongea/contract";
import { expect, test } from "vitest";
import { changeOf, draftOf } from "./rule-draft.ts";

const told = { source: "Act", read_on: "2026-01-02", edited: true };
const PACK: CountryPack = {
  country: "KE",
  time_zone: "Africa/Nairobi",
  hours: { week: [[540, 1_080], [540, 1_080], [540, 1_080], [540, 1_080], [540, 1_440], [0, 720], null], ...told },
  holidays: { days: ["12-25", "2027-03-10"], after_easter: [-2, 1], ...told },
  consent: { needed: true, ...told },
  recording: { consent: "ask", words: { sw: "Je?" }, ...told },
  disclosure: { needed: true, words: { fr: "Bonjour." }, ...told },
};

test("a rule goes through its form and comes out as it was, midnight too", () => {
  for (const rule of PACK_RULES) {
    const { edited: _, ...rest } = PACK[rule];
    const change = changeOf(draftOf(PACK, rule, "2026-11-23"), rule);
    expect(change).toEqual({ [rule]: rest });
    expect(CountryPackChange.safeParse(change).success).toBe(true);
  }
});

test("who edits a shipped rule says where theirs was read; it was read today", () => {
  const shipped = { ...PACK, consent: { ...PACK.consent, edited: false } };
  expect(draftOf(shipped, "consent", "2026-11-23")).toMatchObject({ source: "", readOn: "2026-11-23" });
});

test("days may be parted by spaces, commas and commas of other scripts", () => {
  const draft = { ...draftOf(PACK, "holidays", ""), days: "12-25، 12-26\n01-01", easter: "" };
  expect(changeOf(draft, "holidays").holidays).toMatchObject({ days: ["12-25", "12-26", "01-01"], after_easter: [] });
});
