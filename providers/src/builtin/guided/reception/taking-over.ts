/** What another speaker's words mean at the reception: which question they ask, so that the caller's answer is understood. */
import type { World } from "../world.ts";
import { type Desk, fieldOf, messageForm, partMissing, PARTS } from "./desk.ts";
import { askedBy } from "./hearing.ts";
import { openMessage } from "./message.ts";

/** Takes over after what another speaker has said. Changes `desk`. */
export function takeOverAtDesk(desk: Desk, text: string, world: World): void {
  const sentences = text.split(/(?<=[.!?؟።])\s+/u);
  const asking = sentences.findLast((sentence) => /[?؟]/u.test(sentence)) ?? sentences.at(-1) ?? "";
  const asked = askedBy(asking, desk.language);
  desk.wasAskedIfThere = asked.includes("still-there") && asked.length === 1;
  if (desk.wasAskedIfThere) return;
  desk.lastSaid = text;
  desk.misses = 0;
  if (asked.includes("anything-else")) {
    desk.task = undefined;
    desk.asked = "anything-else";
    return;
  }
  const form = messageForm(world);
  if (asked.includes("offer-message") && !desk.task) {
    desk.asked = "offer-message";
    return;
  }
  const part = PARTS.find((one) => asked.includes(one));
  if (!desk.task && form && part) openMessage(desk, form, desk.wish);
  if (!desk.task) {
    desk.asked = "how-can-i-help";
    return;
  }
  if (asked.includes("confirm") && partMissing(desk.task) === undefined) desk.asked = "confirm";
  else if (part && fieldOf(desk.task.form, part)) desk.asked = part;
  else if (/[?؟]/u.test(asking)) desk.asked = "more";
}

/** A tool that another speaker has called. */
export function takeCallAtDesk(desk: Desk, tool: string, world: World): void {
  const form = messageForm(world);
  if (form?.tool === tool && desk.task?.form !== form) openMessage(desk, form, desk.wish);
}
