/** A whole conversation whose language model fails in the middle. */
import { ProviderFailure } from "@ongea/conversation";
import { ScriptedConversation } from "@ongea/conversation/testing";
import { expect, it } from "vitest";
import { createRuleBasedDialogue } from "../rule-based-dialogue.ts";
import { LANGUAGES, SCENES } from "./scenes.ts";

it.each(LANGUAGES)("a call in %s goes on in it when the model is down, and the caller hears no apology", async (language) => {
  const scene = SCENES[language];
  const call = new ScriptedConversation({
    plan: {
      language,
      instructions:
        "You are the desk of Imani Clinic.\n\nFacts:\n- We are open Monday to Friday from 8:00 to 17:00 and on Saturday from 9:00 to 13:00.",
      tools: [{ name: "take_message", description: "", parameters: {} }],
    },
    answers: () => scene.model.greets,
    parts: ({ llm }) => ({ languageModels: [llm, createRuleBasedDialogue()] }),
  });
  await call.callerSays(scene.greets);
  await call.pass(6_000);
  call.llm.failure = new ProviderFailure("unavailable", "down");
  await call.callerSays(scene.asksHours);
  await call.pass(20_000);
  await call.callerSays(scene.leavesMessage);
  await call.pass(6_000);
  const said = call.transcript.filter((line) => line.startsWith("assistant: ")).join("\n");
  expect(said).toContain(scene.model.greets.split(/[.።]/u)[0]);
  expect(said).toContain(scene.toldHours);
  expect(said).toContain(scene.asksMessage);
  expect(said).not.toMatch(/sorry|there\?/i);
});
