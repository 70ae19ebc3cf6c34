/** Every sentence that the guided dialogue can say of itself, in one language. What it says of the business comes from facts and tools. */
import type { Kind } from "../forms/kinds.ts";

/** What is said in every language that it speaks: greeting, people and their moods, a message, a hand-over. */
export interface PlainPhrases {
  digits(digits: string): string;
  /** "a, b or c". */
  choice(items: readonly string[]): string;
  /** After an answer, and when a task is done. */
  anythingElse: string;
  howCanIHelp: string;
  greetBack: string;
  robot(business: string | undefined): string;
  noInstructions: string;
  noCard: string;
  calm: string;
  calmEnd: string;
  takeYourTime: string;
  unknown: string;
  offerMessage: string;
  noPersonNow: string;
  /** What the caller wishes, and nothing here does. */
  cannot: string;
  /** … and a message is taken of it. */
  cannotButMessage: string;
  emergency(number: string | undefined): string;
  notUnderstood: string;
  /** The second time: in other words, without saying so again. */
  anotherWay: string;
  notUnderstoodAgain: string;
  /** Of who a message is from, where that cannot be heard. */
  leftOut: string;
  /** A message that was neither confirmed nor refused so that one could hear it. */
  passedOn: string;
  /** Written behind such a message, for whoever reads it. */
  notConfirmed: string;
  goodbye: string;
  okay: string;
  dropped: string;
  ask: Record<MessageSlot, string>;
  askAgain: Record<MessageSlot, string>;
  useKeypad: string;
  confirmMessage(slots: { message: string; name: string; phone: string; more: readonly string[] }): string;
  /** `which`: what has been gathered, as a list. */
  whatToChange(which: string): string;
  messageTaken(reference?: string): string;
  messageNotTaken: string;
  done(reference?: string): string;
  failed: string;
  wrongPhone(said: number, wanted: string): string;
  /** What callers are likely to say first, for the recogniser. */
  openers: readonly string[];
}

/** … and in those in which everything that an assistant's tools do is done. */
export interface Phrases extends PlainPhrases {
  /** A text message to the caller, whose words are fixed. */
  confirmText: string;
  day(day: string): string;
  time(time: string): string;
  yes: string;
  no: string;
  sorry: string;
  nextRequest: string;
  whichRequest(one: string, other: string): string;
  /** Both begin with a verb: "book a visit". */
  whichToDo(one: string, other: string): string;
  /** What can be done, to choose from; absent: tools have no names in this language. */
  howCanIHelpWith?(options: readonly string[]): string;
  leaveMessage?: string;
  ask: Record<UsualSlot, string>;
  askAgain: Record<UsualSlot, string>;
  /** `place`: where something is, under a name in another language. */
  askField(label: string, kind: Kind | "place"): string;
  askChoice(label: string, options: readonly string[]): string;
  askFieldAgain(label: string, kind: Kind): string;
  /** Of a code that begins with a letter. */
  keyDigits: string;
  /** How letters are told apart; absent: no recogniser here knows the words of this language. */
  letterWords?: string;
  didYouSay(value: string): string;
  confirmAppointment(slots: { day: string; time: string; name: string; phone: string; more: readonly string[] }): string;
  confirm(items: readonly string[]): string;
  item(label: string, value: string): string;
  /** Something that is called so: "the name". */
  the(label: string): string;
  booked(slots: { day: string; time: string; reference?: string }): string;
  notBooked: string;
  /** Appointments that a caller has: which one is meant, what will be done to it, what was done. */
  whichVisit(visits: readonly { day: string; time: string }[]): string;
  foundVisit(visit: { day: string; time: string }): string;
  /** None is known for the line that calls: it may have been booked from another. */
  noVisitOfLine: string;
  noVisit: string;
  confirmCancel(visit: { day: string; time: string }): string;
  confirmMove(from: { day: string; time: string }, to: { day: string; time: string }): string;
  cancelled(visit: { day: string; time: string }): string;
  moved(to: { day: string; time: string }): string;
  nothingFound: string;
  noSuchDay: string;
  dayIsPast: string;
  timeIsPast: string;
  closedThatDay(day: string, offer?: string): string;
  closedThatHour(opens: string, closes: string): string;
  openThatDay(day: string, opens: string, closes: string): string;
  /** Weekdays, 0 is Sunday. */
  noSuchTime: string;
  onlyOn(days: readonly number[]): string;
  taken(offers: readonly string[]): string;
  isFree: string;
  freeThatDay(day: string, offers: readonly string[]): string;
  /** `day`: the next one that has free times. */
  fullThatDay(day: string, offers: readonly string[]): string;
  wrongLength(label: string, said: number, wanted: string): string;
  wrongForm(label: string): string;
  /** Of calls that the agent makes: who is on the line, and what is said to somebody else. */
  isItYou(name: string): string;
  weCalled(name: string, business: string | undefined): string;
  whenToReach(name: string): string;
  onlyWith(name: string): string;
  wrongNumber: string;
  child: string;
  noPin: string;
  /** What such a call is for, as a question, by what its tool does. */
  propose: Record<"pay" | "book" | "other", string>;
  /** What the caller does not have. */
  cannotWithout(label: string): string;
  outOfRange(label: string, least: number | undefined, most: number | undefined): string;
}

export type MessageSlot = "name" | "phone" | "message";
/** Slots with a question of their own wording. */
export type UsualSlot = MessageSlot | "day" | "time" | "order";
