import { conversationOf, otherHours, TEMPLATE_KEYS } from "@ongea/contract";
import { expect, test } from "vitest";
import { TEMPLATES } from "../templates.ts";
import { GALLERY } from "./gallery.ts";

test("the gallery has one template for each key, and begins with the two of every installation", () => {
  expect(GALLERY.map(({ key }) => key).toSorted()).toEqual(TEMPLATE_KEYS.toSorted());
  expect(GALLERY.slice(0, 2).map(({ key, document }) => [key, document])).toEqual(
    TEMPLATES.map(({ key, document }) => [key, document]),
  );
});

test.each(GALLERY.map((template) => [template.key, template] as const))(
  "the template %s speaks its language, knows facts, says no other hours than it books in, and takes messages",
  (_key, { language, document }) => {
    const { tools_config, task_config, system_prompt } = conversationOf(document);
    expect(tools_config.transcriber.language).toBe(language);
    expect(tools_config.synthesizer.provider_config.language.split("-")[0]).toBe(language);
    expect(document.agent_config.agent_welcome_message).not.toBe("");
    expect(system_prompt.match(/^- /gm)?.length).toBeGreaterThan(3);
    expect(otherHours(document)).toEqual([]);
    expect(tools_config.api_tools?.tools.map(({ key }) => key)).toContain("take_message");
    const { max_tokens, temperature } = tools_config.llm_agent.llm_config;
    expect({ max_tokens, temperature, buffer: tools_config.synthesizer.buffer_size }).toEqual({
      max_tokens: 332,
      temperature: 0.2,
      buffer: 232,
    });
    const { hangup_after_silence, incremental_delay, call_terminate } = task_config;
    expect([hangup_after_silence, incremental_delay, call_terminate]).toEqual([13, 900, 180]);
  },
);
