/** What callers answer the front desk's questions, said by this machine's voices over a telephone, and what must come of it. */
import type { Expected, Words } from "@ongea/conversation";
import { DOUBTFUL_LOOK_UP } from "../builtin/dialogue/slots/pursue.ts";
import { takeSlots } from "../builtin/dialogue/slots/fill.ts";
import { formOf } from "../builtin/dialogue/forms/form.ts";
import { actsIn } from "../builtin/dialogue/spoken/acts.ts";
import { expectedAfter, expectedFor, freshState } from "../builtin/dialogue/state.ts";
import { newTask } from "../builtin/dialogue/task.ts";
import { CALLER_VOICES, spokenBy } from "./caller-voices.ts";
import { joined, quiet } from "./flite-speech.ts";
import { throughTelephone } from "./telephone-band.ts";

type Slot = "day" | "time" | "name" | "phone" | "code";
type Asked = Slot | "confirm";

/** What a caller answers to one of the questions, and what must come of it: values, or a yes or no; none: nothing may be made of it. */
export interface SlotAnswer {
  kind: string;
  asked: Asked;
  said: string;
  slots?: Partial<Record<Slot, string>>;
  act?: "yes" | "no";
}

/** Somebody who says them, at 16 kHz and not yet through a telephone. */
export interface SlotCaller {
  name: string;
  answers: readonly SlotAnswer[];
  say(answer: SlotAnswer): Promise<Int16Array>;
}

/** Saturday. */
const NOW = { day: "2026-11-21", minute: 600 };
const BOOKING = formOf({ name: "book_appointment", description: "", parameters: {} })!;
const ORDER = formOf({
  name: "find_order",
  description: "Finds an order",
  parameters: {
    type: "object",
    properties: { order_number: { type: "string", pattern: "^\\d{5}$" } },
    required: ["order_number"],
  },
})!;
const FIELDS = Object.fromEntries([...BOOKING.fields, ...ORDER.fields].map((field) => [field.kind, field]));
const WORLD = { now: NOW, hours: undefined, country: "KE", language: "en" };

interface SlotsRead {
  values: Partial<Record<Slot, string>>;
  /** The least sure of them. */
  confidence: number;
}

function slotsIn({ text, confidence = 1 }: Pick<Words, "text" | "confidence">, asked: Slot): SlotsRead {
  const form = asked === "code" ? ORDER : BOOKING;
  const { slots } = takeSlots({ text, confidence, turn: 1 }, newTask(form), FIELDS[asked], WORLD);
  const taken = form.fields.flatMap(({ name, kind }) => (slots[name] ? [{ kind: kind as Slot, ...slots[name] }] : []));
  return {
    values: Object.fromEntries(taken.map(({ kind, value }) => [kind, value])),
    confidence: Math.min(1, ...taken.map((slot) => slot.confidence)),
  };
}

const ANSWERS: Readonly<Record<string, readonly Omit<SlotAnswer, "kind">[]>> = {
  "day and time": [
    { asked: "day", said: "Tuesday at ten in the morning", slots: { day: "2026-11-24", time: "10:00" } },
    { asked: "day", said: "tomorrow at three in the afternoon", slots: { day: "2026-11-22", time: "15:00" } },
    { asked: "day", said: "Friday at half past two", slots: { day: "2026-11-27", time: "~02:30" } },
    { asked: "day", said: "on Monday at nine thirty", slots: { day: "2026-11-23", time: "~09:30" } },
  ],
  day: [
    { asked: "day", said: "next Thursday", slots: { day: "2026-11-26" } },
    { asked: "day", said: "on Friday please", slots: { day: "2026-11-27" } },
    { asked: "day", said: "the twelfth of December", slots: { day: "2026-12-12" } },
  ],
  time: [
    { asked: "time", said: "half past ten", slots: { time: "~10:30" } },
    { asked: "time", said: "two o'clock", slots: { time: "~02:00" } },
    { asked: "time", said: "a quarter past three in the afternoon", slots: { time: "15:15" } },
  ],
  name: [
    { asked: "name", said: "Mary Smith", slots: { name: "Mary Smith" } },
    { asked: "name", said: "Grace Wanjiku", slots: { name: "Grace Wanjiku" } },
  ],
  phone: [
    { asked: "phone", said: "zero seven one two three four five six seven eight", slots: { phone: "0712345678" } },
    { asked: "phone", said: "oh seven two two nine one eight three six four", slots: { phone: "0722918364" } },
  ],
  "order number": [
    { asked: "code", said: "four eight one five seven", slots: { code: "48157" } },
    { asked: "code", said: "it's two zero nine three six", slots: { code: "20936" } },
  ],
  "yes or no": [
    { asked: "confirm", said: "yes", act: "yes" },
    { asked: "confirm", said: "that's correct", act: "yes" },
    { asked: "confirm", said: "no thank you", act: "no" },
  ],
  // Asked instead of an answer: nothing may be made of it.
  "something else": [
    { asked: "day", said: "how much does it cost" },
    { asked: "time", said: "is there parking near the office" },
  ],
};

