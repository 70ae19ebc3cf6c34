/** Every sentence that the guided dialogue can say of itself, in one language. What it says of the business comes from the facts. */
export interface Phrases {
  day(day: string): string;
  time(time: string): string;
  digits(digits: string): string;
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
  notUnderstood: string;
  notUnderstoodAgain: string;
  goodbye: string;
  okay: string;
  sorry: string;
  ask: Record<Slot, string>;
  askAgain: Record<Slot, string>;
  useKeypad: string;
  confirmAppointment(slots: { day: string; time: string; name: string; phone: string }): string;
  confirmMessage(slots: { name: string; phone: string; order?: string }): string;
  whatToChange: string;
  booked(slots: { day: string; time: string; reference?: string }): string;
  notBooked: string;
  messageTaken(reference?: string): string;
  messageNotTaken: string;
  noSuchDay: string;
  dayIsPast: string;
  timeIsPast: string;
  closedThatDay(day: string, offer?: string): string;
  closedThatHour(opens: string, closes: string): string;
  taken(offers: readonly string[]): string;
  /** `day`: the next one that has free times. */
  fullThatDay(day: string, offers: readonly string[]): string;
  /** What callers are likely to say first, for the recogniser. */
  openers: readonly string[];
}

export type Slot = "day" | "time" | "name" | "phone" | "order" | "message";
