import type { timeline as english } from "../en/timeline.ts";

export const timeline = {
  summary:
    "{seconds, plural, one {# ሰከንድ} other {# ሰከንዶች}}፣ {assistant, plural, one {# የወኪሉ ተራ} other {# የወኪሉ ተራዎች}}፣ {caller, plural, one {# የደዋዩ ተራ} other {# የደዋዩ ተራዎች}}{tools, plural, =0 {} one {፣ # ፍለጋ} other {፣ # ፍለጋዎች}}{cuts, plural, =0 {} one {፣ # ማቋረጥ} other {፣ # ማቋረጦች}}",
} satisfies Record<keyof typeof english, string>;
