import type { time as english } from "../en/time.ts";

export const time = {
  months: "ጃን,ፌብ,ማርች,ኤፕሪ,ሜይ,ጁን,ጁላይ,ኦገስ,ሴፕቴ,ኦክቶ,ኖቬም,ዲሴም",
  today: "ዛሬ {time}",
  in_place: "{moment} (በ{place} ሰዓት)",
  ago_now: "አሁን",
  ago_minutes: "{count, plural, one {ከ# ደቂቃ በፊት} other {ከ# ደቂቃዎች በፊት}}",
  ago_hours: "{count, plural, one {ከ# ሰዓት በፊት} other {ከ# ሰዓታት በፊት}}",
  ago_days: "{count, plural, one {ከ# ቀን በፊት} other {ከ# ቀናት በፊት}}",
  duration: "{minutes} ደ {seconds} ሰ",
} satisfies Record<keyof typeof english, string>;
