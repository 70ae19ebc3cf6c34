import { REFERRAL_PATIENCE } from "@ongea/channels";
import { AgentDocument, conversationOf, laidOver } from "@ongea/contract";
import { expect, test } from "vitest";
import { TEMPLATES } from "../documents/templates.ts";
import { inLanguage, planFor, preferencesOf } from "./plan.ts";

const document = (): (typeof TEMPLATES)[number]["document"] => {
  const [template] = TEMPLATES;
  if (!template) throw new Error("no template");
  return structuredClone(template.document);
};

const FACTS = {
  callId: "c1",
  agentId: "a1",
  direction: "inbound" as const,
  fromNumber: "+254712345678",
  toNumber: "1001",
  userData: { name: "Asha" },
  startedAt: new Date("2026-11-21T06:41:07Z"),
  timeZone: "Africa/Nairobi",
};

test("the template's settings are in force: 13 s of silence, 900 ms of patience, three minutes", () => {
  const plan = planFor(document(), FACTS);
  expect(plan.silence).toMatchObject({ hangUpAfterMs: 13_000, promptAfterMs: 10_000 });
  expect(plan.turnTaking).toEqual({ endpointingMs: 250, incrementalDelayMs: 900, wordsForInterruption: 2 });
  expect(plan.ending).toMatchObject({ terminateAfterMs: 180_000, agentMayHangUp: true });
  expect(plan.model).toMatchObject({ maxTokens: 332, temperature: 0.2 });
  expect(plan.language).toBe("en-US");
  expect(plan.tools.map((tool) => tool.name)).toEqual([
    "check_availability",
    "book_appointment",
    "cancel_appointment",
    "move_appointment",
    "take_message",
  ]);
});

test("a tool that changes an appointment says what it is called without to list them", () => {
  const plan = planFor(TEMPLATES[0]!.document, FACTS);
  const lists = plan.tools.filter(({ listsWithout }) => listsWithout !== undefined);
  expect(lists.map(({ name, listsWithout }) => [name, listsWithout])).toEqual([
    ["cancel_appointment", ["date", "time"]],
    ["move_appointment", ["date", "time"]],
  ]);
});

test("the assistant knows the caller's name and what day it is there", () => {
  const changed = document();
  changed.agent_config.agent_welcome_message = "Hello {name}, it is {current_time} in {timezone}. {unknown}";
  const plan = planFor(changed, FACTS);
  expect(plan.welcomeMessage).toBe("Hello Asha, it is 09:41 in Africa/Nairobi.");
  expect(plan.startedAtLocal).toBe("2026-11-21T09:41:07+03:00");
});

test("a caller's own time zone comes before the installation's, if it exists", () => {
  expect(planFor(document(), { ...FACTS, userData: { timezone: "Africa/Lagos" } }).timeZone).toBe("Africa/Lagos");
  expect(planFor(document(), { ...FACTS, userData: { timezone: "Africa/Atlantis" } }).timeZone).toBe("Africa/Nairobi");
});

test("an assistant that shall not ask whether anyone is there does not", () => {
  const quiet = document();
  const task = quiet.agent_config.tasks[0];
  if (task) task.task_config.check_if_user_online = false;
  expect(planFor(quiet, FACTS).silence.promptAfterMs).toBeUndefined();
});

test("a message in many languages is said in the call's, else in English, else in the first", () => {
  const messages = { sw: "Upo?", en: "Still there?" };
  expect(inLanguage(messages, "sw-KE")).toBe("Upo?");
  expect(inLanguage(messages, "fr")).toBe("Still there?");
  expect(inLanguage({ sw: "Upo?" }, "fr")).toBe("Upo?");
});

test("fillers are its own words, else those of nine languages, or none", () => {
  const usual = planFor(document(), FACTS).fillers;
  expect(Object.keys(usual?.words ?? {}).toSorted()).toEqual(["am", "ar", "en", "fr", "ha", "pt", "sw", "yo", "zu"]);
  const own = document();
  conversationOf(own).task_config.filler_message = { en: "Bear with me, {name}.\n\n  Looking it up. " };
  expect(planFor(own, FACTS).fillers?.words).toMatchObject({
    en: ["Bear with me, Asha.", "Looking it up."],
    sw: usual?.words["sw"],
  });
  conversationOf(own).task_config.use_fillers = false;
  expect(planFor(own, FACTS).fillers).toBeUndefined();
});

test("a call that somebody else ends has a goodbye in its language, the assistant's own where it has one", () => {
  const swahili = document();
  const task = swahili.agent_config.tasks[0];
  if (!task) throw new Error("no task");
  expect(planFor(document(), FACTS).ending.stopMessage).toBe("I have to end this call now. Goodbye.");
  task.tools_config.transcriber.language = "sw-KE";
  task.tools_config.synthesizer.provider_config.language = "sw-KE";
  expect(planFor(swahili, FACTS).ending).toMatchObject({ hangUpMessage: "", stopMessage: expect.stringContaining("Kwaheri") });
  task.task_config.call_hangup_message = "Asante, {name}.";
  expect(planFor(swahili, FACTS).ending).toMatchObject({ hangUpMessage: "Asante, Asha.", stopMessage: "Asante, Asha." });
});

