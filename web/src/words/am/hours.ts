import type { hours as english } from "../en/hours.ts";

export const hours = {
  from: "{day}፣ ከ",
  to: "{day}፣ እስከ",
  add: "ሰዓት ጨምር",
  add_of: "{day}፦ ሰዓት ጨምር",
  remove_of: "{day}፦ {hours} አስወግድ",
  closed: "ዝግ",
} satisfies Record<keyof typeof english, string>;
