import { expect, it } from "vitest";
import { examplePlan } from "../testing/scripted-conversation.ts";
import { questionFrame } from "./question.ts";

const endsWhen = (agentHangsUpWhen?: string): string => {
  const plan = examplePlan(agentHangsUpWhen === undefined ? {} : { ending: { agentHangsUpWhen } });
  const { tools } = questionFrame(plan, "end_call")(0, "en");
  return tools.find(({ name }) => name === "end_call")?.description ?? "";
};

it("the tool that ends a call says when, in whole sentences, in the owner's words where there are some", () => {
  expect(endsWhen()).toMatch(/answer\. When to call it: Once the caller has said goodbye, or has nothing more to ask\.$/);
  expect(endsWhen("Hang up when the caller has said goodbye.")).toMatch(/: Hang up when the caller has said goodbye\.$/);
  expect(endsWhen("après les adieux ")).toMatch(/: après les adieux\.$/);
});
