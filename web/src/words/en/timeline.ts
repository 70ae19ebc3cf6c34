/** A strip in a sentence: "46 seconds, 5 agent turns, 3 caller turns, 1 look-up, 1 interruption". */
export const timeline = {
  summary:
    "{seconds, plural, one {# second} other {# seconds}}, {assistant, plural, one {# agent turn} other {# agent turns}}, {caller, plural, one {# caller turn} other {# caller turns}}{tools, plural, =0 {} one {, # look-up} other {, # look-ups}}{cuts, plural, =0 {} one {, # interruption} other {, # interruptions}}",
};
