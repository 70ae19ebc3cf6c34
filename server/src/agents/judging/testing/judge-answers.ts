/** What a judge's language model is asked, and what it may answer: read from the request, as a model reads it. */
import { chat, type OpenAiServer } from "@ongea/providers/testing";
import { z } from "zod";

export interface JudgeCriterion {
  key: string;
  text: string;
  /** Nothing can meet it. */
  isControl: boolean;
}

const Asked = z.looseObject({ messages: z.array(z.looseObject({ role: z.string(), content: z.string() })) });
const CRITERION = /^\[(k[0-9a-f]{8})\] (".*")$/gm;

export function criteriaIn(body: Buffer): JudgeCriterion[] {
  const [system] = Asked.parse(JSON.parse(body.toString("utf8"))).messages;
  return [...(system?.content ?? "").matchAll(CRITERION)].map(([, key = "", quoted = '""']) => {
    const text = z.string().parse(JSON.parse(quoted));
    return { key, text, isControl: text.startsWith("The agent says the code word") };
  });
}

export type JudgeAnswer = { met: boolean; quote?: string; why?: string } | undefined;

/** Answers each criterion by these words. The one that cannot be met is never met, unless `gullible`. */
export function judgeBy(answerTo: (text: string) => JudgeAnswer, gullible = false): OpenAiServer["answer"] {
  return (response, body) => {
    const answers = criteriaIn(body).map(({ key, text, isControl }): [string, JudgeAnswer] => [
      key,
      isControl ? { met: gullible, quote: "" } : answerTo(text),
    ]);
    return chat([{ role: "assistant", content: JSON.stringify(Object.fromEntries(answers)) }])(response, body);
  };
}
