import type { widget as english } from "../../en/site/widget.ts";

export const widget = {
  open: "Zungumza nasi",
  type_instead: "Andika badala yake",
  hint: "Kivinjari chako kitaomba maikrofoni; unaweza kuandika badala yake. Mazungumzo yanarekodiwa.",
  off: "Wakala huyu hapokei simu hapa kwa sasa.",
  not_here: "Ukurasa huu si mmoja wa zile zinazoruhusiwa kuonyesha wakala huyu.",
  not_loaded: "Wakala hakuweza kupakiwa. Funga hii na ujaribu tena baada ya muda mfupi.",
  chat_type: "Andika ujumbe",
  chat_waiting: "Mtu atakujibu hapa.",
  chat_failed: "Ujumbe wako haukutumwa. Jaribu tena baada ya muda mfupi.",
  chat_attach: "Ambatisha picha au PDF",
  chat_file_failed: "Faili halikutumwa. Linapaswa kuwa picha au PDF isiyozidi MB 5.",
  chat_person: "Timu yetu",
} satisfies Record<keyof typeof english, string>;
