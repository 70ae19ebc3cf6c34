import type { hours as english } from "../en/hours.ts";

export const hours = {
  from: "{day}, das",
  to: "{day}, às",
  add: "Adicionar horas",
  add_of: "{day}: adicionar horas",
  remove_of: "{day}: retirar {hours}",
  closed: "Fechado",
} satisfies Record<keyof typeof english, string>;
