import type { variables as english } from "../en/variables.ts";

export const variables = {
  of_call: "Lonke ucingo",
  of_contact: "Oxhumana naye",
  of_batch: "Amakholomu eqoqo lokugcina",
  note: "Kugcwaliswa lapho ucingo luqala. Okungaziwa kuyasuswa kanye namagama akuzungezile.",
} satisfies Record<keyof typeof english, string>;
