import type { time as english } from "../en/time.ts";

export const time = {
  months: "jan.,fev.,mar.,abr.,mai.,jun.,jul.,ago.,set.,out.,nov.,dez.",
  today: "hoje {time}",
  in_place: "{moment} (hora: {place})",
  ago_now: "agora mesmo",
  ago_minutes: "{count, plural, one {há # minuto} many {há # minutos} other {há # minutos}}",
  ago_hours: "{count, plural, one {há # hora} many {há # horas} other {há # horas}}",
  ago_days: "{count, plural, one {há # dia} many {há # dias} other {há # dias}}",
  duration: "{minutes} min {seconds} s",
} satisfies Record<keyof typeof english, string>;
