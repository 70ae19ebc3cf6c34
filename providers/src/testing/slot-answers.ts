/** What callers answer the front desk's questions, said by this machine's voices over a telephone, and what must come of it. */
import type { Expected } from "@ongea/conversation";
import { takeSlots } from "../builtin/guided/errands/fill.ts";
import { formOf } from "../builtin/guided/forms/form.ts";
import { actsIn } from "../builtin/guided/spoken/acts.ts";
import { expectedAfter, expectedFor, freshState } from "../builtin/guided/state.ts";
import { newTask } from "../builtin/guided/task.ts";
import { CALLER_VOICES, spokenBy } from "./caller-voices.ts";
import { joined, quiet } from "./flite-speech.ts";
import { throughTelephone } from "./telephone-band.ts";

type Slot = "day" | "time" | "name" | "phone";
type Asked = Slot | "confirm";

/** What a caller answers to one of the front desk's questions, and what must come of it. */
interface Answer {
  asked: Asked;
  said: string;
  slots: Partial<Record<Slot, string>>;
}

/** Saturday. */
const NOW = { day: "2026-11-21", minute: 600 };
const FORM = formOf({ name: "book_appointment", description: "", parameters: {} })!;
const FIELDS = Object.fromEntries(FORM.fields.map((field) => [field.kind, field]));
const WORLD = { now: NOW, hours: undefined, country: "KE" };

function slotsIn(text: string, asked: Slot): Partial<Record<Slot, string>> {
  const { slots } = takeSlots({ text, confidence: 1, turn: 1 }, newTask(FORM), FIELDS[asked], WORLD);
  return Object.fromEntries(FORM.fields.flatMap(({ name, kind }) => (slots[name] ? [[kind, slots[name].value]] : [])));
}
const ANSWERS: Readonly<Record<string, readonly Answer[]>> = {
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
};
const CONFIRMATIONS: readonly { said: string; act: "yes" | "no" }[] = [
  { said: "yes", act: "yes" },
  { said: "that's correct", act: "yes" },
  { said: "no thank you", act: "no" },
];

/** Asked instead of an answer: nothing may be made of it. */
const INSTEAD: readonly { asked: Slot; said: string }[] = [
  { asked: "day", said: "how much does it cost" },
  { asked: "time", said: "is there parking near the office" },
];

export interface SlotTally {
  /** By kind of slot. */
  right: Readonly<Record<string, number>>;
  of: Readonly<Record<string, number>>;
  /** What was said and what was heard, of the others. */
  missed: readonly string[];
}

/** Says every answer in every voice over the telephone, and reads what was heard as the guided dialogue does. */
export async function slotsHeard(
  hear: (sound: Int16Array, expected: readonly Expected[]) => Promise<string>,
  voices: readonly string[] = CALLER_VOICES,
): Promise<SlotTally> {
  const right: Record<string, number> = {};
  const of: Record<string, number> = {};
  const missed: string[] = [];
  const count = (kind: string, isRight: boolean, told: string): void => {
    right[kind] = (right[kind] ?? 0) + (isRight ? 1 : 0);
    of[kind] = (of[kind] ?? 0) + 1;
    if (!isRight) missed.push(told);
  };
  const heard = async (said: string, voice: string, asked: Asked): Promise<string> => {
    const sound = throughTelephone(joined([quiet(300), await spokenBy(said, voice), quiet(150)]), 16_000);
    return hear(sound, asked === "confirm" ? expectedAfter({ ...freshState("en"), asked }) : expectedFor(FIELDS[asked]!));
  };
  for (const voice of voices) {
    for (const [kind, answers] of Object.entries(ANSWERS)) {
      for (const { asked, said, slots } of answers) {
        const text = await heard(said, voice, asked);
        const got = slotsIn(text, asked as Slot);
        const isRight = Object.entries(slots).every(([slot, value]) => got[slot as Slot] === value);
        count(kind, isRight, `${voice} ${kind}: ${said} → ${text}`);
      }
    }
    for (const { said, act } of CONFIRMATIONS) {
      const text = await heard(said, voice, "confirm");
      count("yes or no", actsIn(text).has(act), `${voice} yes or no: ${said} → ${text}`);
    }
    for (const { asked, said } of INSTEAD) {
      const text = await heard(said, voice, asked);
      const isLeft = Object.keys(slotsIn(text, asked)).length === 0;
      count("something else", isLeft, `${voice} something else: ${said} → ${text}`);
    }
  }
  return { right, of, missed };
}
