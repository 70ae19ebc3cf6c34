import type { KnowledgePassage, Message, ThinkRequest } from "@ongea/conversation";

/** Told of a tool that never answered: services refuse a question without an answer. */
export const NOT_FINISHED = "not finished";

/** What a model is told: first what stays the same through a call, which a vendor may keep, then what changes from turn to turn. */
export function instructionsOf({ instructions, knowledge, language, localTime }: ThinkRequest): {
  lasting: string;
  passing: string;
} {
  const lasting = [
    instructions.trim(),
    "You are speaking on a telephone call. Answer in one to three short spoken sentences, without lists, markup or symbols. " +
      "Say numbers, dates and times as a person would say them.",
  ];
  const passing = [`The language of the call is ${language}. The local time is ${localTime}.`];
  if (knowledge.length > 0) {
    passing.push(
      `Rely on these passages for facts, and say so when they do not hold the answer:\n${knowledge.map(passage).join("\n")}`,
    );
  }
  return { lasting: lasting.filter(Boolean).join("\n\n"), passing: passing.join("\n\n") };
}

export function asWasHeard({ text, cut }: Extract<Message, { role: "assistant" }>): string {
  return cut ? `${text} … (the caller spoke over the rest)` : text;
}

function passage({ source, text }: KnowledgePassage): string {
  return `- (${source}) ${text.replace(/\s+/g, " ").trim()}`;
}
