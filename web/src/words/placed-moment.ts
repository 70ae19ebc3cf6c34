import type { Words } from "./words.ts";

/** With the place whose clock tells it: who is called may live by another. */
export function placedMoment(words: Words, iso: string): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const place = timeZone.slice(timeZone.lastIndexOf("/") + 1).replaceAll("_", " ");
  return words.say("time.in_place", { moment: words.moment(iso), place });
}
