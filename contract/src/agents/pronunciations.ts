/** How a workspace's names and brands are said: kept once, used in every call and in the Voice Lab. */
import { z } from "zod";
import { Moment } from "../wire/paging.ts";
import { route } from "../wire/route.ts";

export const MOST_PRONUNCIATIONS = 500;
export const LONGEST_WORD = 60;
export const LONGEST_SPOKEN = 120;

/** Begins and ends with a letter or a digit, so that whole words can be told. */
const Word = z
  .string()
  .trim()
  .min(1)
  .max(LONGEST_WORD)
  .regex(/^[\p{L}\p{N}][^\p{Cc}<>]*$/u, "must begin with a letter or a digit")
  .transform((word) => word.normalize("NFC").replace(/\s+/gu, " "));

/** Plain spelling, no markup: a voice gets it as it is. */
const Said = z
  .string()
  .trim()
  .min(1)
  .max(LONGEST_SPOKEN)
  .regex(/^(?=.*[\p{L}\p{N}])[\p{L}\p{N}\p{M} .,'’ʼ-]+$/u, "must be plain words")
  .transform((said) => said.normalize("NFC").replace(/\s+/gu, " "));

export const Pronunciation = z.object({
  id: z.string(),
  word: z.string(),
  said: z.string(),
  /** BCP 47; null: in every language. */
  language: z.string().nullable(),
  updated_at: Moment,
});
export type Pronunciation = z.output<typeof Pronunciation>;

export const listPronunciations = route({
  method: "GET",
  path: "/api/pronunciations",
  who: "viewer",
  does: "How words are said that voices read wrong, by the alphabet.",
  answer: z.object({ data: z.array(Pronunciation), most: z.number() }),
});

export const keepPronunciation = route({
  method: "POST",
  path: "/api/pronunciations",
  who: "agent_manager",
  does: "Keeps how a word is said, in one language or in all; from the next call on it is heard. A word that is there already is said anew.",
  body: z.object({
    word: Word,
    said: Said,
    language: z
      .string()
      .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, "must be a language tag")
      .max(35)
      .nullable()
      .default(null),
  }),
  answer: Pronunciation,
});

export const removePronunciation = route({
  method: "DELETE",
  path: "/api/pronunciations/:pronunciation_id",
  who: "agent_manager",
  does: "Takes a word off the list: it is said as voices read it.",
  params: z.object({ pronunciation_id: z.uuid() }),
  answer: z.object({ success: z.literal(true) }),
});
