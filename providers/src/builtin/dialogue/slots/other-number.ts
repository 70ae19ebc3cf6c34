/** "SR seven three zero …": letters, or another name, before digits that are no telephone number's. */
import type { Field } from "../forms/form.ts";
import type { State, Turn } from "../state.ts";
import { taskOf } from "../task.ts";
import { WORDS } from "../world.ts";
import { askFor, messageField } from "./read-back.ts";
const OTHER_NUMBER =
  /^(?:(?:it is|it's|the|my) )*(?:[A-Z]{1,4}(?=[\s,-])(?! am\b)|[a-z](?: [a-z]){1,3} )|\b(?:waybill|booking|order|reference|account|meter|member(?:ship)?|policy|ticket|invoice|receipt|tracking|code|plate|mita|oda|commande|facture|dossier)\b/;

export function isOtherNumber(text: string): boolean {
  return OTHER_NUMBER.test(text.trim());
}

/** A colleague is to know it, too; the telephone number is still asked for. */
export function keepsOtherNumber(state: State, text: string, field: Field, turn: Turn): void {
  const task = taskOf(state);
  const told = messageField(task);
  const slot = told && task.slots[told.name];
  if (told && slot)
    task.slots[told.name] = { ...slot, value: `${slot.value}; ${text.trim()}`, source: { turn: state.turns, said: text } };
  state.asked = `field:${field.name}`;
  turn.say.push(WORDS[state.language].okay, askFor(field, state));
}
