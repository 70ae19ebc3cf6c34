import type { time as english } from "../en/time.ts";

export const time = {
  months: "Jan,Feb,Mas,Eph,Mey,Jun,Jul,Aga,Sep,Okt,Nov,Dis",
  today: "namuhla {time}",
  in_place: "{moment} (isikhathi: {place})",
  ago_now: "manje",
  ago_minutes: "{count, plural, one {umzuzu ongu-# odlule} other {imizuzu engu-# edlule}}",
  ago_hours: "{count, plural, one {ihora elingu-# elidlule} other {amahora angu-# adlule}}",
  ago_days: "{count, plural, one {usuku olungu-# oludlule} other {izinsuku ezingu-# ezidlule}}",
  duration: "{minutes} m {seconds} s",
} satisfies Record<keyof typeof english, string>;
