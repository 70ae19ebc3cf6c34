import type { time as english } from "../en/time.ts";

export const time = {
  months: "Ṣẹ́r,Èrèl,Ẹrẹ̀n,Ìgb,Ẹ̀bi,Òkú,Agẹ,Ògú,Owe,Ọ̀wà,Bél,Ọ̀pẹ",
  today: "òní {time}",
  in_place: "{moment} (àkókò {place})",
  ago_now: "ní báyìí",
  ago_minutes: "{count, plural, other {ìṣẹ́jú # sẹ́yìn}}",
  ago_hours: "{count, plural, other {wákàtí # sẹ́yìn}}",
  ago_days: "{count, plural, other {ọjọ́ # sẹ́yìn}}",
  duration: "ìṣ {minutes} àáy {seconds}",
} satisfies Record<keyof typeof english, string>;
