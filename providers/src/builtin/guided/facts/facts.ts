/**
 * What the guided dialogue may say: sentences about the business, from the knowledge and from the prompt. Sentences that tell the assistant
 * how to behave are not among them, so that they can never be spoken.
 */
import type { KnowledgePassage } from "@ongea/conversation";

export interface Fact {
  /** What is said. */
  text: string;
  /** What it is found by, where that is more than its text: the question of a pair. */
  question?: string;
  /** Id of the passage, where it came from one. */
  source?: string;
  /** It stood in a list of facts, or in a passage: it is surely told to callers. */
  isMarked?: true;
}

const MOST_FACTS = 2_000;
/** Speaks to the assistant, or about how it is to speak, wherever it stands. */
const ADDRESSED =
  /\b(you are (?!open|closed|welcome)|you're|you must|you should|your (?:role|task|job|tone|responses?|goal|name is|answers?|instructions?)|the caller|callers?|the customer'?s? (?:name|number)|respond|responses?|reply|prompt|instructions?|assistant|persona|tone|(?:should|must|shall) (?:never|not) (?:say|tell|mention|promise|quote|give|discuss|share|reveal|be (?:told|mentioned|disclosed|promised))|(?:never|do not|don't) (?:say|tell|mention|promise|quote|discuss|share|reveal|disclose|talk about|admit|offer)|read (?:it |everything |them )?back|vous êtes|tu es|l'appelant|le client (?:doit|veut)|votre rôle|ne (?:dites|donnez|promettez|mentionnez|révélez) (?:jamais|pas)|wewe ni|mpigaji|usiseme|usitaje|usimwambie|kamwe)\b/i;
const LEAD = /^(?:-\s*)?(?:please\s+|also\s+|then\s+|and\s+)*/i;
/** Tells the assistant what to do: never a fact, wherever it stands. */
const ORDER =
  /^(?:always|never|don't|do not|ask (?:for|the|them|him|her|if|whether|what|which|how)|greet|offer (?:to|a|the|them)|confirm|verify|collect|say|speak|tell|answer|introduce|apologi[sz]e|transfer|hand (?:over|the|them)|refuse|treat|remember|avoid|keep|stay|be|act|repeat|make sure|ensure|demandez?|dites|saluez|répondez|soyez|proposez|uliza|sema|jibu|salimia|mwambie|mwulize|usi\p{L}+)\b/iu;
/** Outside a list of facts these are the assistant's, too. */
const COMMAND =
  /^(?:use|if|when|only|make|help|listen|start|end|thank|read|try|note|take|write|give|get|let|check|find|follow|si|kama|quand)\b/i;
const SECRET = /\b(?:passwords?|secrets?|tokens?|api keys?|confidential|internal|pin)\b/i;
const FACTS_HEADING =
  /^#*\s*(?:the )?(?:facts?|about|business|information|knowledge|details|hours|services|prices|faq|questions)\b.*:?\s*$/i;
/** … in the languages of the reception. */
const FACTS_ELSEWHERE =
  /^#*\s*(?:factos|fatos|informaç|sobre |معلومات|حقائق|عن |መረጃ|እውነታ|ስለ |bayanai|game da |àlàyé|alaye|nípa |ulwazi|amaqiniso|imininingwane|mayelana )[^.!?]*:\s*$/iu;
const RULES_HEADING =
  /^#*\s*(?:the )?(?:rules?|instructions?|style|tone|behaviou?r|guidelines?|role|task|steps?|script|personality|goal|flow)\b.*:?\s*$/i;

export function factsOf(instructions: string, knowledge: readonly KnowledgePassage[]): Fact[] {
  const facts = factsOfPrompt(instructions);
  for (const passage of knowledge) facts.push(...factsOfPassage(passage));
  return facts.slice(0, MOST_FACTS);
}

/** The name of the business, for "I am the automated assistant of …". */
export function businessName(instructions: string): string | undefined {
  const match = /\b(?:of|for|at|from)\s+((?:the )?[A-Z][\p{L}'’&-]+(?:\s+(?:[A-Z][\p{L}'’&-]+|and|of|&))*)/u.exec(instructions);
  return match?.[1]?.replace(/\s+(?:and|of|&)$/u, "");
}

function factsOfPrompt(instructions: string): Fact[] {
  const facts: Fact[] = [];
  // Where a prompt marks its facts, nothing else of it is one.
  const marked = instructions.split("\n").some((line) => isFactsHeading(line.trim()));
  let section: "facts" | "rules" | "mixed" = marked ? "rules" : "mixed";
  let inList = false;
  for (const line of instructions.split("\n")) {
    const trimmed = line.trim();
    // A list of facts ends with the first line that is not one of its points.
    const isPoint = /^(?:[-*•]|\d+[.)])\s/.test(trimmed);
    if (section === "facts" && inList && !isPoint && trimmed !== "") section = "rules";
    inList = isPoint || (inList && trimmed === "");
    if (isFactsHeading(trimmed)) section = "facts";
    else if (RULES_HEADING.test(trimmed)) section = "rules";
    else if (section !== "rules") facts.push(...factsOfLine(trimmed, section === "facts"));
  }
  return facts;
}

function factsOfLine(line: string, marked: boolean): Fact[] {
  const pair = pairOf(line);
  if (pair.length > 0) return pair;
  return sentencesOf(line)
    .filter((sentence) => isFact(sentence, marked))
    .map((text) => (marked ? { text, isMarked: true } : { text }));
}

function isFactsHeading(line: string): boolean {
  return FACTS_HEADING.test(line) || FACTS_ELSEWHERE.test(line);
}

function factsOfPassage(passage: KnowledgePassage): Fact[] {
  const pairs = [
    ...passage.text.matchAll(
      /(?:^|\n)\s*q(?:uestion)?\s*[:.]\s*(.+?)\s*\n\s*a(?:nswer)?\s*[:.]\s*([\s\S]+?)(?=\n\s*q(?:uestion)?\s*[:.]|$)/gi,
    ),
  ];
  if (pairs.length > 0) return pairs.map((pair) => ({ question: pair[1]!, text: oneLine(pair[2]!), source: passage.id }));
  return passage.text
    .split(/\n+/)
    .flatMap(sentencesOf)
    .filter((text) => text.split(" ").length >= 3)
    .map((text) => ({ text, source: passage.id }));
}

function pairOf(line: string): Fact[] {
  const match = /^(?:-\s*)?q(?:uestion)?\s*[:.]\s*(.+?\?)\s*a(?:nswer)?\s*[:.]\s*(.+)$/i.exec(line);
  return match ? [{ question: match[1]!, text: match[2]! }] : [];
}

/** Of a marked section all that does not tell the assistant what to do; elsewhere nothing that may do so. */
function isFact(sentence: string, marked: boolean): boolean {
  const bare = sentence.replace(LEAD, "");
  if (SECRET.test(sentence) || sentence.split(" ").length < 3 || ADDRESSED.test(sentence) || ORDER.test(bare)) return false;
  return marked || (!/[?:]$/.test(sentence) && !COMMAND.test(bare) && !/\bsentences?\b/i.test(sentence));
}

function sentencesOf(line: string): string[] {
  return line
    .replace(/^\s*(?:[-*•]|\d+[.)])\s*/, "")
    .split(/(?<=[.!?])\s+(?=["“]?[\p{Lu}\d])/u)
    .map(oneLine)
    .filter((sentence) => sentence !== "");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
