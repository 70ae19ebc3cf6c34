import type { time as english } from "../en/time.ts";

export const time = {
  months: "janv.,févr.,mars,avr.,mai,juin,juil.,août,sept.,oct.,nov.,déc.",
  today: "aujourd’hui {time}",
  in_place: "{moment} (heure : {place})",
  ago_now: "à l’instant",
  ago_minutes: "{count, plural, one {il y a # minute} many {il y a # minutes} other {il y a # minutes}}",
  ago_hours: "{count, plural, one {il y a # heure} many {il y a # heures} other {il y a # heures}}",
  ago_days: "{count, plural, one {il y a # jour} many {il y a # jours} other {il y a # jours}}",
  duration: "{minutes} min {seconds} s",
} satisfies Record<keyof typeof english, string>;
