import type { variables as english } from "../en/variables.ts";

export const variables = {
  of_call: "Kila simu",
  of_contact: "Mwasiliani",
  of_batch: "Safu wima za kundi la mwisho",
  note: "Hujazwa simu inapoanza. Kisichojulikana huachwa pamoja na maneno yanayokizunguka.",
} satisfies Record<keyof typeof english, string>;
