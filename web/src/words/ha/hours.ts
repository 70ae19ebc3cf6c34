import type { hours as english } from "../en/hours.ts";

export const hours = {
  from: "{day}, daga",
  to: "{day}, zuwa",
  add: "Ƙara sa’o’i",
  add_of: "{day}: ƙara sa’o’i",
  remove_of: "{day}: cire {hours}",
  closed: "A rufe",
} satisfies Record<keyof typeof english, string>;
