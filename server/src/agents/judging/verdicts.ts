/** What a judge's answers are worth. Pure. */
import type { NotJudged, Verdict } from "@ongea/contract";
import { z } from "zod";

export interface JudgedTurn {
  by: "caller" | "agent" | "tool";
  text: string;
}

export interface Judged {
  turns: readonly JudgedTurn[];
  criteria: readonly string[];
  /** BCP 47. */
  language: string;
}

const LONGEST_REASON = 300;
const LONGEST_QUOTE = 500;
/** A shorter quote proves nothing, unless it is the whole turn. */
const LEAST_QUOTE = { letters: 8, words: 2 };

export function notJudged(reason: NotJudged): Verdict {
  return { verdict: "not_judged", quote: null, turn: null, why: "", not_judged: reason };
}

export const Answer = z.object({
  met: z.boolean(),
  quote: z.string().nullish(),
  why: z.string().nullish(),
});

export const Answers = z.record(z.string(), Answer);

export type Answers = z.output<typeof Answers>;

export function verdictOf(answer: z.output<typeof Answer> | undefined, turns: readonly JudgedTurn[]): Verdict {
  if (!answer) return notJudged("unreadable");
  const why = (answer.why ?? "").slice(0, LONGEST_REASON);
  const quote = (answer.quote ?? "").trim().slice(0, LONGEST_QUOTE);
  const turn = turns.findIndex(({ by, text }) => by !== "tool" && isQuotedFrom(quote, text));
  if (!answer.met) {
    const found = turn < 0 ? { quote: null, turn: null } : { quote, turn };
    return { verdict: "not_met", ...found, why, not_judged: null };
  }
  if (turn >= 0) return { verdict: "met", quote, turn, why, not_judged: null };
  return { ...notJudged(isLong(quote) ? "not_said" : "no_quote"), why };
}

/** Word for word; spaces and the form of quotation marks aside. */
function isQuotedFrom(quote: string, text: string): boolean {
  const [part, whole] = [inOneLine(quote), inOneLine(text)];
  return part !== "" && (part === whole || (isLong(part) && whole.includes(part)));
}

function isLong(quote: string): boolean {
  return quote.length >= LEAST_QUOTE.letters && quote.trim().split(/\s+/).length >= LEAST_QUOTE.words;
}

function inOneLine(text: string): string {
  return text.normalize("NFC").replace(/[‘’‚]/g, "'").replace(/[“”„]/g, '"').replace(/\s+/g, " ").trim();
}

/** Models like to wrap it. Undefined: it is none. */
export function answersIn(answer: string): Answers | undefined {
  try {
    return Answers.safeParse(JSON.parse(answer.slice(answer.indexOf("{"), answer.lastIndexOf("}") + 1))).data;
  } catch {
    return undefined;
  }
}
