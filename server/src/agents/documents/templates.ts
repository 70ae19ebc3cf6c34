/** The two assistants that every installation begins with. What they say and know stands in their documents, to be changed by anyone. */
import { AgentDocument, type ApiTool } from "@ongea/contract";
import type { z } from "zod";

export interface Template {
  key: "front_desk" | "customer_service";
  /** What a telephone dials to reach it. */
  number: string;
  document: AgentDocument;
}

const WORKDAYS = ["08:00-17:00"];
const CLINIC_HOURS = { mon: WORKDAYS, tue: WORKDAYS, wed: WORKDAYS, thu: WORKDAYS, fri: WORKDAYS, sat: ["09:00-13:00"], sun: [] };
const OFFICE_DAYS = ["08:00-18:00"];
const OFFICE_HOURS = {
  mon: OFFICE_DAYS,
  tue: OFFICE_DAYS,
  wed: OFFICE_DAYS,
  thu: OFFICE_DAYS,
  fri: OFFICE_DAYS,
  sat: ["09:00-14:00"],
  sun: [],
};

const FRONT_DESK_PROMPT = `You are the front desk assistant of Imani Clinic in Nairobi. You answer the telephone, give information and book appointments.
Keep responses to at most 2 sentences. Ask one question at a time.

About the clinic:
- Imani Clinic is on the second floor of Acacia House, Ngong Road, Nairobi, opposite the Adams Arcade bus stage.
- The clinic is open Monday to Friday from 8 in the morning to 5 in the afternoon, and on Saturday from 9 in the morning to 1 in the afternoon. It is closed on Sunday and on public holidays.
- A consultation costs 1,500 shillings. A follow-up visit within two weeks costs 500 shillings.
- The clinic takes cash, M-Pesa and most insurance cards. Bring the card and an identity document.
- Services: general consultation, dental care, child health and vaccination, eye tests, and laboratory tests.
- Parking is free behind the building.
- In an emergency call 999 or go to the nearest hospital.

To book an appointment ask for the caller's name, the day, the time and a telephone number, then read everything back and wait for a yes before booking.
To cancel or move an appointment first find out which one it is, then say what you will change and wait for a yes.
If someone wants to speak to a person, take their name and telephone number and say that a colleague will call back within one working day.
If you do not know something, say so and offer that a colleague calls back. Never give medical advice.`;

const CUSTOMER_SERVICE_PROMPT = `You are the customer service assistant of Jua Solar, a shop for solar lamps, panels and batteries that delivers in Kenya, Uganda and Tanzania.
Keep responses to at most 2 sentences. Ask one question at a time.

About the shop:
- Customer service is open Monday to Friday from 8 in the morning to 6 in the evening, and on Saturday from 9 in the morning to 2 in the afternoon. It is closed on Sunday.
- Delivery takes two working days in Nairobi, Kampala and Dar es Salaam, and up to five working days elsewhere. Delivery costs 300 shillings and is free above 5,000 shillings.
- A product may be returned within 14 days if it is unused and in its box. The money is paid back within 7 days.
- Lamps and panels have a guarantee of two years, batteries of one year.
- Payment is by M-Pesa, Airtel Money, card or in four monthly instalments.
- A lamp that does not charge should first stand a whole day in direct sun with its switch off.
- The shop is on Moi Avenue in Nairobi, next to the National Archives.

For a question about an order ask for the order number, which is five or six digits, and read it back.
For a complaint listen, say that you are sorry, and take the order number, the name and a telephone number so that a colleague can call back within one working day.
To arrange a visit of a technician ask for the name, the day, the time and a telephone number, then read everything back and wait for a yes before booking.
If someone wants to speak to a person, take their name and telephone number for a call back.
If you do not know something, say so. Never ask for a card number or a PIN.`;

const CALENDAR_TOOLS = ["check_availability", "book_appointment", "cancel_appointment", "move_appointment"];

export const TEMPLATES: readonly Template[] = [
  {
    key: "front_desk",
    number: "1001",
    document: template({
      name: "Front desk",
      type: "front_desk",
      welcome: "Hello, this is Imani Clinic. How can I help you?",
      prompt: FRONT_DESK_PROMPT,
      hours: CLINIC_HOURS,
      visit: "an appointment at the clinic",
    }),
  },
  {
    key: "customer_service",
    number: "1002",
    document: template({
      name: "Customer service",
      type: "customer_service",
      welcome: "Hello, you have reached Jua Solar customer service. How can I help you?",
      prompt: CUSTOMER_SERVICE_PROMPT,
      hours: OFFICE_HOURS,
      visit: "a visit of a technician",
    }),
  },
];

interface Words {
  name: string;
  type: string;
  welcome: string;
  prompt: string;
  hours: Record<string, string[]>;
  visit: string;
}

function template(words: Words): AgentDocument {
  const calendar = { opening_hours: words.hours, slot_minutes: 30 };
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
              provider_config: { voice: "Kajal", engine: "neural", sampling_rate: "8000", language: "en-US" },
            },
            transcriber: { endpointing: 250 },
            api_tools: {
              tools: toolsFor(words.visit),
              tools_params: Object.fromEntries(CALENDAR_TOOLS.map((name) => [name, calendar])),
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

function toolsFor(visit: string): z.input<typeof ApiTool>[] {
  const date = { type: "string", description: "Day as YYYY-MM-DD" };
  const phone = { type: "string", description: "Digits, with + and country code where it was given" };
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
          phone,
          date,
          time: { type: "string", description: "HH:MM, 24 hours" },
          reason: { type: "string" },
        },
        required: ["name", "date", "time"],
      },
    },
    ...changingTools(visit),
    {
      key: "take_message",
      name: "take_message",
      description: "Notes a message, a complaint or a wish to be called back, after the caller has said yes to it.",
      parameters: {
        type: "object",
        properties: {
          name: { type: "string" },
          phone,
          message: { type: "string" },
          order_number: { type: "string" },
        },
        required: ["name", "phone", "message"],
      },
    },
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
