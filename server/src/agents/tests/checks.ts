/** Whether a conversation went as its test wants. Pure. */
import type { AgentTestCheck } from "@ongea/contract";
import { withDates } from "./dates.ts";

/** How a conversation went. */
export interface Played {
  /** What the agent said, its first words with it. */
  said: readonly string[];
  /** Work that tools did. */
  done: readonly { tool: string; values: Readonly<Record<string, unknown>> }[];
  /** At its end. */
  language: string;
  /** The agent ended it, or put the caller through. */
  isEnded: boolean;
  /** Of the caller. */
  turns: number;
  /** `YYYY-MM-DD`, local to the business. */
  today: string;
}

/** Rules decide it. */
export type RuledCheck = Exclude<AgentTestCheck, { kind: "judged" }>;

const LEAST_PHONE_DIGITS = 7;
/** Two spellings of a number, with and without the country, end alike. */
const SAME_DIGITS = 9;

export function holds(check: RuledCheck, played: Played): boolean {
  const isSaid = (text: string): boolean => folded(played.said.join(" ")).includes(folded(withDates(text, played.today)));
  switch (check.kind) {
    case "tool": {
      const wanted = Object.entries(check.values).map(([name, value]) => [name, withDates(value, played.today)] as const);
      return played.done.some(
        ({ tool, values }) => tool === check.tool && wanted.every(([name, value]) => isSame(values[name], value)),
      );
    }
    case "no_tool":
      return played.done.every(({ tool }) => tool !== check.tool);
    case "said":
      return isSaid(check.text);
    case "never_said":
      return !isSaid(check.text);
    case "language":
      return played.language.split("-")[0] === check.language.split("-")[0]?.toLowerCase();
    case "ended":
      return played.isEnded;
    case "turns":
      return played.turns <= check.most;
  }
}

function isSame(value: unknown, wanted: string): boolean {
  if (value === undefined || value === null) return false;
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  if (folded(text) === folded(wanted)) return true;
  const [is, should] = [text, wanted].map((one) => (/^[+\d\s()-]+$/.test(one) ? one.replace(/\D/g, "") : ""));
  if (is === undefined || should === undefined || Math.min(is.length, should.length) < LEAST_PHONE_DIGITS) return false;
  return is.slice(-SAME_DIGITS) === should.slice(-SAME_DIGITS);
}

/** Without case, accents and marks; one space between words. */
export function folded(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
