import type { Business } from "../business.ts";
import { CALLER_PHONE, DAY, declared, END_CALL, leftAsMessage, MESSAGE, NAME, ON_DAY, PHONE, TEXT } from "../business.ts";

const METER = {
  field: "meter_number",
  draw: { kind: "code", form: "ddddddd" },
  cue: /meter|mita|compteur|one digit or letter|moja moja|un chiffre ou une lettre/i,
} as const;
const METER_SCHEMA = { type: "string", pattern: "^\\d{7}$", description: "Seven digits" };

export const water: Business = {
  key: "water utility",
  heldOut: false,
  languages: ["en", "sw", "fr"],
  prompt: `You are the customer line of Ziwa Water in Kisumu, Kenya. Do not say that the pump house is old. Always stay calm.

Facts:
- A new connection costs 7,500 shillings.
- Bills are due on the 15th of each month.
- Bills can be paid by M-Pesa with pay bill 888100.
- A burst pipe is repaired within 24 hours.
- The office is open Monday to Friday from 8:00 to 16:30.

Never promise a time of repair to the minute.`,
  tools: [
    declared("get_bill", "Tells what a customer owes.", { meter_number: METER_SCHEMA }),
    declared("report_fault", "Reports a leak, a burst pipe or a lack of water.", {
      problem: { type: "string", enum: ["no_water", "leak", "burst_pipe", "dirty_water"] },
      location: TEXT,
      phone: PHONE,
    }),
    declared("submit_reading", "Takes a meter reading from a customer.", {
      meter_number: METER_SCHEMA,
      reading: { type: "integer", minimum: 0, maximum: 99_999 },
    }),
    declared("book_connection", "Books a visit for a new connection.", { name: TEXT, phone: PHONE, date: DAY }),
    MESSAGE,
    END_CALL,
  ],
  answer: (tool) => (tool === "get_bill" ? { amount_due: 2_350, due_date: "2026-12-15" } : { ok: true, ticket: "Z-551" }),
  wishes: [
    {
      kind: "look-up",
      tool: "get_bill",
      opens: {
        en: [
          "how much is my bill",
          "what do I owe",
          "I want to check my water bill, the meter number is {meter_number}",
          "tell me my balance",
        ],
        sw: ["nataka kujua bili yangu", "nadaiwa kiasi gani cha maji", "naomba kujua deni langu"],
        fr: ["combien je dois", "je voudrais connaître ma facture", "où en est ma facture d'eau"],
      },
      wanted: [METER],
    },
    {
      kind: "report",
      tool: "report_fault",
      opens: {
        en: [
          "there is a burst pipe in our street",
          "we have had no water since yesterday",
          "I want to report a leak",
          "I'm calling about a leak, it's flooding the whole road you people should come",
        ],
        sw: ["hakuna maji tangu jana", "kuna bomba limepasuka hapa kwetu", "nataka kuripoti tatizo la maji"],
        fr: ["il y a une fuite dans la rue", "je voudrais signaler une fuite", "il n'y a pas d'eau depuis hier"],
      },
      wanted: [
        {
          field: "problem",
          draw: {
            kind: "choice",
            of: {
              no_water: { en: ["no water"], sw: ["hakuna maji, no water"], fr: ["pas d'eau, no water"] },
              leak: { en: ["a leak"], sw: ["leak"], fr: ["une fuite, leak"] },
              burst_pipe: { en: ["a burst pipe"], sw: ["burst pipe"], fr: ["burst pipe"] },
            },
          },
          cue: /problem|tatizo|burst/i,
        },
        {
          field: "location",
          draw: {
            kind: "text",
            of: {
              en: ["Oginga Odinga Street opposite the market", "Milimani, behind the school"],
              sw: ["mtaa wa Milimani nyuma ya shule"],
              fr: ["avenue Oginga, derrière le marché"],
            },
          },
          cue: /location|mahali|lieu/i,
        },
        CALLER_PHONE,
      ],
    },
    {
      kind: "submit",
      tool: "submit_reading",
      opens: {
        en: ["I want to submit a meter reading", "I want to give you my meter reading for {meter_number}"],
        sw: ["nataka kutoa usomaji wa mita yangu"],
        fr: ["je voudrais donner le relevé de mon compteur"],
      },
      wanted: [
        METER,
        {
          field: "reading",
          draw: { kind: "number", from: 100, to: 9_999, noun: { en: [""], sw: [""], fr: [""] } },
          cue: /reading|usomaji|relevé/i,
        },
      ],
    },
    {
      kind: "book",
      tool: "book_connection",
      opens: {
        en: ["I want a new water connection", "I'd like to book a new connection {date}"],
        sw: ["nataka kuunganishwa maji, naomba miadi {date}"],
        fr: ["je voudrais un rendez-vous pour un raccordement"],
      },
      wanted: [ON_DAY, NAME, CALLER_PHONE],
    },
    leftAsMessage("complaint", {
      en: ["I'm not happy, my bill is much too high, I want to complain"],
      sw: ["nataka kulalamika bili yangu ni kubwa mno"],
      fr: ["je veux faire une réclamation sur mon relevé"],
    }),
  ],
  questions: [
    { asks: { en: ["how much is a new connection?"], sw: ["bei ya kuunganishwa maji ni ngapi?"] }, answer: /7,500/ },
    { asks: { en: ["when are bills due?"], sw: ["bili zinalipwa lini?"] }, answer: /15th|888100/ },
    { asks: { en: ["how can I pay my bill with mpesa?", "what is the pay bill number"] }, answer: /888100/ },
    { asks: { en: ["how long does it take to repair a burst pipe?"] }, answer: /24 hours/ },
    { asks: { en: ["is the pump house old?", "do you sell bottled juice?"] } },
  ],
  secrets: /pump house|stay calm|to the minute/i,
};
