import { spokenChoice } from "../forms/choices.ts";
import type { Form } from "../forms/form.ts";
import { WORDS } from "../world.ts";

/** How a tool is called to its face. */
export function inWords({ tool }: Pick<Form, "tool">, message?: Form): string {
  return tool === message?.tool ? (WORDS.en.leaveMessage ?? "") : spokenChoice(tool);
}
