import type { timeline as english } from "../en/timeline.ts";

export const timeline = {
  summary:
    "{seconds, plural, one {umzuzwana #} other {imizuzwana #}}, {assistant, plural, one {ithuba # lomsizi} other {amathuba # omsizi}}, {caller, plural, one {ithuba # loshayayo} other {amathuba # oshayayo}}{tools, plural, =0 {} one {, ukusesha #} other {, ukusesha #}}{cuts, plural, =0 {} one {, ukuphazanyiswa #} other {, ukuphazanyiswa #}}",
} satisfies Record<keyof typeof english, string>;
