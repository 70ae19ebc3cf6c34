import type { hours as english } from "../en/hours.ts";

export const hours = {
  from: "{day}, kusuka",
  to: "{day}, kuya",
  add: "Engeza amahora",
  add_of: "{day}: engeza amahora",
  remove_of: "{day}: susa {hours}",
  closed: "Kuvaliwe",
} satisfies Record<keyof typeof english, string>;
