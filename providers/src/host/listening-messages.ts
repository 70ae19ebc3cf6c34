import type { Expected, Words } from "@ongea/conversation";
import { z } from "zod";

/** What a media worker tells a host about one call's ears, and what comes back. The sound of `hear` is the body, 16-bit at 16 kHz. */

const id = z.number().int().min(0);

const LONGEST_CODE = 40;

const takenBack = z.array(z.string().max(200)).max(20).optional();

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- optional fields: absent here, undefined to zod
export const expectedShape = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("yes-no"),
    corrections: z
      .array(z.lazy(() => expectedShape))
      .max(50)
      .optional(),
    labels: z.array(z.string().max(200)).max(50).optional(),
  }),
  z.object({ kind: z.enum(["date", "time", "anything"]) }),
  z.object({
    kind: z.literal("name"),
    not: takenBack,
    spelled: z.boolean().optional(),
    worded: z.boolean().optional(),
  }),
  z.object({ kind: z.literal("phone"), shapes: z.array(z.string().max(LONGEST_CODE)).max(10).optional(), not: takenBack }),
  z.object({
    kind: z.literal("code"),
    shape: z.string().max(LONGEST_CODE).optional(),
    not: takenBack,
    worded: z.boolean().optional(),
  }),
  z.object({ kind: z.literal("email"), spelled: z.boolean().optional() }),
  z.object({
    kind: z.literal("digits"),
    min: z.number().int(),
    max: z.number().int(),
    counted: z.array(z.string()).optional(),
    not: takenBack,
  }),
  z.object({ kind: z.literal("utterances"), samples: z.array(z.string().max(500)).max(1_500) }),
  z.object({ kind: z.literal("phrase"), phrases: z.array(z.string().max(500)).max(1_000) }),
]) as z.ZodType<Expected>;

export const listenRequest = z.object({ language: z.string().max(35), keywords: z.array(z.string().max(200)).max(1_000) });

export const toListening = z.discriminatedUnion("op", [
  z.object({ op: z.literal("expect"), expected: z.array(expectedShape).max(50) }),
  z.object({ op: z.literal("begin"), id }),
  z.object({ op: z.literal("hear"), id }),
  z.object({ op: z.literal("pause"), id, pause: id }),
  z.object({ op: z.literal("resume"), id }),
  z.object({ op: z.literal("end"), id }),
]);

export type ToListening = z.output<typeof toListening>;

export type FromListening =
  | { op: "partial"; id: number; words: Words }
  | { op: "settled"; id: number; pause: number; words: Words }
  | { op: "failed"; id: number; code: string; message: string };

const share = z.number().min(0).max(1);

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- optional fields: absent here, undefined to zod
export const wordsShape = z.object({
  text: z.string(),
  confidence: share.optional(),
  words: z
    .array(z.object({ text: z.string(), confidence: share }))
    .max(2_000)
    .optional(),
  language: z.string().optional(),
}) as z.ZodType<Words>;

export const fromListening = z.discriminatedUnion("op", [
  z.object({ op: z.literal("partial"), id, words: wordsShape }),
  z.object({ op: z.literal("settled"), id, pause: id, words: wordsShape }),
  z.object({ op: z.literal("failed"), id, code: z.string(), message: z.string() }),
]) as z.ZodType<FromListening>;
