import type { hours as english } from "../en/hours.ts";

export const hours = {
  from: "{day}, láti",
  to: "{day}, dé",
  add: "Fi wákàtí kún un",
  add_of: "{day}: fi wákàtí kún un",
  remove_of: "{day}: yọ {hours} kúrò",
  closed: "Títì pa",
} satisfies Record<keyof typeof english, string>;
