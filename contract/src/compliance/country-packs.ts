/**
 * What holds for calls with people of a country: when they are called, on which days not, what they must have agreed to, and what they are
 * told before a call is recorded. Five countries have rules of their own; a workspace may put others in their place.
 */
import { z } from "zod";
import { LANGUAGES } from "../languages.ts";
import { RECORDING_CONSENTS } from "../calls/recording-consent.ts";
import { route } from "../wire/route.ts";

/** ISO 3166. */
export const PACK_COUNTRIES = ["KE", "NG", "ZA", "GH", "TZ"] as const;
export type PackCountry = (typeof PACK_COUNTRIES)[number];

/** In minutes of the local day, from and to. Null: nobody is called on that day. */
const Hours = z
  .tuple([z.number().int().min(0).max(1_439), z.number().int().min(1).max(1_440)])
  .refine(([from, to]) => from < to, { error: "must end after it begins" })
  .nullable();

/** Where a rule was read, and when. */
const told = {
  source: z.string().trim().min(1).max(300),
  /** `YYYY-MM-DD`. */
  read_on: z.iso.date(),
};

/** `MM-DD` in every year, `YYYY-MM-DD` in one. */
const Day = z.string().regex(/^(?:\d{4}-)?(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/, "must be a day: MM-DD or YYYY-MM-DD");

const Wording = z.string().trim().max(300);

export const HoursRule = z.object({
  /** Monday first. One day at least is open. */
  week: z
    .array(Hours)
    .length(7)
    .refine((week) => week.some((day) => day !== null), { error: "must leave a day on which people may be called" }),
  ...told,
});

export const HolidaysRule = z.object({
  days: z.array(Day).max(100),
  /** In days after Easter Sunday: -2 is Good Friday. */
  after_easter: z.array(z.number().int().min(-60).max(60)).max(10),
  ...told,
});

/** Of calls that advertise. */
export const ConsentRule = z.object({
  /** Those who are called must have agreed to it before. */
  needed: z.boolean(),
  ...told,
});

export const RecordingRule = z.object({
  consent: z.enum(RECORDING_CONSENTS),
  /** What is said before, by language; without one, what the product says. Where the caller must agree, it asks. */
  words: z.partialRecord(z.enum(LANGUAGES), Wording),
  ...told,
});
export type RecordingRule = z.output<typeof RecordingRule>;

export const DisclosureRule = z.object({
  /** Whoever is on the line is told at the beginning that no person speaks. */
  needed: z.boolean(),
  /** As it is said, by language; without one, what the product says. */
  words: z.partialRecord(z.enum(LANGUAGES), Wording),
  ...told,
});
export type DisclosureRule = z.output<typeof DisclosureRule>;

export const PACK_RULES = ["hours", "holidays", "consent", "recording", "disclosure"] as const;
export type PackRule = (typeof PACK_RULES)[number];

/** `edited`: the workspace has put its own in place of the shipped one. */
const edited = { edited: z.boolean() };

export const CountryPack = z.object({
  country: z.enum(PACK_COUNTRIES),
  time_zone: z.string(),
  hours: HoursRule.extend(edited),
  holidays: HolidaysRule.extend(edited),
  consent: ConsentRule.extend(edited),
  recording: RecordingRule.extend(edited),
  disclosure: DisclosureRule.extend(edited),
});
export type CountryPack = z.output<typeof CountryPack>;

/** Null: the shipped rule holds again. Absent: the rule stays as it is. */
export const CountryPackChange = z.strictObject({
  hours: HoursRule.nullable().optional(),
  holidays: HolidaysRule.nullable().optional(),
  consent: ConsentRule.nullable().optional(),
  recording: RecordingRule.nullable().optional(),
  disclosure: DisclosureRule.nullable().optional(),
});
export type CountryPackChange = z.output<typeof CountryPackChange>;

export const listCountryPacks = route({
  method: "GET",
  path: "/api/country-packs",
  who: "viewer",
  does: "Reads what holds for calls with people of each country, each rule with where it was read and when. No legal advice.",
  answer: z.object({
    data: z.array(CountryPack),
    /** What is said where a rule has no words of its own, by language: a sentence, a question, and that no person speaks. */
    spoken: z.object({
      announce: z.record(z.string(), z.string()),
      ask: z.record(z.string(), z.string()),
      disclose: z.record(z.string(), z.string()),
    }),
  }),
});

export const changeCountryPack = route({
  method: "PATCH",
  path: "/api/country-packs/:country",
  who: "admin",
  does: "Puts rules of the workspace in place of the shipped ones of a country, or takes them back (`null`). They hold from the next call on.",
  params: z.object({ country: z.enum(PACK_COUNTRIES) }),
  body: CountryPackChange,
  answer: CountryPack,
});
