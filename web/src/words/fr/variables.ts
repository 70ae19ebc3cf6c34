import type { variables as english } from "../en/variables.ts";

export const variables = {
  of_call: "Chaque appel",
  of_contact: "Contact",
  of_batch: "Colonnes de la dernière campagne",
  note: "Remplies au début de l’appel. Ce qui n’est pas connu est omis avec les mots autour.",
} satisfies Record<keyof typeof english, string>;
