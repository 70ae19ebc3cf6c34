import type { time as english } from "../en/time.ts";

export const time = {
  months: "يناير,فبراير,مارس,أبريل,مايو,يونيو,يوليو,أغسطس,سبتمبر,أكتوبر,نوفمبر,ديسمبر",
  today: "اليوم {time}",
  in_place: "{moment} (بتوقيت {place})",
  ago_now: "الآن",
  ago_minutes:
    "{count, plural, zero {قبل # دقيقة} one {قبل دقيقة} two {قبل دقيقتين} few {قبل # دقائق} many {قبل # دقيقة} other {قبل # دقيقة}}",
  ago_hours:
    "{count, plural, zero {قبل # ساعة} one {قبل ساعة} two {قبل ساعتين} few {قبل # ساعات} many {قبل # ساعة} other {قبل # ساعة}}",
  ago_days:
    "{count, plural, zero {قبل # يوم} one {قبل يوم} two {قبل يومين} few {قبل # أيام} many {قبل # يومًا} other {قبل # يوم}}",
  duration: "{minutes} د {seconds} ث",
} satisfies Record<keyof typeof english, string>;
