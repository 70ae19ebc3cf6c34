/** The tabs of the editor, in their order; those of the tools, the knowledge, the tests and the numbers are screens of their own. */
export const TABS = [
  "agent",
  "llm",
  "transcriber",
  "voice",
  "call",
  "knowledge",
  "tools",
  "tests",
  "analytics",
  "inbound",
] as const;
export type Tab = (typeof TABS)[number];
