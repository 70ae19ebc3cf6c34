import type { hours as english } from "../en/hours.ts";

export const hours = {
  from: "{day}, de",
  to: "{day}, à",
  add: "Ajouter des heures",
  add_of: "{day} : ajouter des heures",
  remove_of: "{day} : retirer {hours}",
  closed: "Fermé",
} satisfies Record<keyof typeof english, string>;
