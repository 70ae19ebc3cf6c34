/** The caller of a test who wants something: says it, answers from their facts, rephrases, and hangs up when their patience is over. Pure. */
import type { AgentTestDraft, TestPersona } from "@ongea/contract";
import { folded } from "./checks.ts";
import { lastQuestionIn, type WrittenCaller } from "./caller.ts";
import { CALLER_WORDS } from "./persona-words.ts";
import { FACT_WORDS } from "./fact-words.ts";

interface Fact {
  asks: readonly RegExp[];
  says: string;
  /** That it was asked for. */
  times: number;
}

/** A shorter one may be a date or an amount. */
const LEAST_NUMBER = 9;
/** Two spellings of a number, with and without the country, end alike. */
const SAME_DIGITS = 9;

export function createPersonaCaller(
  persona: TestPersona,
  { lines, answers }: Pick<AgentTestDraft, "lines" | "answers">,
): WrittenCaller {
  const own = CALLER_WORDS[persona.language];
  const [confirms, anythingElse] = [patternsOf(own.confirms), patternsOf(own.anythingElse)];
  const left = [...lines];
  const facts: Fact[] = [
    ...answers.map(({ asks, says }) => ({ asks: patternsOf(asks.replaceAll(",", "|")), says, times: 0 })),
    ...persona.facts.map(({ fact, says }) => ({ asks: patternsOf(wordsFor(fact, persona.language)), says, times: 0 })),
  ];
  const wordings = persona.wants;
  let turns = 0;
  let before = "";
  let rephrased = 0;
  let isBye = false;
  let isPatient = true;

  /** One time more that the agent did not take what was said. */
  const bears = (said: string): string | undefined => {
    if (++rephrased > persona.patience) isPatient = false;
    return isPatient ? said : undefined;
  };
  const progressed = (said: string, isSame: boolean): string | undefined => {
    if (isSame) return bears(said);
    rephrased = 0;
    return said;
  };

  return {
    get lostPatience() {
      return !isPatient;
    },
    next(agentSaid) {
      if (isBye || !isPatient) return undefined;
      if (turns++ === 0) return wordings[0];
      const question = folded(lastQuestionIn(agentSaid));
      const isSame = question === before;
      before = question;
      if (has(anythingElse, question)) {
        const more = left.shift();
        isBye = more === undefined;
        return more ?? own.done;
      }
      if (has(confirms, question)) {
        const wrong = facts.find(({ says }) => isReadBackWrong(says, agentSaid));
        return wrong ? bears(`${own.no} ${wrong.says}`) : progressed(own.yes, isSame);
      }
      const fact = askedIn(question, facts);
      if (fact) return progressed(fact.says, fact.times++ > 0);
      const more = left.shift();
      if (more !== undefined) return progressed(more, false);
      return bears(wordings[Math.min(rephrased + 1, wordings.length - 1)] ?? "");
    },
  };
}

/** The fact whose words stand last in the question: "Thank you, Mary. And your number?" */
function askedIn(question: string, facts: readonly Fact[]): Fact | undefined {
  let found: { fact: Fact; at: number } | undefined;
  for (const fact of facts) {
    const at = Math.max(...fact.asks.map((pattern) => lastAt(pattern, question)), -1);
    if (at >= 0 && at > (found?.at ?? -1)) found = { fact, at };
  }
  return found?.fact;
}

function lastAt(pattern: RegExp, text: string): number {
  return [...text.matchAll(pattern)].at(-1)?.index ?? -1;
}

function has(patterns: readonly RegExp[], text: string): boolean {
  return patterns.some((pattern) => lastAt(pattern, text) >= 0);
}

/** What people call it everywhere, and the test's own words. */
function wordsFor(fact: string, language: TestPersona["language"]): string {
  const name = folded(fact);
  const known = Object.hasOwn(FACT_WORDS, name) ? FACT_WORDS[name]?.[language] : undefined;
  return [known, fact.replaceAll(",", "|")].filter(Boolean).join("|");
}

function patternsOf(words: string): RegExp[] {
  return words.split("|").flatMap((written) => {
    const [starts, ends] = [written.trim().startsWith("*"), written.trim().endsWith("*")];
    const plain = folded(written);
    if (plain === "") return [];
    return [new RegExp(`${starts ? "" : "(?<![\\p{L}\\p{N}])"}${plain}${ends ? "" : "(?![\\p{L}\\p{N}])"}`, "gu")];
  });
}

/** Numbers are read back in digits; of other values nobody can tell by rules. */
function isReadBackWrong(says: string, agentSaid: string): boolean {
  const wanted = says.replace(/\D/g, "");
  if (wanted.length < LEAST_NUMBER || !/^[\d\s()+.-]+$/.test(says)) return false;
  const read = [...agentSaid.matchAll(/\+?\d(?:[\s,.-]{0,2}\d)*/g)].map(([run]) => run.replace(/\D/g, ""));
  const alike = read.filter(({ length }) => length >= LEAST_NUMBER);
  return alike.length > 0 && !alike.some((one) => one.slice(-SAME_DIGITS) === wanted.slice(-SAME_DIGITS));
}
