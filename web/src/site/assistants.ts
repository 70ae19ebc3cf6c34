/** The six kinds of work on the landing page: what each does today, and a real call that shows it. */
import { CALLS, beginning, type ToldCall } from "./calls.ts";

export const CATEGORIES = ["All", "Voice", "Chat", "Scheduling", "Outbound", "Analytics", "Compliance"] as const;
export type Category = Exclude<(typeof CATEGORIES)[number], "All">;

export interface Assistant {
  id: string;
  category: Category;
  name: string;
  sentence: string;
  /** What it does, a sentence each. */
  does: readonly string[];
  example: { call: ToldCall; title: string; delays?: boolean };
}

export const ASSISTANTS: readonly Assistant[] = [
  {
    id: "voice",
    category: "Voice",
    name: "Voice call agent",
    sentence: "Answers the phone, listens while it speaks, and stops when it is interrupted.",
    does: [
      "Takes calls from a telephone over SIP and from a browser.",
      "Answers from what it was told about your place: hours, prices, the way there.",
      "Stops within a moment when the caller speaks, and goes on from what was heard.",
    ],
    example: { call: beginning(CALLS.booking, 22_500), title: "A question, and a caller who speaks before the answer is over" },
  },
  {
    id: "chat",
    category: "Chat",
    name: "Chatbot",
    sentence: "The same assistant in writing: type in place of speaking.",
    does: [
      "Reads what is typed in a call and answers it like the spoken word.",
      "For a noisy room, for a name that is hard to say, or where there is no microphone.",
    ],
    example: { call: CALLS.written, title: "A caller who types" },
  },
  {
    id: "scheduling",
    category: "Scheduling",
    name: "Scheduling bot",
    sentence: "Finds a free time, reads it back, and books it after a yes.",
    does: [
      "Asks for the day, the time, the name and a number, one at a time.",
      "Looks into the calendar while the caller is on the line, and offers what is near when a time is taken.",
      "Reads everything back before it books, and gives a reference.",
    ],
    example: { call: CALLS.simple, title: "An appointment at a clinic, booked in 52 seconds" },
  },
  {
    id: "outbound",
    category: "Outbound",
    name: "Outbound campaign manager",
    sentence: "Rings a number and holds the conversation when somebody answers.",
    does: [
      "Places a call by one request of the API, to a registered phone or over your trunk.",
      "Keeps each call with its state: no answer, busy, completed.",
    ],
    example: { call: CALLS.placed, title: "A phone that the assistant rang" },
  },
  {
    id: "analytics",
    category: "Analytics",
    name: "Analytics",
    sentence: "How soon each answer came, and where the time went, for every turn of every call.",
    does: [
      "Each call has its strip: who spoke, how loudly, who waited, who was interrupted.",
      "Each answer has its delay, from the caller's last sound to the assistant's first.",
    ],
    example: { call: CALLS.simple, title: "The same booking with its delays", delays: true },
  },
  {
    id: "compliance",
    category: "Compliance",
    name: "Compliance monitoring",
    sentence: "Every call is kept word by word and in sound, so that it can be checked.",
    does: [
      "Records the caller and the assistant on two channels, and keeps the words with their moments.",
      "Writes down each look-up with what was asked and what came back.",
      "What was said stays on your server, also when it is switched off in the middle of a call.",
    ],
    example: { call: CALLS.colleague, title: "A caller who asks for a person, as it was kept" },
  },
];
