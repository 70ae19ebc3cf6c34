/** What callers say over an answer to stop it. */
import { ScriptedConversation } from "@ongea/conversation/testing";
import { expect, test } from "vitest";
import { createRuleBasedDialogue } from "./rule-based-dialogue.ts";
import { CLINIC, TextCall } from "./testing/text-call.ts";

const ASKS = { en: "What does it cost?", sw: "Bei ni ngapi?", fr: "Quel est le prix ?" };

/** What is answered to these words over an answer of which only the beginning was heard. */
async function over(language: keyof typeof ASKS, text: string, heard = 24): Promise<{ said: string; ended: boolean }> {
  const call = new TextCall({ language });
  const { said } = await call.says(ASKS[language]);
  call.messages.pop();
  call.messages.push({ role: "assistant", text: said.slice(0, heard), cut: true });
  return call.says(text);
}

test.each([
  ["en", "no no"],
  ["en", "no"],
  ["en", "no no no"],
  ["sw", "hapana hapana"],
  ["fr", "non non"],
] as const)("in %s “%s” over an answer is no goodbye", async (language, text) => {
  const { said, ended } = await over(language, text);
  expect(ended).toBe(false);
  expect(said).toMatch(/help|kusaidi|nikusaidie|aider/i);
});

test("“no” after the question whether there is anything else is one, also where only its beginning was heard", async () => {
  expect((await over("en", "no", 110)).ended).toBe(true);
});

test.each([
  ["en", "stop"],
  ["en", "stop stop"],
  ["en", "stop please"],
  ["en", "please stop talking"],
  ["en", "wait"],
  ["en", "hold on"],
  ["en", "excuse me"],
  ["sw", "subiri"],
  ["sw", "simama"],
  ["sw", "acha"],
  ["fr", "attendez"],
  ["fr", "arrêtez"],
  ["fr", "stop"],
] as const)("in %s “%s” over an answer is understood", async (language, text) => {
  expect((await over(language, text)).said).toMatch(/^(?:Take your time\.|Hakuna haraka\.|Prenez votre temps\.)$/);
});

test.each(["wait", "stop", "no no", "hold on"])("“%s” stops an answer that sounds, and the call goes on", async (text) => {
  const call = new ScriptedConversation({
    plan: { instructions: CLINIC },
    parts: () => ({ languageModels: [createRuleBasedDialogue()] }),
  });
  await call.pass(500);
  await call.callerSays("what does it cost please");
  await call.pass(1_200);
  const spokeMs = call.clock.now();
  await call.callerSays(text);
  await call.pass(300);
  expect(call.line.soundingMs.filter((ms) => ms < spokeMs + 350).at(-1)! - spokeMs).toBeLessThanOrEqual(220);
  await call.pass(6_000);
  expect([call.transcript[1], call.transcript[2]]).toEqual(["assistant: A consultation costs—", `caller: ${text}`]);
  expect(call.transcript.at(-1)).not.toMatch(/understand|Goodbye/);
  expect(call.entries("closed")).toEqual([]);
});
