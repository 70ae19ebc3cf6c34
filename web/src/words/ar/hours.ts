import type { hours as english } from "../en/hours.ts";

export const hours = {
  from: "{day}، من",
  to: "{day}، إلى",
  add: "أضف ساعات",
  add_of: "{day}: أضف ساعات",
  remove_of: "{day}: أزل {hours}",
  closed: "مغلق",
} satisfies Record<keyof typeof english, string>;
