import type { timeline as english } from "../en/timeline.ts";

export const timeline = {
  summary:
    "{seconds, plural, one {# segundo} many {# segundos} other {# segundos}}, {assistant, plural, one {# vez do agente} many {# vezes do agente} other {# vezes do agente}}, {caller, plural, one {# vez de quem liga} many {# vezes de quem liga} other {# vezes de quem liga}}{tools, plural, =0 {} one {, # consulta} many {, # consultas} other {, # consultas}}{cuts, plural, =0 {} one {, # interrupção} many {, # interrupções} other {, # interrupções}}",
} satisfies Record<keyof typeof english, string>;
