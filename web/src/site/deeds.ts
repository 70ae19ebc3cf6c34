/** What the tools do that come with the example assistants, in words: `landing.…`, by their names on the wire. */
export const DEEDS = {
  check_availability: "did_check",
  book_appointment: "did_book",
  cancel_appointment: "did_cancel",
  move_appointment: "did_move",
  take_message: "did_message",
} as const;

export type Deed = (typeof DEEDS)[keyof typeof DEEDS];

/** Undefined: a tool of somebody's own. */
export function deedOf(tool: string): Deed | undefined {
  return Object.hasOwn(DEEDS, tool) ? DEEDS[tool as keyof typeof DEEDS] : undefined;
}
