import type { time as english } from "../en/time.ts";

export const time = {
  months: "Jan,Fab,Mar,Afi,May,Yun,Yul,Agu,Sat,Okt,Nuw,Dis",
  today: "yau {time}",
  in_place: "{moment} (lokacin {place})",
  ago_now: "yanzu-yanzu",
  ago_minutes: "{count, plural, one {minti # da ya wuce} other {mintuna # da suka wuce}}",
  ago_hours: "{count, plural, one {awa # da ta wuce} other {awoyi # da suka wuce}}",
  ago_days: "{count, plural, one {kwana # da ya wuce} other {kwanaki # da suka wuce}}",
  duration: "min {minutes} daƙ {seconds}",
} satisfies Record<keyof typeof english, string>;
