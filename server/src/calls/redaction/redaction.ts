/** Takes away, for good, what was said in a call that is over: from its words, its sound, what was made of it, what is told of it, and the search. */
import { z } from "zod";
import type { Entry, RedactionOrder } from "@ongea/contract";
import type { Accounts, Audit, Actor } from "../../accounts/index.ts";
import type { MessageStore } from "../../agents/index.ts";
import type { AppointmentStore } from "../../contacts/index.ts";
import type { Db } from "../../platform/database/db.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { SHARED_RECORDINGS, type Recordings } from "../../engines/index.ts";
import type { CallRow } from "../records/store.ts";
import { transcriptOf } from "../records/summary.ts";
import type { CallWords } from "../records/words/store.ts";
import { type Redacted, redactDerived, redactJournal, redactKnown } from "../../compliance/index.ts";
import type { RedactionStore } from "./store.ts";

export interface RedactionParts {
  store: RedactionStore;
  audit: Pick<Audit, "act">;
  recordings: Pick<Recordings, "path" | "remove" | "removeWhole" | "silence">;
  /** What its agent's webhook was told, or will be. */
  webhooks: Pick<Accounts["webhooks"], "rewriteOfCall">;
  messages: Pick<MessageStore, "rewriteOfCall">;
  appointments: Pick<AppointmentStore, "rewriteOfCall">;
  /** The journal of a call that was made for a demo. */
  rehearsed(call: CallRow): Promise<Entry[]>;
  /** It is found by the words that are left, and by no others. */
  foundAgain(db: Db, calls: readonly CallRow[]): Promise<void>;
  dbOf(workspaceId: string): Db;
  /** What other domains keep of its words. */
  words: readonly CallWords[];
}

/** Resolves with how many lines have changed. */
export type Redact = (actor: Actor, callId: string, order: RedactionOrder) => Promise<number>;

export function createRedaction(parts: RedactionParts): Redact {
  const { store, audit, rehearsed, foundAgain } = parts;
  return (actor, callId, order) =>
    audit.act(actor, async (write) => {
      const { workspaceId } = actor;
      const key = { id: callId, workspaceId };
      const row = await store.lock(key);
      if (!row) throw refuse("call.not_found");
      if (row.endedAt === null) throw refuse("call.running");
      const kept = await store.entries(key);
      const journal = kept.length > 0 ? kept : await rehearsed(row);
      if (order.lines.some((line) => line >= journal.length)) throw refuse("call.no_such_line");
      const redacted = redactJournal(journal, order);
      const { whole, lines, words } = order;
      await write({
        act: "call.redacted",
        subject: callId,
        details: { agent_name: row.agentName, whole, lines: lines.length, words: words.length, changed: redacted.lines },
      });
      const turns = redacted.entries.filter((entry) => entry.kind === "turn");
      const transcript = transcriptOf(turns) ?? (row.transcript === null ? null : redactDerived(row.transcript, order));
      const sound = soundOf(row, order, redacted);
      const tagLeft = (tag: string): string => redactDerived(tag, { ...order, whole: false, lines: [] });
      // A tag of which words are gone is a tag no more.
      const tags = row.tags.filter((tag) => tagLeft(tag) === tag);
      const change = { transcript, userData: redactKnown(row.userData, order), tags, ...sound.change };
      const removed = parts.words.filter(({ rewrite }) => !rewrite);
      const changed = await store.replace(key, change, { entries: redacted.entries, removed });
      const made = await store.analysis(key);
      const madeNow = made && redactDerived(made, order);
      if (madeNow) await store.replaceAnalysis(key, madeNow);
      await parts.webhooks.rewriteOfCall(key, (body) => rewritten(body, { change, made: madeNow, tagLeft }));
      const rewriteMade = (text: string): string => redactDerived(text, order);
      await parts.messages.rewriteOfCall(key, rewriteMade);
      await parts.appointments.rewriteOfCall(key, rewriteMade, (text) => redactKnown(text, order));
      for (const { rewrite } of parts.words) await rewrite?.(key, rewriteMade);
      await foundAgain(parts.dbOf(workspaceId), [changed]);
      // Last: what cannot be undone. Whoever is told that it failed asks again.
      await sound.act();
      return redacted.lines;
    });

  /** What becomes of the recording. Refuses with "call.recording_elsewhere" where it lies on another server's disk. */
  function soundOf({ recording, traits }: CallRow, { whole }: RedactionOrder, { silent }: Redacted) {
    const nothing = { change: {}, act: async () => undefined };
    const isSilent = whole || silent.length > 0;
    // The whole of what was masked goes as its words do.
    if (recording === null || (!isSilent && traits.masked === undefined)) return nothing;
    const gone = { recording: null, recordingClosed: false };
    // Other calls have the same recording.
    if (recording.startsWith(SHARED_RECORDINGS)) return { ...nothing, change: gone };
    if (parts.recordings.path(recording) === undefined) throw refuse("call.recording_elsewhere");
    if (whole) return { change: gone, act: async () => parts.recordings.remove(recording) };
    if (!isSilent) return { change: {}, act: async () => parts.recordings.removeWhole(recording) };
    return { change: {}, act: () => parts.recordings.silence(recording, silent) };
  }
}

interface Left {
  change: Pick<Partial<CallRow>, "transcript" | "userData" | "recording">;
  made: { summary: string | null; extracted: Record<string, unknown> | null } | undefined;
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
