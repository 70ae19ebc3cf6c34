/** What a caller may have meant: entries of a list, so that a language model chooses and invents nothing. */
import type { Fact } from "../facts/facts.ts";
import { wordsOfName } from "../forms/kinds.ts";
import { openField, type State } from "../state.ts";
import type { World } from "../world.ts";

export type Interpretation =
  /** This tool is wanted. */
  | { kind: "tool"; tool: string }
  /** This sentence answers the question. */
  | { kind: "fact"; text: string; source?: string }
  /** The open question was answered with this choice. */
  | { kind: "choice"; text: string }
  /** Whether what was done is really done. */
  | { kind: "done" }
  | { kind: "person" | "message" | "again" | "stop" | "goodbye" };

export interface Entry {
  id: string;
  says: string;
  interpretation: Interpretation;
  /** The bare words of what is done or told, to be compared with what a caller says. */
  about?: string;
  /** In this call already: who speaks of it seldom wants it again. */
  wasDone?: boolean;
}

/** Of no entry: the rules' own answer stands. */
export const NONE = "none_of_these";

/** More sentences are those that are nearest to the question; fewer are the same in each turn, so that a prefix cache holds. */
const MOST_FACTS = 40;
const MOST_CASES = 10;
const MOST_CHARACTERS = 300;

const IS_DONE: Entry = {
  id: "is_it_done",
  says: "The caller asks whether that is really done.",
  interpretation: { kind: "done" },
  about: "So it is booked, it is confirmed? Yes, that is done and written down.",
};

/** What can be meant now; `text`: what the caller said. */
export function entriesFor(state: State, text: string, world: World): Entry[] {
  const forms = world.forms.filter((form) => form !== world.message);
  const tools = forms.map(({ tool, description, fields }): Entry => {
    const says = description || tool.replaceAll("_", " ");
    const choices = fields.flatMap((field) => field.choices.map(wordsOfName)).join(", ");
    const about = `${wordsOfName(tool)}. ${description} ${choices}`.trim();
    return { id: `do_${tool}`, says: `The caller wants this: ${says}`, interpretation: { kind: "tool", tool }, about };
  });
  const ways: Entry[] = [
    { id: "speak_to_person", says: "The caller wants to speak to a person.", interpretation: { kind: "person" } },
    { id: "say_again", says: "The caller wants to hear the last words again.", interpretation: { kind: "again" } },
    { id: "say_goodbye", says: "The caller wants nothing more.", interpretation: { kind: "goodbye" } },
    { id: "stop_this", says: "The caller does not want what was begun.", interpretation: { kind: "stop" } },
  ];
  const tells = "The caller complains, wants a call back, or wants a colleague to know something.";
  if (state.done.length > 0) ways.push(IS_DONE);
  if (world.message) ways.push({ id: "leave_message", says: tells, interpretation: { kind: "message" } });
  return [...tools, ...ways, ...caseEntries(world), ...factEntries(text, world), ...choiceEntries(state)].map((entry) => ({
    ...entry,
    says: entry.says.replace(/\s+/g, " ").slice(0, MOST_CHARACTERS),
  }));
}

/** What the prompt tells to do when something happens. */
function caseEntries({ situations }: World): Entry[] {
  const told = situations.filter(({ says }) => says.length > 0).slice(0, MOST_CASES);
  return told.map(({ when, says }, at): Entry => ({
    id: `case_${at + 1}`,
    says: `${when}: ${says.join(" ")}`,
    interpretation: { kind: "fact", text: says.join(" ") },
  }));
}

function factEntries(text: string, { facts, index }: World): Entry[] {
  const told = facts.filter(({ isRefusal }) => !isRefusal);
  const nearest = told.length <= MOST_FACTS ? told : index.find(text).map(({ fact }) => fact);
  return nearest.slice(0, MOST_FACTS).map((fact): Entry => ({
    id: `fact_${told.indexOf(fact) + 1}`,
    says: `Answers the question: ${inFull(fact)}`,
    interpretation: { kind: "fact", text: fact.text, ...(fact.source === undefined ? {} : { source: fact.source }) },
    about: inFull(fact),
  }));
}

function inFull({ question, text }: Fact): string {
  // Other headings are words to be found by.
  return question?.endsWith("?") ? `${question} ${text}` : text;
}

function choiceEntries(state: State): Entry[] {
  const field = openField(state);
  return (field?.choices ?? []).map((choice, at): Entry => {
    const says = `The answer is: ${[choice, field?.saidAs?.[choice]].filter(Boolean).join(", ")}`;
    return { id: `choice_${at + 1}`, says, interpretation: { kind: "choice", text: choice } };
  });
}