export const SLOT_ANSWERS: readonly SlotAnswer[] = Object.entries(ANSWERS).flatMap(([kind, answers]) =>
  answers.map((answer) => ({ kind, ...answer })),
);

export interface SlotTally {
  /** By kind of slot. */
  right: Readonly<Record<string, number>>;
  of: Readonly<Record<string, number>>;
  /** Another value than was said … */
  wrong: Readonly<Record<string, number>>;
  /** … and so surely that something is looked up by it and nobody is asked; bookings and messages are read back before they are made. */
  wrongUnasked: Readonly<Record<string, number>>;
  /** What was said and what was heard, of all that are not right. */
  missed: readonly string[];
}

/** This machine's voices, with all answers. */
export function synthetic(voices: readonly string[] = CALLER_VOICES): SlotCaller[] {
  return voices.map((voice) => ({ name: voice, answers: SLOT_ANSWERS, say: ({ said }) => spokenBy(said, voice) }));
}

/** Lets every caller say every answer over the telephone, and reads what was heard as the guided dialogue does. */
export async function recogniseSlots(
  hear: (sound: Int16Array, expected: readonly Expected[]) => Promise<Words>,
  callers: readonly SlotCaller[] = synthetic(),
): Promise<SlotTally> {
  const tally = { right: {}, of: {}, wrong: {}, wrongUnasked: {} } as Record<
    keyof Omit<SlotTally, "missed">,
    Record<string, number>
  >;
  const missed: string[] = [];
  const count = (what: keyof typeof tally, kind: string, isSo: boolean): void =>
    void (tally[what][kind] = (tally[what][kind] ?? 0) + (isSo ? 1 : 0));
  for (const caller of callers) {
    for (const answer of caller.answers) {
      const { kind, asked, said } = answer;
      const sound = throughTelephone(joined([quiet(300), await caller.say(answer), quiet(150)]), 16_000);
      const words = await hear(
        sound,
        asked === "confirm" ? expectedAfter({ ...freshState("en"), asked }) : expectedFor(FIELDS[asked]!, WORLD.country),
      );
      const { isRight, isWrong, isUnasked } = judged(words, answer);
      count("right", kind, isRight);
      count("of", kind, true);
      count("wrong", kind, isWrong);
      count("wrongUnasked", kind, isWrong && isUnasked);
      if (!isRight) missed.push(`${caller.name} ${kind}: ${said} → ${words.text} (${words.confidence?.toFixed(2) ?? "-"})`);
    }
  }
  return { ...tally, missed };
}

function judged(
  words: Words,
  { asked, slots = {}, act }: SlotAnswer,
): { isRight: boolean; isWrong: boolean; isUnasked: boolean } {
  if (asked === "confirm") {
    const acts = actsIn(words.text);
    return { isRight: acts.has(act ?? "yes"), isWrong: acts.has(act === "no" ? "yes" : "no"), isUnasked: false };
  }
  const { values, confidence } = slotsIn(words, asked);
  const wanted = Object.entries(slots);
  const isRight =
    wanted.length === 0 ? Object.keys(values).length === 0 : wanted.every(([slot, value]) => values[slot as Slot] === value);
  const isWrong = Object.entries(values).some(([slot, value]) => slots[slot as Slot] !== value);
  return { isRight, isWrong: !isRight && isWrong, isUnasked: asked === "code" && confidence >= DOUBTFUL_LOOK_UP };
}
