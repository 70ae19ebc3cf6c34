/** What the tools do that come with the example assistants, in words: `landing.…`, by their names on the wire. */
export const TOOL_ACTIONS = {
  check_availability: "did_check",
  book_appointment: "did_book",
  cancel_appointment: "did_cancel",
  move_appointment: "did_move",
  take_message: "did_message",
} as const;

export type ToolAction = (typeof TOOL_ACTIONS)[keyof typeof TOOL_ACTIONS];

/** Undefined: a tool of somebody's own. */
export function toolActionOf(tool: string): ToolAction | undefined {
  return new Map<string, ToolAction>(Object.entries(TOOL_ACTIONS)).get(tool);
}
