/** What another speaker's sentence asks for, so that the dialogue can take the caller's answer to it. */
import type { Asked, State } from "./state.ts";

const QUESTIONS: readonly (readonly [RegExp, Asked])[] = [
  [/\b(?:is that|is this|are these) (?:correct|right)|\bcorrect\?|ni sahihi|est-ce correct/i, "confirm"],
  [/\b(?:anything|something) else\b|jambo lingine|autre chose/i, "anything-else"],
  [/\b(?:your|the) (?:full )?name\b.*\?|\bwho am i speaking\b|jina lako|votre nom/i, "name"],
  [/\b(?:phone|telephone|contact|mobile) number\b.*\?|\bnumber can we\b|namba .*simu|numéro de téléphone/i, "phone"],
  [/\border number\b|namba ya oda|numéro de commande/i, "order"],
  [/\b(?:which|what) (?:day|date)\b|\bwhen would you\b|siku gani|quel jour/i, "day"],
  [/\bwhat time\b|\bwhich time\b|saa ngapi|quelle heure/i, "time"],
  [/\b(?:take|leave) a message\b|nichukue ujumbe|laisser un message/i, "offer-message"],
];

const STILL_THERE = /\b(?:still there|are you there|still on the line)\b|uko hapo|bado uko|êtes-vous (?:toujours|encore) là/i;

/** Changes `state.asked` when the last question in the text is one that the dialogue knows. */
export function inferAsked(state: State, text: string): void {
  state.wasAskedIfThere = STILL_THERE.test(text);
  if (state.wasAskedIfThere) return;
  const found = QUESTIONS.find(([pattern]) => pattern.test(text))?.[1];
  if (found === "confirm" && !state.task) return;
  if (found === undefined && state.task) return;
  state.asked = found ?? "how-can-i-help";
  const asksVisit = found === "day" || found === "time";
  if (asksVisit && !state.task) state.task = { name: "appointment", slots: {} };
}
