import type { timeline as english } from "../en/timeline.ts";

export const timeline = {
  summary:
    "{seconds, plural, one {sekunde #} other {sekunde #}}, {assistant, plural, one {zamu # ya wakala} other {zamu # za wakala}}, {caller, plural, one {zamu # ya mpigaji} other {zamu # za mpigaji}}{tools, plural, =0 {} one {, utafutaji #} other {, utafutaji #}}{cuts, plural, =0 {} one {, ukatizaji #} other {, ukatizaji #}}",
} satisfies Record<keyof typeof english, string>;
