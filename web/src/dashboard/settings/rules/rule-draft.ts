/** A rule as it stands in a form, all of it text, and what is sent. Pure. */
import { LANGUAGES, type CountryPack, type CountryPackChange, type PackRule, type RecordingConsent } from "@ongea/contract";
import { clockOf } from "./rule-in-words.ts";

export interface RuleDraft {
  source: string;
  readOn: string;
  /** From and to of each day; empty: no calls. */
  week: { from: string; to: string }[];
  days: string;
  easter: string;
  needed: boolean;
  consent: RecordingConsent;
  words: Record<string, string>;
}

/** A rule that is made now was read today. */
export function draftOf(pack: CountryPack, rule: PackRule, today: string): RuleDraft {
  const { source, read_on: readOn, edited } = pack[rule];
  const spoken = rule === "disclosure" ? pack.disclosure : pack.recording;
  return {
    source: edited ? source : "",
    readOn: edited ? readOn : today,
    week: pack.hours.week.map((hours) => ({ from: hours ? clockOf(hours[0]) : "", to: hours ? clockOf(hours[1]) : "" })),
    days: pack.holidays.days.join(", "),
    easter: pack.holidays.after_easter.join(", "),
    needed: rule === "disclosure" ? pack.disclosure.needed : pack.consent.needed,
    consent: pack.recording.consent,
    words: Object.fromEntries(LANGUAGES.map((language) => [language, spoken.words[language] ?? ""])),
  };
}

/** What is not valid is for the server to refuse. */
export function changeOf(draft: RuleDraft, rule: PackRule): CountryPackChange {
  const told = { source: draft.source.trim(), read_on: draft.readOn };
  switch (rule) {
    case "hours":
      return { hours: { week: draft.week.map(({ from, to }) => hoursOf(from, to)), ...told } };
    case "holidays":
      return { holidays: { days: partsOf(draft.days), after_easter: partsOf(draft.easter).map(Number), ...told } };
    case "consent":
      return { consent: { needed: draft.needed, ...told } };
    case "recording":
      return { recording: { consent: draft.consent, words: writtenIn(draft.words), ...told } };
    case "disclosure":
      return { disclosure: { needed: draft.needed, words: writtenIn(draft.words), ...told } };
  }
}

function writtenIn(words: RuleDraft["words"]): RuleDraft["words"] {
  return Object.fromEntries(Object.entries(words).filter(([, text]) => text.trim() !== ""));
}

function hoursOf(from: string, to: string): [number, number] | null {
  if (from === "" || to === "") return null;
  return [minuteOf(from), minuteOf(to) || 1_440];
}

function minuteOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
}

function partsOf(text: string): string[] {
  return text
    .split(/[\s,;،፣]+/u)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
