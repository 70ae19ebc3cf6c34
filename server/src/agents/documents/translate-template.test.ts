/** The shipped front desk in the languages of the site's pages. */
import { type AgentDocument, conversationOf, withValue } from "@ongea/contract";
import { expect, test } from "vitest";
import { translateTemplate } from "./translate-template.ts";
import type { StoredAgent } from "./store.ts";
import { TEMPLATES } from "./templates.ts";

const [FRONT_DESK, OTHER] = TEMPLATES.map(({ key, document }): StoredAgent => ({
  id: key,
  workspaceId: "w",
  template: key,
  status: "processed",
  document,
  version: 1,
  savedBy: "",
  createdAt: new Date(0),
  updatedAt: new Date(0),
}));
if (!FRONT_DESK || !OTHER) throw new Error("There are two");

const facts = ({ document }: StoredAgent) => {
  const { tools_config: tools, system_prompt: prompt } = conversationOf(document);
  const { transcriber, synthesizer } = tools;
  const figures = prompt.match(/\d[\d ,]*\d|999/gu)?.map((one) => one.replaceAll(/[ ,]/gu, ""));
  return { welcome: document.agent_config.agent_welcome_message, heard: transcriber.language, voice: synthesizer, figures };
};
const changedAt = (path: readonly (string | number)[], value: unknown): StoredAgent => ({
  ...FRONT_DESK,
  document: withValue<AgentDocument>(FRONT_DESK.document, path, value),
});

test("it greets, hears and speaks in Swahili and French, with the same prices and numbers", () => {
  const english = facts(FRONT_DESK);
  for (const [language, spoken, welcome] of [
    ["sw", "sw", /^Habari/],
    ["fr", "fr-FR", /^Bonjour/],
  ] as const) {
    const told = facts(translateTemplate(FRONT_DESK, language));
    expect([told.heard, told.voice.provider_config.language]).toEqual([language, spoken]);
    expect(told.welcome).toMatch(welcome);
    for (const price of ["1500", "500", "999"]) expect(told.figures).toContain(price);
    expect(told.voice.provider_config.voice).toBe(english.voice.provider_config.voice);
  }
});

test("in a language that the rules do not book in, changed by its owner, or another agent, it stays as it is", () => {
  for (const language of [undefined, "en", "yo"] as const) expect(translateTemplate(FRONT_DESK, language)).toBe(FRONT_DESK);
  expect(translateTemplate(OTHER, "sw")).toBe(OTHER);
  for (const changed of [
    changedAt(["agent_config", "agent_welcome_message"], "Hello, this is Amani Clinic."),
    changedAt(["agent_prompts", "task_1", "system_prompt"], "You are somebody else."),
    changedAt(["agent_config", "tasks", 0, "tools_config", "synthesizer", "provider_config", "voice"], "slt"),
  ])
    expect(translateTemplate(changed, "sw")).toBe(changed);
});
