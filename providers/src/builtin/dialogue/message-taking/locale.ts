/**
 * A language in which the dialogue is a reception: it greets, tells the hours and what is known, takes a message, hands over. It has fewer sentences than
 * one in which every tool is used, and more words that are listened for, which no lists of English, Swahili and French can lend it.
 */
import type { PlainPhrases } from "../phrases/phrases.ts";

export type MessageLanguage = "pt" | "ar" | "am" | "ha" | "yo" | "zu";

export type MessagePart = "name" | "phone" | "message";

/** What can be done for whoever was not understood. */
export type Offer = "hours" | "message" | "person";

export interface MessagePhrases extends PlainPhrases {
  /** Days of the week in a sentence, Sunday is 0: "on Monday", "from Monday to Friday", "every day". */
  days(from: number, to: number): string;
  everyDay: string;
  today: string;
  tomorrow: string;
  /** `opens` and `closes` as {@link spokenText} says times. */
  open(days: string, opens: string, closes: string): string;
  closed(days: string): string;
  /** Before a fact that is told in the words of another language. */
  quoted: string;
  parts: Record<MessagePart, string>;
  offers: Record<Offer, string>;
  iCan(offers: string): string;
}

/** Phrases that are listened for, parted by "|"; "*" stands for any letters. Marks and accents are left out when they are compared. */
export interface Lexicon {
  /** At the beginning. */
  greet: string;
  yes: string;
  no: string;
  /** Anywhere. */
  thank: string;
  goodbye: string;
  repeat: string;
  person: string;
  who: string;
  abuse: string;
  wait: string;
  drop: string;
  emergency: string;
  hours: string;
  /** "Do not call me again." */
  stopCalls: string;
  /** A message or a call back is wished. */
  message: string;
  /** Something is to be done: "I want …". */
  wants: string;
  /** Something is to be told: "I want to know", "what", "when". */
  asks: string;
  today: string;
  tomorrow: string;
  /** Ends a yes that goes on to disagree. */
  disputes: string;
}

/** How prompts in this language tell hours and emergencies. */
export interface Prompt {
  open: string;
  closed: string;
  /** Between two days or two times. */
  until: string;
  everyDay: string;
  am: string;
  pm: string;
  /** Times that count otherwise become those of 24 hours. */
  clock?(text: string): string;
  emergency: string;
}

export interface Locale {
  says: MessagePhrases;
  hears: Lexicon;
  /** Weekdays as callers and prompts say them, Sunday first. */
  weekdays: readonly string[];
  /** Digits and numbers of two digits in words, each with its figures. */
  figures: ReadonlyMap<string, string>;
  /** What leads to the caller's name, what of that is written in one word with it ("nguThandi"), and what is said before and after one. */
  names: { led: string; joined?: RegExp; around: string };
  /** What a caller calls the parts of a message. */
  parts: Record<MessagePart, string>;
  /** Words that say nothing of what a question is about. */
  empty: string;
  /** What questions are about, by the English words that a fact is found by. */
  topics: Readonly<Record<string, string>>;
  prompt: Prompt;
  /** Sentences of a prompt that tell the assistant what to do, and what nobody is told. */
  orders: string;
  /** Words by which this language is known from others that are written alike; absent: its script tells. */
  known?: string;
  /** Questions of another speaker, by what they ask for. */
  asked: Record<MessagePart | "confirm" | "anything-else" | "offer-message" | "still-there", string>;
}
