/** A prompt in natural prose: what is so is told, what the agent shall do is done, and neither is mistaken for the other. */
import { expect, test } from "vitest";
import { sentencesOf } from "./clauses.ts";
import { factsOf } from "./facts.ts";
import { situationsOf } from "./situations.ts";

const PROMPT =
  "You answer the phone at Nyota Tailors, Biashara Street in Nakuru, behind the old cinema. A school uniform is 2,400 shillings and takes four days. " +
  "Wedding gowns are made by Madam Achieng, who is in on Fridays only, so take a message for her. We don't do leather. Never tell one customer what another has ordered. " +
  "If somebody is angry, say sorry first. If a dress was spoiled, tell them to bring it back within a week. If a caller threatens, hang up.";

const told = factsOf(PROMPT, []).map(({ text }) => text);

test("callers hear what is so, in whole sentences, and where the business is", () => {
  expect(told).toContain("A school uniform is 2,400 shillings and takes four days.");
  expect(told).toContain("This is Nyota Tailors, Biashara Street in Nakuru, behind the old cinema.");
  expect(told).toContain("We don't do leather.");
});

test("nobody hears what the agent shall do", () => {
  expect(told.join(" ")).not.toMatch(/take a message|sorry first|hang up|bring it back/);
  expect(told).toContain("Wedding gowns are made by Madam Achieng, who is in on Fridays only.");
});

test("what may not be told becomes a refusal", () => {
  expect(told).toContain("I cannot tell one customer what another has ordered.");
});

test("what is to be done when something happens is kept with its condition", () => {
  const [angry, spoiled] = situationsOf(sentencesOf(PROMPT));
  expect(angry).toMatchObject({ when: "If somebody is angry", isSorry: true, says: [] });
  expect(spoiled).toMatchObject({ when: "If a dress was spoiled", says: ["Please bring it back within a week."] });
});
