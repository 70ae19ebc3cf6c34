import type { tools as english } from "../en/tools.ts";

export const tools = {
  check: "Chercher des rendez-vous libres",
  book: "Prendre des rendez-vous",
  cancel: "Annuler des rendez-vous",
  move: "Déplacer des rendez-vous",
  message: "Noter des messages et des rappels",
} satisfies Record<keyof typeof english, string>;