test("whether anybody is there is asked, and an apology said, in the language of the call", () => {
  const other = document();
  const { tools_config, task_config } = conversationOf(other);
  expect(planFor(document(), FACTS).silence.promptMessage).toBe("Hey, are you still there?");
  for (const language of ["sw", "fr", "pt", "ar", "ha", "yo", "am", "zu"]) {
    tools_config.transcriber.language = language;
    tools_config.synthesizer.provider_config.language = language;
    const { silence, ending } = planFor(other, FACTS);
    expect(silence.promptMessage).not.toMatch(/still there/);
    expect(ending.apology).not.toMatch(/sorry/);
  }
  task_config.check_user_online_message = "Hello, {name}?";
  expect(planFor(other, FACTS).silence.promptMessage).toBe("Hello, Asha?");
});

test("a machine is looked for in calls that the assistant places, as long and from as many words as its document says", () => {
  const outbound = { ...FACTS, direction: "outbound" as const };
  const asked = changed({ task_config: { voicemail: true } });
  expect(planFor(asked, outbound).voicemail).toEqual({ withinMs: 30_000, leastWords: 7 });
  const precise = { voicemail: true, voicemail_detection_duration: 12.5, voicemail_min_transcript_length: 4 };
  expect(planFor(changed({ task_config: precise }), outbound).voicemail).toEqual({ withinMs: 12_500, leastWords: 4 });
  expect([planFor(asked, FACTS).voicemail, planFor(document(), outbound).voicemail]).toEqual([undefined, undefined]);
  expect(planFor(document(), FACTS).mostCharactersAtOnce).toBe(232);
});

test("small words while the caller speaks come in the call's language, after the delay and with the gap that are set", () => {
  const settings = { backchanneling: true, backchanneling_start_delay: 3, backchanneling_message_gap: 6 };
  const plan = planFor(changed({ task_config: settings, tools_config: { transcriber: { language: "sw" } } }), FACTS);
  expect(plan.backchannel).toEqual({ words: "ndiyo", startAfterMs: 3_000, everyMs: 6_000 });
  expect(planFor(document(), FACTS).backchannel).toBeUndefined();
});

test("a room stands behind the voice where ambient noise is on: the chosen track, else the office", () => {
  const roomOf = (task_config: object) => planFor(changed({ task_config }), FACTS).ambience;
  expect(roomOf({ ambient_noise: true, ambient_noise_track: "coffee-shop" })).toBe("coffee-shop");
  expect(roomOf({ ambient_noise: true })).toBe("office-ambience");
  expect(roomOf({ ambient_noise: false, ambient_noise_track: "coffee-shop" })).toBeUndefined();
});

test("a call is lent the voice, the speed and the model that its assistant asks for", () => {
  const synthesizer = { provider_config: { voice: "awb", speed: 1.3 } };
  const wished = changed({ tools_config: { synthesizer, llm_agent: { llm_config: { model: "llama3" } } } });
  expect(preferencesOf(wished)).toEqual({ model: "llama3", voice: "awb", pace: 1.3 });
});

test("every setting of the mind, the ears and the turns reaches the call", () => {
  const plan = planFor(
    changed({
      tools_config: {
        llm_agent: { llm_config: { max_tokens: 90, temperature: 0.7, first_words_seconds: 6 } },
        transcriber: { language: "fr", endpointing: 450, keywords: "Imani:2, M-Pesa" },
      },
      task_config: {
        incremental_delay: 1_200,
        number_of_words_for_interruption: 4,
        hangup_after_silence: 21,
        trigger_user_online_message_after: 7,
        check_user_online_message: "Toujours là ?",
        call_terminate: 300,
        call_hangup_message: "Au revoir",
        hangup_after_LLMCall: true,
        call_cancellation_prompt: "When they say goodbye",
      },
    }),
    FACTS,
  );
  expect(plan).toMatchObject({
    language: "fr",
    keywords: ["Imani", "M-Pesa"],
    model: { maxTokens: 90, temperature: 0.7 },
    firstWordsMs: 6_000,
    turnTaking: { endpointingMs: 450, incrementalDelayMs: 1_200, wordsForInterruption: 4 },
    silence: { promptAfterMs: 7_000, promptMessage: "Toujours là ?", hangUpAfterMs: 21_000 },
    ending: {
      terminateAfterMs: 300_000,
      hangUpMessage: "Au revoir",
      agentMayHangUp: true,
      agentHangsUpWhen: "When they say goodbye",
    },
  });
});

