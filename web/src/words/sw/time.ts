import type { time as english } from "../en/time.ts";

export const time = {
  months: "Jan,Feb,Mac,Apr,Mei,Jun,Jul,Ago,Sep,Okt,Nov,Des",
  today: "leo {time}",
  in_place: "{moment} (saa za {place})",
  ago_now: "sasa hivi",
  ago_minutes: "{count, plural, one {dakika # iliyopita} other {dakika # zilizopita}}",
  ago_hours: "{count, plural, one {saa # iliyopita} other {saa # zilizopita}}",
  ago_days: "{count, plural, one {siku # iliyopita} other {siku # zilizopita}}",
  duration: "dak {minutes} sek {seconds}",
} satisfies Record<keyof typeof english, string>;
