/**
 * What scripted callers say. `|` marks where a caller pauses in the middle of a turn; the labels are these marks and the length of the
 * pause, and nothing that is measured changes them.
 */
import type { Expected } from "@ongea/conversation";

export interface Sentence {
  text: string;
  kind: "words hang" | "hesitation" | "could be all" | "number or date";
  /** What the assistant has asked for before. */
  asked?: Expected;
}

export const SENTENCES: readonly Sentence[] = [
  { kind: "words hang", text: "I would like to | book an appointment for Thursday" },
  { kind: "words hang", text: "I am calling because | my water bill is wrong" },
  { kind: "words hang", text: "Can you tell me if the | clinic is open on Saturday" },
  { kind: "hesitation", text: "I need to come um | some time next week" },
  { kind: "hesitation", text: "It is uh | about my last payment" },
  { kind: "hesitation", text: "We were thinking um | maybe the second of March" },
  { kind: "could be all", text: "I need an appointment | for my daughter" },
  { kind: "could be all", text: "The power is out again | since six in the morning" },
  { kind: "could be all", text: "I have already paid for it | but the meter shows nothing" },
  {
    kind: "number or date",
    text: "my number is zero seven one two | three four five | six seven eight",
    asked: { kind: "phone" },
  },
  { kind: "number or date", text: "the account is four four one | nine two seven" },
  { kind: "number or date", text: "it is the fourteenth of | June", asked: { kind: "date" } },
];

/** In the middle of a turn, ms; 0: the caller never pauses. */
export const PAUSES_MS: readonly number[] = [0, 300, 600, 900, 1_200];

/** Over the assistant's voice: signs of listening, which are no interruption. `spoken` where a voice reads the spelling aloud wrongly. */
export const BACKCHANNELS: readonly { text: string; spoken?: string }[] = [
  { text: "mm-hm", spoken: "mm hmm" },
  { text: "uh-huh", spoken: "uh huh" },
  { text: "yes" },
  { text: "ok" },
  { text: "yeah" },
  { text: "right" },
  { text: "yes yes" },
  { text: "ok sure" },
  { text: "oh ok" },
  { text: "I see" },
  { text: "all right" },
  { text: "that is good" },
];

/** Over the assistant's voice: the caller wants the floor. */
export const INTERRUPTIONS: readonly { text: string; spoken?: string }[] = [
  { text: "wait, I meant Tuesday" },
  { text: "no, that is wrong" },
  { text: "stop" },
  { text: "sorry, can you repeat that" },
  { text: "actually Thursday is better" },
  { text: "how much does it cost" },
  { text: "hold on a moment" },
  { text: "I have a question" },
  { text: "yes but not on Monday" },
  { text: "can I speak to a person" },
  { text: "that is not my name" },
  { text: "Tuesday" },
];
