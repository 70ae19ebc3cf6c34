/** Takes away, for good, what was said in a call that is over: from its words, its sound, what was made of it, what is told of it, and the search. */
import { z } from "zod";
import type { Entry, RedactionOrder } from "@ongea/contract";
import type { Accounts, Audit, Actor } from "../../accounts/index.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { type Redacted, redactDerived, redactJournal, redactKnown } from "../masking/redact.ts";

interface CallKey {
  id: string;
  workspaceId: string;
}

interface Made {
  summary: string | null;
  extracted: Record<string, unknown> | null;
}

/** A call that is over, as far as words stand in it. */
export interface CallToRedact {
  agentName: string;
  transcript: string | null;
  userData: Record<string, unknown>;
  tags: string[];
  /** The name of its file. */
  recording: string | null;
  /** Something in its sound was masked. */
  isMasked: boolean;
  journal: readonly Entry[];
  /** Undefined: nothing was made of its words. */
  made: Made | undefined;
}

export interface CallLeft {
  change: Pick<CallToRedact, "transcript" | "userData" | "tags"> & { recording?: null; recordingClosed?: false };
  journal: readonly Entry[];
  made: Made | undefined;
  /** Of what else was written about it. */
  rewrite(text: string): string;
}

/** What calls do for a redaction, in its transaction. */
export interface CallsToRedact {
  /** Nobody else changes it until the transaction is over. Refuses with "call.not_found" or "call.running". */
  lock(call: CallKey): Promise<CallToRedact>;
  transcript(journal: readonly Entry[]): string | null;
  /** It is found by the words that are left, and by no others. */
  replace(call: CallKey, left: CallLeft): Promise<void>;
  sound: {
    /** `shared`: other calls have the same recording. */
    placeOf(recording: string): "here" | "elsewhere" | "shared";
    remove(recording: string): void;
    /** What is stored of it as it was before it was masked. */
    removeWhole(recording: string): void;
    silence(recording: string, ranges: Redacted["silent"]): Promise<void>;
  };
}

export interface RedactionParts {
  calls: CallsToRedact;
  audit: Pick<Audit, "act">;
  /** What its agent's webhook was told, or will be. */
  webhooks: Pick<Accounts["webhooks"], "rewriteOfCall">;
  messages: { rewriteOfCall(call: CallKey, rewrite: (text: string) => string): Promise<void> };
  appointments: {
    rewriteOfCall(call: CallKey, made: (text: string) => string, known: (text: string) => string): Promise<void>;
  };
}

/** Resolves with how many lines have changed. */
export type Redact = (actor: Actor, callId: string, order: RedactionOrder) => Promise<number>;

export function createRedaction({ calls, audit, webhooks, messages, appointments }: RedactionParts): Redact {
  return (actor, callId, order) =>
    audit.act(actor, async (write) => {
      const key = { id: callId, workspaceId: actor.workspaceId };
      const call = await calls.lock(key);
      if (order.lines.some((line) => line >= call.journal.length)) throw refuse("call.no_such_line");
      const redacted = redactJournal(call.journal, order);
      const { whole, lines, words } = order;
      await write({
        act: "call.redacted",
        subject: callId,
        details: { agent_name: call.agentName, whole, lines: lines.length, words: words.length, changed: redacted.lines },
      });
      const sound = soundOf(call, order, redacted);
      const made = call.made && redactDerived({ summary: call.made.summary, extracted: call.made.extracted }, order);
      const tagLeft = (tag: string): string => redactDerived(tag, { ...order, whole: false, lines: [] });
      const rewrite = (text: string): string => redactDerived(text, order);
      const change = {
        transcript: calls.transcript(redacted.entries) ?? (call.transcript === null ? null : rewrite(call.transcript)),
        userData: redactKnown(call.userData, order),
        // A tag of which words are gone is a tag no more.
        tags: call.tags.filter((tag) => tagLeft(tag) === tag),
        ...sound.change,
      };
      await calls.replace(key, { change, journal: redacted.entries, made, rewrite });
      await webhooks.rewriteOfCall(key, (body) => rewritten(body, { change, made, tagLeft }));
      await messages.rewriteOfCall(key, rewrite);
      await appointments.rewriteOfCall(key, rewrite, (text) => redactKnown(text, order));
      // Last: what cannot be undone. Whoever is told that it failed asks again.
      await sound.act();
      return redacted.lines;
    });

  /** What becomes of the recording. Refuses with "call.recording_elsewhere" where it lies on another server's disk. */
  function soundOf({ recording, isMasked }: CallToRedact, { whole }: RedactionOrder, { silent }: Redacted) {
    const nothing = { change: {}, act: async () => undefined };
    const isSilent = whole || silent.length > 0;
    // The whole of what was masked goes as its words do.
    if (recording === null || (!isSilent && !isMasked)) return nothing;
    const place = calls.sound.placeOf(recording);
    if (place === "elsewhere") throw refuse("call.recording_elsewhere");
    const gone = { recording: null, recordingClosed: false } as const;
    if (place === "shared") return { ...nothing, change: gone };
    if (whole) return { change: gone, act: async () => calls.sound.remove(recording) };
    if (!isSilent) return { change: {}, act: async () => calls.sound.removeWhole(recording) };
    return { change: {}, act: () => calls.sound.silence(recording, silent) };
  }
}

interface Left {
  change: Omit<CallLeft["change"], "tags">;
  made: Made | undefined;
  tagLeft(tag: string): string;
}

const Told = z.looseObject({
  transcript: z.unknown().optional(),
  summary: z.unknown().optional(),
  extracted_data: z.unknown().optional(),
  telephony_data: z.looseObject({}).optional(),
  context_details: z.looseObject({}).optional(),
  tags: z.array(z.string()).optional(),
});

/** A body as it was, or will be, sent to a webhook: only what it repeats of the call is other. */
function rewritten(body: string, { change, made, tagLeft }: Left): string {
  const told = Told.parse(JSON.parse(body));
  return JSON.stringify({
    ...told,
    transcript: told.transcript === null ? null : change.transcript,
    summary: told.summary === null ? null : (made?.summary ?? null),
    extracted_data: told.extracted_data === null ? null : (made?.extracted ?? null),
    context_details: { ...told.context_details, recipient_data: change.userData },
    user_data: change.userData,
    ...(told.tags && { tags: told.tags.filter((tag) => tagLeft(tag) === tag) }),
    ...(change.recording === null && { telephony_data: { ...told.telephony_data, recording_url: "" } }),
  });
}
