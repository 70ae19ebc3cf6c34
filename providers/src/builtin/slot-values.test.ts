import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHostRecogniser } from "../host/host-recogniser.ts";
import { linkToHost, type HostLink } from "../host/link.ts";
import { startSpeechHost, type SpeechHost } from "../host/supervise.ts";
import { quiet, joined } from "../testing/flite-speech.ts";
import { earsOf, type Ears } from "../testing/hear-utterance.ts";
import { CALLER_VOICES, spokenBy } from "../testing/caller-voices.ts";
import { throughTelephone } from "../testing/telephone-band.ts";
import { sphinxInstalled } from "./ears/sphinx.ts";
import { takeSlots } from "./guided/errands/fill.ts";
import { formOf } from "./guided/forms/form.ts";
import { actsIn } from "./guided/spoken/acts.ts";
import { expectedAfter, expectedFor, freshState } from "./guided/state.ts";
import { newTask } from "./guided/task.ts";

type Slot = "day" | "time" | "name" | "phone";
type Asked = Slot | "confirm";

/** What a caller answers to one of the front desk's questions, and what must come of it. */
interface Answer {
  asked: Asked;
  said: string;
  slots: Partial<Record<Slot, string>>;
}

/** At least so many right of the five voices' answers: measured, less two for another machine's versions of voices and recogniser. */
const FLOORS: Readonly<Record<string, number>> = {
  "day and time": 12,
  day: 9,
  time: 10,
  name: 5,
  phone: 4,
  "yes or no": 11,
  "something else": 7,
};

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

describe.skipIf(!sphinxInstalled())(
  "what callers answer the front desk, over the telephone (left out without PocketSphinx)",
  () => {
    let host: SpeechHost;
    let link: HostLink;
    let ears: Ears;

    beforeAll(async () => {
      const socketPath = join(mkdtempSync(join(tmpdir(), "ongea-test-")), "host");
      host = await startSpeechHost({ entry: new URL("./host.ts", import.meta.url), socketPath, settings: {} });
      link = linkToHost(socketPath);
      ears = earsOf(createHostRecogniser(link, "builtin"));
    });

    afterAll(async () => {
      link.close();
      await host.stop();
    });

    async function heard(said: string, voice: string, asked: Asked): Promise<string> {
      const sound = throughTelephone(joined([quiet(300), await spokenBy(said, voice), quiet(150)]), 16_000);
      const { words } = await ears.hear(
        sound,
        asked === "confirm" ? expectedAfter({ ...freshState("en"), asked }) : expectedFor(FIELDS[asked]!),
      );
      return words.text;
    }

    test("reaches its slots with each of five voices", async () => {
      const tally = new Map<string, { right: number; of: number }>();
      const missed: string[] = [];
      const count = (kind: string, isRight: boolean, told: string): void => {
        const so = tally.get(kind) ?? { right: 0, of: 0 };
        tally.set(kind, { right: so.right + (isRight ? 1 : 0), of: so.of + 1 });
        if (!isRight) missed.push(told);
      };
      for (const voice of CALLER_VOICES) {
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
      const shares = Object.fromEntries([...tally].map(([kind, { right, of }]) => [kind, `${right} of ${of}`]));
      console.info(`${JSON.stringify(shares)}\n${missed.join("\n")}`);
      const right = Object.fromEntries([...tally].map(([kind, so]) => [kind, so.right]));
      for (const [kind, least] of Object.entries(FLOORS))
        expect({ kind, right: right[kind] }).toSatisfy((so) => so.right >= least);
    }, 240_000);
  },
);
