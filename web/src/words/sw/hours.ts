import type { hours as english } from "../en/hours.ts";

export const hours = {
  from: "{day}, kuanzia",
  to: "{day}, hadi",
  add: "Ongeza saa",
  add_of: "{day}: ongeza saa",
  remove_of: "{day}: ondoa {hours}",
  closed: "Imefungwa",
} satisfies Record<keyof typeof english, string>;
