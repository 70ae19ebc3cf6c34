/**
 * When people may be rung by a machine, country by country. Data, with its source: read at second hand, none of it is legal advice.
 */

/** From and to, in minutes of the local day; nothing: not on that day. */
export type Hours = readonly [fromMinute: number, toMinute: number] | null;

export interface CountryPack {
  /** ISO 3166. */
  country: string;
  timeZone: string;
  /** Monday first. */
  week: readonly [Hours, Hours, Hours, Hours, Hours, Hours, Hours];
  /** On which nobody is rung: `MM-DD`. */
  holidays: readonly string[];
  /** The same, in days after Easter Sunday. */
  afterEaster: readonly number[];
  source: string;
  readOn: string;
}

const at = (from: number, to: number): Hours => [from * 60, to * 60];
/** Where nothing is known: when an office may be expected to call. */
const OFFICE: CountryPack["week"] = [at(9, 18), at(9, 18), at(9, 18), at(9, 18), at(9, 18), at(9, 18), null];
const readOn = "2026-11-22";

export const COUNTRY_PACKS: readonly CountryPack[] = [
  {
    country: "KE",
    timeZone: "Africa/Nairobi",
    week: OFFICE,
    holidays: ["01-01", "05-01", "06-01", "10-20", "12-12", "12-25", "12-26"],
    afterEaster: [-2, 1],
    source: "No statute on hours was found; consent: KICA Consumer Protection Regulations 2010, r. 17",
    readOn,
  },
  {
    country: "NG",
    timeZone: "Africa/Lagos",
    week: [at(8, 20), at(8, 20), at(8, 20), at(8, 20), at(8, 20), at(8, 20), null],
    holidays: ["01-01", "05-01", "06-12", "10-01", "12-25", "12-26"],
    afterEaster: [-2, 1],
    source: "Local custom 08:00 to 20:00; NDPA 2023 and GAID 2025",
    readOn,
  },
  {
    country: "ZA",
    timeZone: "Africa/Johannesburg",
    week: [at(8, 20), at(8, 20), at(8, 20), at(8, 20), at(8, 20), at(9, 13), null],
    holidays: ["01-01", "03-21", "04-27", "05-01", "06-16", "08-09", "09-24", "12-16", "12-25", "12-26"],
    afterEaster: [-2, 1],
    source:
      "Consumer Protection Act regulations: no direct marketing on Sundays and public holidays, Saturday 09:00 to 13:00, else 08:00 to 20:00",
    readOn,
  },
  {
    country: "GH",
    timeZone: "Africa/Accra",
    week: OFFICE,
    holidays: ["01-01", "01-07", "03-06", "05-01", "07-01", "12-25", "12-26"],
    afterEaster: [-2, 1],
    source: "No statute on hours was found; prior consent for direct marketing",
    readOn,
  },
  {
    country: "TZ",
    timeZone: "Africa/Dar_es_Salaam",
    week: OFFICE,
    holidays: ["01-01", "01-12", "04-07", "04-26", "05-01", "07-07", "08-08", "10-14", "12-09", "12-25", "12-26"],
    afterEaster: [-2, 1],
    source: "No statute on hours was found; consent, identity and purpose at the start of the call",
    readOn,
  },
];

/** Of a country without a pack. Its zone is the installation's: where several stand, nobody is rung at night in the one that is meant. */
export function packFor(country: string | undefined, timeZone: string): CountryPack {
  const known = COUNTRY_PACKS.find((pack) => pack.country === country);
  return known ?? { country: country ?? "", timeZone, week: OFFICE, holidays: [], afterEaster: [], source: "Default", readOn };
}
