/** The six kinds of work on the landing page, each with a real call that shows it. Their words are the catalogue's. */
import { CALLS, type ExampleCall } from "./calls.ts";

export const CATEGORIES = ["all", "voice", "chat", "scheduling", "outbound", "analytics", "compliance"] as const;
export type Category = Exclude<(typeof CATEGORIES)[number], "all">;

export interface ExampleAgent {
  category: Category;
  call: ExampleCall;
  delays?: boolean;
}

export const EXAMPLE_AGENTS: readonly ExampleAgent[] = [
  { category: "voice", call: CALLS.question },
  { category: "chat", call: CALLS.written },
  { category: "scheduling", call: CALLS.simple },
  { category: "outbound", call: CALLS.placed },
  { category: "analytics", call: CALLS.simple, delays: true },
  { category: "compliance", call: CALLS.colleague },
];
