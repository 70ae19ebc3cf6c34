import type { timeline as english } from "../en/timeline.ts";

export const timeline = {
  summary:
    "{seconds, plural, other {ìṣẹ́jú-àáyá #}}, {assistant, plural, other {ìgbà # tí aṣojú sọ̀rọ̀}}, {caller, plural, other {ìgbà # tí olùpè sọ̀rọ̀}}{tools, plural, =0 {} other {, ìwádìí #}}{cuts, plural, =0 {} other {, ìdálọ́wọ́kọ́ #}}",
} satisfies Record<keyof typeof english, string>;
