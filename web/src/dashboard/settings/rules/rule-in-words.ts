/** A rule as one reads it. */
import type { CountryPack, PackRule } from "@ongea/contract";
import type { Words } from "../../../words/index.ts";

export function ruleInWords(pack: CountryPack, rule: PackRule, words: Words): string {
  switch (rule) {
    case "hours":
      return weekInWords(pack.hours.week, words);
    case "holidays": {
      const { days, after_easter: easter } = pack.holidays;
      const signed = easter.map((day) => (day > 0 ? `+${day}` : String(day)));
      const moving = signed.length > 0 ? [words.say("settings.rule_easter_days", { days: signed.join(", ") })] : [];
      return [...days, ...moving].join(" · ");
    }
    case "consent":
      return words.say(pack.consent.needed ? "settings.rule_consent_needed" : "settings.rule_consent_free");
    case "disclosure":
      return words.say(pack.disclosure.needed ? "settings.disclosure_needed" : "settings.record_free");
    case "recording":
      return words.say(`settings.record_${pack.recording.consent}`);
  }
}

export function weekdaysIn(words: Words): string[] {
  return words.say("settings.rule_weekdays").split(",");
}

/** Days alike are told together: Mon–Fri 08:00–20:00. */
function weekInWords(week: CountryPack["hours"]["week"], words: Words): string {
  const names = weekdaysIn(words);
  const told = week.map((hours) =>
    hours ? `\u2066${clockOf(hours[0])}–${clockOf(hours[1])}\u2069` : words.say("settings.rule_closed"),
  );
  const groups: { from: number; to: number }[] = [];
  for (const [day, hours] of told.entries()) {
    const last = groups.at(-1);
    if (last && told[last.from] === hours) last.to = day;
    else groups.push({ from: day, to: day });
  }
  return groups.map(({ from, to }) => `${from === to ? names[from] : `${names[from]}–${names[to]}`} ${told[from]}`).join(" · ");
}

/** Of a minute of the day; the end of it is 00:00, as a field for times has it. */
export function clockOf(minute: number): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${two(Math.floor(minute / 60) % 24)}:${two(minute % 60)}`;
}
