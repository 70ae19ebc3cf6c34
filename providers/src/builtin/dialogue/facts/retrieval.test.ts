/** A question is answered by its kind and by what was spoken of, from what the prompt says to callers. */
import { describe, expect, it, test } from "vitest";
import { factsOf } from "./facts.ts";
import { FactIndex } from "./retrieval.ts";

const MARINA = `You are on the phone for Blue Dhow, a boat yard at Kilindini in Mombasa.
Hull painting is 45,000 and takes three days. A life jacket is 2,800 to buy. Fuel costs 195 a litre.
If a boat is sinking or somebody is in the water, they call the coast guard on 0720 111 222 and stay with it.
When a customer leaves the boat with us over the season we take 10 percent of the repair price off.
Nobody at the jetty? The watchman keeps the keys until six.
No live animals on board, no fireworks.
Don't say how much wind is safe, and never say which engine oil to use.
With people who shout, stay calm.`;

const facts = factsOf(MARINA, []);
const index = new FactIndex(facts);
const best = (question: string, asking = {}): string | undefined => index.find(question, asking)[0]?.fact.text;

describe("the kind of a question decides", () => {
  it("a price is no telephone number, and no emergency", () => {
    expect(best("How much must I bring for the boat?")).not.toContain("coast guard");
    expect(best("How much is a life jacket?")).toContain("2,800");
  });
  it("an amount may be written in words", () => {
    const lent = factsOf("Members meet on the first Monday. The chair may lend up to ninety thousand shillings.", []);
    expect(new FactIndex(lent).find("How much may the chair lend?", {})[0]?.fact.text).toContain("ninety thousand");
  });
  it("what may not be told is refused when it is asked for", () => {
    expect(best("How much wind is safe?")).toMatch(/^I cannot say how much wind/);
  });
  it("a kind of thing stands for its members", () => {
    expect(best("Can I take my goats on board?")).toContain("No live animals");
  });
});

test("who names nothing asks of what was spoken of before", () => {
  expect(best("And how much is that?", { context: "I would like to have the hull of my boat painted" })).toContain("45,000");
  expect(best("And how much is that?", { focus: "fuel", context: "the hull painted, and a jacket" })).toContain("195");
});

test("a condition that leads to a fact is told, what heads a fact finds it", () => {
  expect(best("How much do you take off if I leave the boat over the season?")).toContain("10 percent");
  expect(best("There is nobody at the jetty, what now?")).toContain("watchman keeps the keys");
});

test("what the agent is told to do is no fact", () => {
  expect(facts.map(({ text }) => text).join("\n")).not.toMatch(/stay calm|on the phone for/);
});

test("a question in other words than the prompt's finds the sentence", () => {
  const told = new FactIndex(
    factsOf(
      "We repair boats in a week. Reconnection of the cold store has a charge of 1,100. Ropes and paint are sold at the gate.",
      [],
    ),
  );
  expect(told.find("What is the fee to join the freezer again?", {})[0]?.fact.text).toContain("1,100");
  expect(told.find("Can you fix my vessel?", {})[0]?.fact.text).toContain("repair boats");
});

test("what was spoken of before decides between equals only", () => {
  const context = "How much is it when my dog has chewed the cable in the house";
  const isp = new FactIndex(
    factsOf(
      "The visit costs 1,500 when something in the house did it, like rats on the cable. Technicians go out on weekdays, not on Sunday.",
      [],
    ),
  );
  expect(isp.find("Do they come on Sunday?", { context })[0]?.fact.text).toContain("not on Sunday");
});

test("headings in Swahili and French mark facts, and what the agent may not ask is never said", () => {
  const told = (prompt: string): string =>
    factsOf(prompt, [])
      .map(({ text }) => text)
      .join("\n");
  const swahili = told(
    "Jibu kwa sentensi mbili.\n\nKuhusu Haraka Pesa:\n- Kikomo cha siku ni shilingi milioni tano.\n\nKamwe usiulize namba ya siri.",
  );
  expect([swahili.includes("milioni tano"), swahili.includes("usiulize")]).toEqual([true, false]);
  const french = told("Posez une question à la fois.\n\nÀ propos du cabinet :\n- Le cabinet est sur l'avenue Cheikh Anta Diop.");
  expect(french).toBe("Le cabinet est sur l'avenue Cheikh Anta Diop.");
});
