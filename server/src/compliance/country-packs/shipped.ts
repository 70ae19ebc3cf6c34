/**
 * What holds for calls with people of five countries, as it is shipped. Data: each rule with where it was read, at second hand, and when.
 * None of it is legal advice.
 */
import type { CountryPack, PackCountry } from "@ongea/contract";

/** A pack of a workspace, or of a country that has none of its own. */
export type Pack = Omit<CountryPack, "country"> & { country: string };
type Week = CountryPack["hours"]["week"];

const at = (from: number, to: number): Week[number] => [from * 60, to * 60];
/** Where nothing is known: when an office may be expected to call. */
const OFFICE: Week = [at(9, 18), at(9, 18), at(9, 18), at(9, 18), at(9, 18), at(9, 18), null];
const CUSTOM: Week = [at(8, 20), at(8, 20), at(8, 20), at(8, 20), at(8, 20), at(8, 20), null];
const GOOD_FRIDAY_AND_EASTER_MONDAY = [-2, 1];
const shipped = { read_on: "2026-11-22", edited: false };
/** None of the sources that were read asks for it; a workspace may. */
const NOT_DISCLOSED = { needed: false, words: {}, source: "No duty was found in the sources that were read", ...shipped };
const MOON = "; Islamic holidays are not included";

const KENYA: CountryPack = {
  country: "KE",
  time_zone: "Africa/Nairobi",
  hours: { week: OFFICE, source: "No statute on hours was found: office hours", ...shipped },
  holidays: {
    days: ["01-01", "05-01", "06-01", "10-20", "12-12", "12-25", "12-26"],
    after_easter: GOOD_FRIDAY_AND_EASTER_MONDAY,
    source: `Public Holidays Act (Cap. 110)${MOON}`,
    ...shipped,
  },
  consent: {
    needed: true,
    source: "KICA Consumer Protection Regulations 2010, r. 17: automated marketing calls without prior consent are an offence",
    ...shipped,
  },
  recording: {
    consent: "announce",
    words: {},
    source: "Rulings of the ODPC: recordings are personal data, a generic notice is not enough, the caller may demand a copy",
    ...shipped,
  },
  disclosure: NOT_DISCLOSED,
};

const NIGERIA: CountryPack = {
  country: "NG",
  time_zone: "Africa/Lagos",
  hours: { week: CUSTOM, source: "Local custom, 08:00 to 20:00", ...shipped },
  holidays: {
    days: ["01-01", "05-01", "06-12", "10-01", "12-25", "12-26"],
    after_easter: GOOD_FRIDAY_AND_EASTER_MONDAY,
    source: `Public Holidays Act${MOON}`,
    ...shipped,
  },
  consent: { needed: true, source: "NDPA 2023 and GAID 2025; the 2442 do-not-disturb list", ...shipped },
  recording: { consent: "announce", words: {}, source: "NDPA 2023 and GAID 2025: people are told", ...shipped },
  disclosure: NOT_DISCLOSED,
};

const SOUTH_AFRICA: CountryPack = {
  country: "ZA",
  time_zone: "Africa/Johannesburg",
  hours: {
    week: [at(8, 20), at(8, 20), at(8, 20), at(8, 20), at(8, 20), at(9, 13), null],
    source: "Consumer Protection Act regulations: no direct marketing on Sundays, Saturday 09:00 to 13:00, else 08:00 to 20:00",
    ...shipped,
  },
  holidays: {
    days: ["01-01", "03-21", "04-27", "05-01", "06-16", "08-09", "09-24", "12-16", "12-25", "12-26"],
    after_easter: GOOD_FRIDAY_AND_EASTER_MONDAY,
    source: "Consumer Protection Act regulations: no direct marketing on public holidays (Public Holidays Act 36 of 1994)",
    ...shipped,
  },
  consent: {
    needed: true,
    source: "POPIA s. 69 counts calls as electronic communication; opt-out registry with monthly cleansing since 15 April 2026",
    ...shipped,
  },
  recording: { consent: "announce", words: {}, source: "POPIA: people are told what is collected", ...shipped },
  disclosure: NOT_DISCLOSED,
};

const GHANA: CountryPack = {
  country: "GH",
  time_zone: "Africa/Accra",
  hours: { week: OFFICE, source: "No statute on hours was found: office hours", ...shipped },
  holidays: {
    days: ["01-01", "01-07", "03-06", "05-01", "07-01", "12-25", "12-26"],
    after_easter: GOOD_FRIDAY_AND_EASTER_MONDAY,
    source: `Public Holidays Act 2001 (Act 601), as amended${MOON}`,
    ...shipped,
  },
  consent: { needed: true, source: "Data Protection Act 2012: prior (written) consent for direct marketing", ...shipped },
  recording: { consent: "announce", words: {}, source: "Data Protection Act 2012: people are told", ...shipped },
  disclosure: NOT_DISCLOSED,
};

const TANZANIA: CountryPack = {
  country: "TZ",
  time_zone: "Africa/Dar_es_Salaam",
  hours: { week: OFFICE, source: "No statute on hours was found: office hours", ...shipped },
  holidays: {
    days: ["01-01", "01-12", "04-07", "04-26", "05-01", "07-07", "08-08", "10-14", "12-09", "12-25", "12-26"],
    after_easter: GOOD_FRIDAY_AND_EASTER_MONDAY,
    source: `Public Holidays Act${MOON}`,
    ...shipped,
  },
  consent: { needed: true, source: "Consent, identity and purpose at the start of the call; opt-out offered", ...shipped },
  recording: { consent: "announce", words: {}, source: "Personal Data Protection Act 2022: people are told", ...shipped },
  disclosure: NOT_DISCLOSED,
};

export const SHIPPED_PACKS: Readonly<Record<PackCountry, CountryPack>> = {
  KE: KENYA,
  NG: NIGERIA,
  ZA: SOUTH_AFRICA,
  GH: GHANA,
  TZ: TANZANIA,
};

/** Of a country without a pack. Its zone is the installation's: where several stand, nobody is rung at night in the one that is meant. */
export function packOfNone(country: string | undefined, timeZone: string): Pack {
  const source = "Default";
  return {
    country: country ?? "",
    time_zone: timeZone,
    hours: { week: OFFICE, source, ...shipped },
    holidays: { days: [], after_easter: [], source, ...shipped },
    consent: { needed: true, source, ...shipped },
    recording: { consent: "announce", words: {}, source, ...shipped },
    disclosure: { needed: false, words: {}, source, ...shipped },
  };
}
