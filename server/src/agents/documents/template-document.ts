/** What every template's document has alike: the specification's defaults, and the tools of its work. Pure. */
import { AgentDocument, type ApiTool, type Language } from "@ongea/contract";
import type { z } from "zod";

const CALENDAR_TOOLS = ["check_availability", "book_appointment", "cancel_appointment", "move_appointment"];
const PHONE = { type: "string", description: "Digits, with + and country code where it was given" };
const MESSAGES: z.input<typeof ApiTool> = {
  key: "take_message",
  name: "take_message",
  description: "Notes a message, a complaint or a wish to be called back, after the caller has said yes to it.",
  parameters: {
    type: "object",
    properties: {
      name: { type: "string" },
      phone: PHONE,
      message: { type: "string" },
      order_number: { type: "string", description: "Where it is about an order, and the caller gave its number" },
    },
    required: ["name", "phone", "message"],
  },
};

/** As speech providers name them; the built-in voices speak all of these. */
const SPOKEN: Readonly<Record<Language, string>> = {
  am: "am-ET",
  ar: "ar-EG",
  en: "en-US",
  fr: "fr-FR",
  ha: "ha-NG",
  pt: "pt-PT",
  sw: "sw",
  yo: "yo-NG",
  zu: "zu-ZA",
};

export interface TemplateWords {
  name: string;
  type: string;
  welcome: string;
  prompt: string;
  language?: Language;
  /** What it books, and when; without it takes messages only. */
  books?: { visit: string; hours: Record<string, string[]>; slotMinutes?: number };
}

export function template({ language = "en", books, ...words }: TemplateWords): AgentDocument {
  const calendar = books && { opening_hours: books.hours, slot_minutes: books.slotMinutes ?? 30 };
  const document: z.input<typeof AgentDocument> = {
    agent_config: {
      agent_name: words.name,
      agent_type: words.type,
      agent_welcome_message: words.welcome,
      tasks: [
        {
          task_type: "conversation",
          tools_config: {
            llm_agent: { llm_config: { model: "gpt-4.1-mini", max_tokens: 332, temperature: 0.2 } },
            synthesizer: {
              buffer_size: 232,
              provider_config: { voice: "Kajal", engine: "neural", sampling_rate: "8000", language: SPOKEN[language] },
            },
            transcriber: { endpointing: 250, language },
            api_tools: {
              tools: [...(books ? calendarTools(books.visit) : []), MESSAGES],
              tools_params: Object.fromEntries(calendar ? CALENDAR_TOOLS.map((name) => [name, calendar]) : []),
            },
          },
          task_config: {
            hangup_after_silence: 13,
            incremental_delay: 900,
            call_terminate: 180,
            hangup_after_LLMCall: true,
            call_cancellation_prompt: "Hang up when the caller has said goodbye or wants nothing more.",
          },
        },
      ],
    },
    agent_prompts: { task_1: { system_prompt: words.prompt } },
  };
  return AgentDocument.parse(document);
}

function calendarTools(visit: string): z.input<typeof ApiTool>[] {
  const date = { type: "string", description: "Day as YYYY-MM-DD" };
  return [
    {
      key: "check_availability_of_slots",
      name: "check_availability",
      description: `Says when there is room for ${visit} on a day.`,
      parameters: {
        type: "object",
        properties: { date, time: { type: "string", description: "Wished time as HH:MM" } },
        required: ["date"],
      },
    },
    {
      key: "book_appointment",
      name: "book_appointment",
      description: `Books ${visit}, after the caller has said yes to name, day and time.`,
      parameters: {
        type: "object",
        properties: {
          name: { type: "string" },
          phone: PHONE,
          date,
          time: { type: "string", description: "HH:MM, 24 hours" },
          reason: { type: "string" },
        },
        required: ["name", "date", "time"],
      },
    },
    ...changingTools(visit),
  ];
}

function changingTools(visit: string): z.input<typeof ApiTool>[] {
  const person = {
    name: { type: "string", description: "The name it was booked with, where the caller calls from another number" },
    phone: { type: "string", description: "The number it was booked with, where the caller calls from another one" },
  };
  const known = {
    date: { type: "string", description: "Its day now, as YYYY-MM-DD" },
    time: { type: "string", description: "Its time now, as HH:MM" },
  };
  const asksFirst = "Without date and time it changes nothing and says which ones the caller has: ask for that first.";
  return [
    {
      key: "cancel_appointment",
      name: "cancel_appointment",
      description: `Cancels ${visit}, after the caller has said yes to day and time. ${asksFirst}`,
      parameters: { type: "object", properties: { ...known, ...person }, required: [] },
    },
    {
      key: "move_appointment",
      name: "move_appointment",
      description: `Moves ${visit} to another day or time, after the caller has said yes to it. ${asksFirst}`,
      parameters: {
        type: "object",
        properties: {
          ...known,
          new_date: { type: "string", description: "The new day, as YYYY-MM-DD" },
          new_time: { type: "string", description: "The new time, as HH:MM" },
          ...person,
        },
        required: [],
      },
    },
  ];
}
