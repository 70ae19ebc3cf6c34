import type { tools as english } from "../en/tools.ts";

export const tools = {
  check: "Ukubheka ama-aphoyintimenti avulekile",
  book: "Ukubhuka ama-aphoyintimenti",
  cancel: "Ukukhansela ama-aphoyintimenti",
  move: "Ukushintsha isikhathi sama-aphoyintimenti",
  message: "Ukuthatha imilayezo nezicelo zokushayelwa",
} satisfies Record<keyof typeof english, string>;
