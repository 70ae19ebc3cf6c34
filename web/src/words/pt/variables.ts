import type { variables as english } from "../en/variables.ts";

export const variables = {
  of_call: "Cada chamada",
  of_contact: "Contacto",
  of_batch: "Colunas da última campanha",
  note: "Preenchidas quando a chamada começa. O que não se sabe é omitido com as palavras à volta.",
} satisfies Record<keyof typeof english, string>;
