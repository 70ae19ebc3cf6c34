/** Questions about a call (dispositions): how a language model is asked them, and what of its answers can be used. */
import { z } from "zod";

export interface Question {
  name: string;
  question: string;
  category: string;
  systemPrompt: string | null;
  isSubjective: boolean;
  isObjective: boolean;
  subjectiveType: "text" | "timestamp" | "numeric" | "boolean" | "email" | "regex";
  subjectiveTypeConfig: { pattern: string; description?: string | undefined } | null;
  objectiveOptions: readonly Option[] | null;
}

interface Option {
  value: string;
  condition: string;
  sub_options?: readonly { value: string; condition: string }[];
}

/** By category and name. */
export type Outcomes = Record<string, Record<string, { subjective: string; objective: string }>>;

/** So many are asked at once: the answer stays short enough for one model's. */
export const QUESTIONS_AT_ONCE = 8;
/** Of an assistant; later ones are not asked. */
export const MOST_QUESTIONS = 40;
const LONGEST_ANSWER = 1_000;

export function instructionsFor(questions: readonly Question[]): string[] {
  return [
    "You are given the transcript of a telephone call between an assistant and a caller. Answer the questions below about it.",
    `Answer with one JSON object and nothing else: for each question its number as the key, with "subjective" (your answer in a few words) and "objective" (exactly one of the values that are listed for it, or ""). Where the call does not say it, both are "".`,
    ...questions.map(textOf),
  ];
}

function textOf(question: Question, index: number): string {
  const lines = [`${index + 1}. ${question.question}`];
  if (question.systemPrompt) lines.push(question.systemPrompt);
  if (!isOpen(question)) lines.push(`"subjective" is "".`);
  else if (question.subjectiveType !== "text") lines.push(`"subjective" is of the kind ${kindOf(question)}, or "".`);
  if (!question.isObjective) lines.push(`"objective" is "".`);
  for (const { value, condition } of valuesOf(question)) lines.push(`- ${JSON.stringify(value)}: ${condition}`);
  return lines.join("\n");
}

function kindOf({ subjectiveType, subjectiveTypeConfig }: Question): string {
  if (subjectiveType !== "regex" || !subjectiveTypeConfig) return subjectiveType;
  return `${subjectiveTypeConfig.description ?? "text"}, as the regular expression ${subjectiveTypeConfig.pattern} has it`;
}

const Answers = z.record(
  z.string(),
  z.looseObject({ subjective: z.unknown().optional(), objective: z.unknown().optional() }).catch({}),
);

/** What is of another kind than was asked for, or none of the values, counts as not said. */
export function outcomesIn(answer: Record<string, unknown>, questions: readonly Question[]): Outcomes {
  const answers = Answers.parse(answer);
  const byCategory = new Map<string, [string, Outcomes[string][string]][]>();
  for (const [index, question] of questions.entries()) {
    const { subjective, objective } = answers[String(index + 1)] ?? {};
    const open = isOpen(question) ? fitting(wordsOf(subjective), question.subjectiveType) : "";
    const chosen = valuesOf(question).find(({ value }) => value.toLowerCase() === wordsOf(objective).toLowerCase());
    const outcomes = byCategory.get(question.category) ?? [];
    outcomes.push([question.name, { subjective: open, objective: chosen?.value ?? "" }]);
    byCategory.set(question.category, outcomes);
  }
  // Somebody may have called a category `__proto__`: made of entries it is a name like any other.
  return Object.fromEntries([...byCategory].map(([category, outcomes]) => [category, Object.fromEntries(outcomes)]));
}

/** One that is of neither kind is answered in words. */
function isOpen({ isSubjective, isObjective }: Question): boolean {
  return isSubjective || !isObjective;
}

function valuesOf({ isObjective, objectiveOptions }: Question): { value: string; condition: string }[] {
  if (!isObjective) return [];
  return (objectiveOptions ?? []).flatMap((option) => [option, ...(option.sub_options ?? [])]);
}

function wordsOf(value: unknown): string {
  const isSaid = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return isSaid ? String(value).trim().slice(0, LONGEST_ANSWER) : "";
}

function fitting(text: string, kind: Question["subjectiveType"]): string {
  switch (kind) {
    case "numeric":
      return text !== "" && Number.isFinite(Number(text)) ? text : "";
    case "boolean":
      return /^(?:true|false)$/i.test(text) ? text.toLowerCase() : "";
    case "timestamp":
      return Number.isNaN(Date.parse(text)) ? "" : text;
    case "email":
      return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? text : "";
    default:
      return text;
  }
}
