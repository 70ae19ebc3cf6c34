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

/** Said over the assistant's voice. `spoken` where a voice reads the spelling aloud wrongly. */
export interface Said {
  text: string;
  spoken?: string;
}

export interface Callers {
  sentences: readonly Sentence[];
  /** Signs of listening, which are no interruption. */
  backchannels: readonly Said[];
  /** The caller wants the floor. */
  interruptions: readonly Said[];
}

const TUNED: readonly Sentence[] = [
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

const TUNED_BACKCHANNELS: readonly Said[] = [
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

const TUNED_INTERRUPTIONS: readonly Said[] = [
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

/** Written before the rules were measured on them, and never looked at to change the rules. */
const HELD_OUT: Callers = {
  sentences: [
    { kind: "words hang", text: "We want to know when the | next bus leaves for Nakuru" },
    { kind: "words hang", text: "Could you please check whether my | parcel has been sent" },
    { kind: "words hang", text: "I paid the school fees but | nobody has sent me a receipt" },
    { kind: "hesitation", text: "My problem is er | that the card does not work" },
    { kind: "hesitation", text: "She will travel uh | on the last day of April" },
    { kind: "hesitation", text: "Maybe we could um | move it to the evening" },
    { kind: "could be all", text: "I want to change my booking | to the third of May" },
    { kind: "could be all", text: "The water has been dirty | for more than a week" },
    { kind: "could be all", text: "My son was seen by the doctor | and he still has a fever" },
    {
      kind: "number or date",
      text: "you can reach me on zero one one | two five eight | nine four six",
      asked: { kind: "phone" },
    },
    { kind: "number or date", text: "the meter number is five two six | eight one three" },
    { kind: "number or date", text: "we arrive on the twenty first of | September", asked: { kind: "date" } },
  ],
  backchannels: [
    { text: "mhm", spoken: "mm hmm" },
    { text: "aha", spoken: "uh huh" },
    { text: "sure" },
    { text: "exactly" },
    { text: "very good" },
    { text: "yeah I know" },
    { text: "oh I see" },
    { text: "that's fine" },
    { text: "okay great" },
    { text: "right right" },
    { text: "I understand" },
    { text: "sounds good" },
  ],
  interruptions: [
    { text: "hang on a second" },
    { text: "who am I speaking to" },
    { text: "no no not that one" },
    { text: "Saturday" },
    { text: "what" },
    { text: "excuse me" },
    { text: "let me explain" },
    { text: "I would rather come in the morning" },
    { text: "is there parking near you" },
    { text: "please say that again" },
    { text: "ok but what about my refund" },
    { text: "my name is spelled differently" },
  ],
};

export const CALLERS: Readonly<Record<"tuned" | "held out", Callers>> = {
  tuned: { sentences: TUNED, backchannels: TUNED_BACKCHANNELS, interruptions: TUNED_INTERRUPTIONS },
  "held out": HELD_OUT,
};

/** In the middle of a turn, ms; 0: the caller never pauses. */
export const PAUSES_MS: readonly number[] = [0, 300, 600, 900, 1_200];
