/** The caller of a test: says its lines in order, and answers what the agent asks for out of turn. Pure. */
import type { AgentTestDraft } from "@ongea/contract";
import { folded } from "./checks.ts";

/** A question that comes back for ever ends the test: its answer is given so often. */
const MOST_ANSWERS = 3;
const SENTENCE = /[^.?!؟።]*[.?!؟።]*/g;

export interface WrittenCaller {
  /** What is said to these words of the agent; undefined: nothing is left to say. */
  next(agentSaid: string): string | undefined;
  /** They hung up because the agent did not take what they said. */
  readonly lostPatience?: boolean;
}

export function createCaller({ lines, answers }: Pick<AgentTestDraft, "lines" | "answers">): WrittenCaller {
  const left = [...lines];
  const open = answers.map(({ asks, says }) => ({ asks: asks.split(",").map(folded).filter(Boolean), says, times: 0 }));
  return {
    next(agentSaid) {
      const question = ` ${folded(lastQuestionIn(agentSaid))} `;
      const answer = open.find(
        ({ asks, times }) => times < MOST_ANSWERS && asks.some((words) => question.includes(` ${words} `)),
      );
      if (!answer) return left.shift();
      answer.times++;
      return answer.says;
    },
  };
}

/** The last question, or the last sentence. */
export function lastQuestionIn(text: string): string {
  const sentences = (text.match(SENTENCE) ?? []).map((one) => one.trim()).filter(Boolean);
  return sentences.findLast((one) => /[?؟]/.test(one)) ?? sentences.at(-1) ?? "";
}
