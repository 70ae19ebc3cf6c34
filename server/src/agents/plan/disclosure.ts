/** Whoever is on the line is told at the beginning that no person speaks, where the country's rule wants it. Pure. */
import type { DisclosureRule } from "@ongea/contract";
import type { Plan } from "@ongea/conversation";
import { DISCLOSED, saysNoPerson } from "../../compliance/index.ts";
import { inLanguage } from "./plan.ts";
import { writtenIn } from "./recording.ts";

/** A question at the end of the first words stays there: what comes after it is not heard. */
const LAST_QUESTION = /(?:^|(?<=[.!?؟።…]\s))[^.!?؟።…]+[?؟]\s*$/u;

/** Words that say it already stay as they are. */
export function disclosing(
  { welcomeMessage: welcome, language }: Pick<Plan, "welcomeMessage" | "language">,
  rule: Pick<DisclosureRule, "needed" | "words">,
): Pick<Plan, "welcomeMessage"> {
  if (!rule.needed || saysNoPerson(welcome)) return { welcomeMessage: welcome };
  const sentence = inLanguage({ ...DISCLOSED, ...writtenIn(rule.words) }, language);
  const question = LAST_QUESTION.exec(welcome);
  const at = question?.index ?? welcome.length;
  const parts = [welcome.slice(0, at), sentence, welcome.slice(at)].map((part) => part.trim());
  return { welcomeMessage: parts.filter((part) => part !== "").join(" ") };
}
