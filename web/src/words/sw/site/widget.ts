import type { widget as english } from "../../en/site/widget.ts";

export const widget = {
  open: "Zungumza nasi",
  type_instead: "Andika badala yake",
  hint: "Kivinjari chako kitaomba maikrofoni; unaweza kuandika badala yake. Mazungumzo yanarekodiwa.",
  off: "Msaidizi huyu hapokei simu hapa kwa sasa.",
  not_here: "Ukurasa huu si mmoja wa zile zinazoruhusiwa kuonyesha msaidizi huyu.",
  not_loaded: "Msaidizi hakuweza kupakiwa. Funga hii na ujaribu tena baada ya muda mfupi.",
} satisfies Record<keyof typeof english, string>;
