/** The tools that this server runs itself: what each is called on the wire, the first also by the name that the templates give it. */
import { keysOf } from "@ongea/contract";
const KEYS = {
  check: ["check_availability_of_slots", "calendar_slot_availability", "check_availability"],
  book: ["book_appointment", "calendar_book"],
  cancel: ["cancel_appointment"],
  move: ["move_appointment"],
  message: ["take_message"],
} as const;
export type ToolKind = keyof typeof KEYS;
export const TOOL_KINDS = keysOf(KEYS);

/** Of another's tool, none. */
export function toolKindOf(key: string): ToolKind | undefined {
  return TOOL_KINDS.find((kind) => (KEYS[kind] as readonly string[]).includes(key));
}