test("a machine is left the message of the call's language, its variables filled in, and nothing where it is empty", () => {
  const messageOf = (voicemail_message: unknown) =>
    planFor(changed({ task_config: { voicemail: true, voicemail_message } }), { ...FACTS, direction: "outbound" }).voicemail
      ?.message;
  expect(messageOf({ en: "Call us, {name}.", sw: "Tupigie" })).toBe("Call us, Asha.");
  expect([messageOf(" "), messageOf(null)]).toEqual([undefined, undefined]);
});

test("fixed answers are read wherever a document has them, their variables filled in; those without words are left out", () => {
  const routes = {
    embedding_model: "snowflake/snowflake-arctic-embed-m",
    routes: [
      { route_name: "politics", utterances: ["Who will win?", " "], response: "I have no opinion, {name}", score_threshold: 0.9 },
      { route_name: "turns", utterances: ["When?"], response: ["Now", "Later"] },
      { route_name: "nothing", utterances: ["What?"], response: "" },
    ],
  };
  const read = [
    { name: "politics", examples: ["Who will win?"], answers: ["I have no opinion, Asha"], threshold: 0.9 },
    { name: "turns", examples: ["When?"], answers: ["Now", "Later"], threshold: 0.85 },
  ];
  expect(planFor(changed({ tools_config: { llm_agent: { routes } } }), FACTS).routes).toEqual(read);
  expect(planFor(changed({ tools_config: { llm_agent: { llm_config: { routes } } } }), FACTS).routes).toEqual(read);
  expect(planFor(document(), FACTS).routes).toEqual([]);
});

test("a tool of an MCP server has an effect unless its document says that it only reads, and no longer than its limit", () => {
  const value = { server: "shop", tool: "cancel.order", fingerprint: "f" };
  const tools = [
    { key: "mcp_tool", name: "cancel_order", value },
    { key: "mcp_tool", name: "find_order", effect: false, value: { ...value, timeout_seconds: 20 } },
  ];
  const plan = planFor(changed({ tools_config: { api_tools: { tools } } }), FACTS);
  expect(plan.tools).toMatchObject([
    { name: "cancel_order", hasEffect: true, limitMs: 11_000 },
    { name: "find_order", limitMs: 21_000 },
  ]);
  expect(plan.tools[1]).not.toHaveProperty("hasEffect");
});

test("a booking is changed and undone by the tools of its calendar, a function by those that it names, which have an effect", () => {
  const value = { method: "GET", url: "https://shop.example/x" };
  const tools = [
    { key: "book_appointment", name: "book" },
    { key: "move_appointment", name: "move" },
    { key: "cancel_appointment", name: "cancel" },
    { key: "custom_task", name: "order", value: { ...value, method: "POST" }, undo: "drop", change: null },
    { key: "custom_task", name: "drop", value },
  ];
  const plan = planFor(changed({ tools_config: { api_tools: { tools } } }), FACTS);
  const remedies = plan.tools.map(({ name, hasEffect, undo, change }) => ({ name, hasEffect, undo, change }));
  expect(remedies).toEqual([
    { name: "book", hasEffect: true, undo: "cancel", change: "move" },
    { name: "move", hasEffect: true },
    { name: "cancel", hasEffect: true },
    { name: "order", hasEffect: true, undo: "drop" },
    { name: "drop", hasEffect: true },
  ]);
});

test("a transfer is offered to the mind by its description, without parameters, and with time to ring", () => {
  const tools = [
    {
      key: "transfer_call",
      name: "transfer_to_sales",
      description: "When a price is asked for.",
      pre_call_message: { en: "One moment", sw: "Subiri" },
      parameters: { type: "object", required: ["call_sid"], properties: { call_sid: { type: "string" } } },
    },
    { key: "transfer_call", name: "to_nobody" },
  ];
  const tools_params = { transfer_to_sales: { param: '{"call_transfer_number":"+254711000001"}' } };
  const plan = planFor(changed({ tools_config: { api_tools: { tools, tools_params } } }), FACTS);
  expect(plan.tools).toEqual([
    {
      name: "transfer_to_sales",
      description: "When a price is asked for.",
      parameters: { type: "object", properties: {} },
      waitMessage: "One moment",
      limitMs: expect.any(Number) as number,
    },
  ]);
  // A trunk that says after all its time that nobody came leaves them thirty seconds to be rung.
  const { answerMs, firstWordMs, endMs } = REFERRAL_PATIENCE;
  expect(plan.tools[0]!.limitMs! - (answerMs + firstWordMs + endMs)).toBeGreaterThanOrEqual(30_000);
});

function changed(task: object): ReturnType<typeof document> {
  return AgentDocument.parse(laidOver(document(), { agent_config: { tasks: [task] } }));
}
