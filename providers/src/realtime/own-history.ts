/** What sessions have in common that keep their own history and answer by themselves. */
import type { Message } from "@ongea/conversation";
import { NOT_FINISHED } from "../thoughts/instructions.ts";
import type { Generation } from "./generation.ts";
import type { News } from "./news.ts";

/** Of a call whose answer is no longer waited for. */
export const RESULT_FOLLOWS = "Its result follows.";
/** Of a call that nobody was asked for. */
export const NOT_DONE = "This was not done. Call it again where it is still wanted.";
const ANSWER_NOW = "Answer what the caller has just said.";
const UNHEARD = "Your answer that has begun was not heard.";

/** An answer that is there already, and that nobody has taken. */
export function readyAnswer(generation: Generation | undefined, news: News): Generation | undefined {
  if (!generation || generation.isTaken) return undefined;
  if (generation.isOver) news.said(generation.text);
  return generation;
}

/** Words for a session that does not know everything, or must answer anew. `generation`: its answer so far, which is not heard. */
export function questionAnew(news: string, generation: Generation | undefined): string {
  const unheard = generation && !generation.isTaken && generation.text !== "" ? UNHEARD : "";
  if (generation) {
    generation.isTaken ||= generation.isOver;
    generation.isDisowned = unheard !== "";
  }
  const lines = [news, unheard, ANSWER_NOW].filter(Boolean).join("\n");
  return `[For the assistant, not said by the caller: ${lines}]`;
}

export function resultOf(messages: readonly Message[], id: string): string {
  const found = messages.findLast((message) => message.role === "tool-result" && message.id === id);
  return found?.role === "tool-result" ? found.result : NOT_FINISHED;
}
