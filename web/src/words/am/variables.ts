import type { variables as english } from "../en/variables.ts";

export const variables = {
  of_call: "እያንዳንዱ ጥሪ",
  of_contact: "እውቂያ",
  of_batch: "የመጨረሻው የጅምላ ጥሪ አምዶች",
  note: "ጥሪው ሲጀምር ይሞላሉ። የማይታወቀው ከአካባቢው ቃላት ጋር ይተዋል።",
} satisfies Record<keyof typeof english, string>;
