import type { variables as english } from "../en/variables.ts";

export const variables = {
  of_call: "Kowane kira",
  of_contact: "Abokin hulɗa",
  of_batch: "Ginshiƙan rukunin ƙarshe",
  note: "Ana cika su idan kira ya fara. Abin da ba a sani ba ana barinsa tare da kalmomin da ke kewaye.",
} satisfies Record<keyof typeof english, string>;
