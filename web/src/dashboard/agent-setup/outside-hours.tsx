/** Nobody is rung at this hour where the call goes: said before anything rings, with the way to ring all the same. */
import type { CallCheck } from "@ongea/contract";
import { placedMoment, useWords } from "../../words/index.ts";

interface OutsideHoursProps {
  waits: NonNullable<CallCheck["waits"]>;
  isUrgent: boolean;
  onUrgent: (isUrgent: boolean) => void;
}

export function OutsideHours({ waits, isUrgent, onUrgent }: OutsideHoursProps): React.ReactNode {
  const words = useWords();
  const { time, place, hours, until } = waits;
  const country = waits.country === null ? place : countryIn(words.language, waits.country);
  return (
    <div className="grid gap-2" role="status">
      <p>
        {hours
          ? words.say("agents.hours_closed", { time, place, country, from: hours.from, to: hours.to })
          : words.say("agents.hours_closed_day", { time, place, country })}{" "}
        {words.say("agents.hours_until", { moment: placedMoment(words, until) })}
      </p>
      <label className="flex items-center gap-2">
        <input type="checkbox" checked={isUrgent} onChange={({ target }) => onUrgent(target.checked)} />
        {words.say("agents.hours_anyway")}
      </label>
    </div>
  );
}

/** Where a browser does not know the language, in English. */
function countryIn(language: string, country: string): string {
  return new Intl.DisplayNames([language, "en"], { type: "region" }).of(country) ?? country;
}
