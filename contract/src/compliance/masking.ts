/** What of people is masked in the words of calls and threads before they are stored or sent, and who may read the whole words. */
import { z } from "zod";
import { Entry } from "../calls/journal.ts";
import { readThread, ThreadMessage } from "../contacts/threads.ts";
import { route } from "../wire/route.ts";

export const MASKED_KINDS = ["card", "iban", "email", "phone", "national_id", "mobile_money", "digits", "name"] as const;
export const MaskedKind = z.enum(MASKED_KINDS);
export type MaskedKind = z.output<typeof MaskedKind>;

const Kinds = z.array(MaskedKind).max(MASKED_KINDS.length);
const MOST_AGENTS = 500;

export const Masking = z.strictObject({
  /** Of all calls and threads of the workspace; none: nothing is masked. */
  kinds: Kinds,
  /** Of calls and threads of these agents, in place of the workspace's kinds. */
  agents: z.array(z.strictObject({ agent_id: z.uuid(), kinds: Kinds })).max(MOST_AGENTS),
  /** Whole words are stored sealed beside the masked ones, for owners and admins. Otherwise nobody can read them again. */
  keep_whole: z.boolean(),
});
export type Masking = z.output<typeof Masking>;

export const readMasking = route({
  method: "GET",
  path: "/api/privacy/masking",
  who: "admin",
  does: "What is masked in the words of calls and threads, and whether whole words are stored for owners and admins.",
  answer: Masking,
});

export const changeMasking = route({
  method: "PUT",
  path: "/api/privacy/masking",
  who: "admin",
  does: "Sets what is masked in the words of calls and threads, from the next call and message on. Earlier words stay as they are.",
  body: Masking,
  answer: Masking,
});

export const readWholeCall = route({
  method: "GET",
  path: "/api/calls/:execution_id/whole",
  who: "admin",
  does: "The journal of a call without masks, where whole words are stored. The audit log records who reads it.",
  params: z.object({ execution_id: z.uuid() }),
  answer: z.object({
    journal: z.array(Entry),
    /** Entries that have masks and whose whole words are stored. */
    unmasked: z.number().int(),
  }),
});

export const readWholeRecording = route({
  method: "GET",
  path: "/api/calls/:execution_id/recording/whole",
  who: "admin",
  does: "A call's recording with what is masked in it, where it is stored. Honours Range. The audit log records who hears it.",
  params: z.object({ execution_id: z.uuid() }),
});

export const readWholeThread = route({
  method: "GET",
  path: "/api/threads/:thread_id/whole",
  who: "admin",
  does: "A thread's messages without masks, where whole words are stored. The audit log records who reads them.",
  params: z.object({ thread_id: z.uuid() }),
  query: readThread.query,
  answer: z.object({
    messages: z.array(ThreadMessage),
    /** Messages that have masks and whose whole words are stored. */
    unmasked: z.number().int(),
  }),
});
