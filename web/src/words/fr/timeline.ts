import type { timeline as english } from "../en/timeline.ts";

export const timeline = {
  summary:
    "{seconds, plural, one {# seconde} many {# secondes} other {# secondes}}, {assistant, plural, one {# tour de l’agent} many {# tours de l’agent} other {# tours de l’agent}}, {caller, plural, one {# tour de l’appelant} many {# tours de l’appelant} other {# tours de l’appelant}}{tools, plural, =0 {} one {, # recherche} many {, # recherches} other {, # recherches}}{cuts, plural, =0 {} one {, # interruption} many {, # interruptions} other {, # interruptions}}",
} satisfies Record<keyof typeof english, string>;
