import {
  addCallNote,
  changeCallNote,
  changeCallTags,
  deleteCallNote,
  listCallNotes,
  listCallTags,
  mayActAs,
  readCallTags,
  type CallNote,
} from "@ongea/contract";
import type { Audit } from "../../accounts/index.ts";
import type { Principal } from "../../platform/http/authorise.ts";
import type { Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import type { CallKey, CallLabels, CallRow } from "../../calls/index.ts";
import type { CallNoteRow, NoteStore } from "./store.ts";

export interface LabelRoutesParts {
  labels: Pick<CallLabels, "known" | "tags" | "change">;
  notes: NoteStore;
  audit: Pick<Audit, "act">;
  /** Tags or the number of notes are others: pages that show the call are told. */
  changed(call: CallRow): void;
  /** As part of the transaction: what is written about a call that is over is what it is found by. */
  foundAgain(call: CallRow): Promise<void>;
}

/** The log of what people do holds no tag and no note: it is never rewritten, and they may be redacted. */
export function labelRoutes(app: Http, parts: LabelRoutesParts): void {
  const { labels, audit, changed } = parts;
  serve(app, listCallTags, async (_, { principal }) => ({ data: await labels.known(principal.workspaceId) }));
  serve(app, readCallTags, async ({ params }, { principal }) => ({ tags: await labels.tags(keyOf(params, principal)) }));
  serve(app, changeCallTags, async ({ params, body }, { principal }) => {
    const call = await audit.act(principal, async (write) => {
      const result = await labels.change(keyOf(params, principal), body);
      const { added, removed } = result;
      if (added + removed > 0) await write({ act: "call.tagged", subject: params.execution_id, details: { added, removed } });
      return result.call;
    });
    changed(call);
    return { tags: call.tags };
  });
  noteRoutes(app, parts);
}

function noteRoutes(app: Http, { notes, audit, changed, foundAgain }: LabelRoutesParts): void {
  serve(app, listCallNotes, async ({ params }, { principal }) => {
    const rows = await notes.notes(keyOf(params, principal));
    return { data: rows.map((row) => wire(row, principal)) };
  });
  serve(app, addCallNote, async ({ params, body: { text } }, { principal }) => {
    const { note, call } = await audit.act(principal, async (write) => {
      const { id: authorId, name: author } = principal;
      const added = await notes.add(keyOf(params, principal), { text, author, authorId });
      await foundAgain(added.call);
      await write({ act: "call.note_added", subject: params.execution_id });
      return added;
    });
    changed(call);
    return wire(note, principal);
  });
  serve(app, changeCallNote, async ({ params, body }, { principal }) =>
    audit.act(principal, async (write) => {
      const note = await notes.lock(keyOf(params, principal), params.call_note_id);
      if (!note) throw refuse("call.note_not_found");
      if (note.authorId !== principal.id) throw refuse("call.note_not_own");
      if (note.text === body.text) return wire(note, principal);
      const result = await notes.change(note, body.text);
      await foundAgain(result.call);
      await write({ act: "call.note_changed", subject: params.execution_id });
      return wire(result.note, principal);
    }),
  );
  serve(app, deleteCallNote, async ({ params }, { principal }) => {
    const call = await audit.act(principal, async (write) => {
      const note = await notes.lock(keyOf(params, principal), params.call_note_id);
      if (!note) throw refuse("call.note_not_found");
      if (note.authorId !== principal.id && !mayActAs(principal.role, "admin")) throw refuse("call.note_not_own");
      const row = await notes.remove(note);
      await foundAgain(row);
      await write({ act: "call.note_deleted", subject: params.execution_id });
      return row;
    });
    changed(call);
    return { success: true as const };
  });
}

function keyOf({ execution_id: id }: { execution_id: string }, { workspaceId }: Principal): CallKey {
  return { id, workspaceId };
}

function wire({ id, text, author, authorId, createdAt, changedAt }: CallNoteRow, principal: Principal): CallNote {
  const changed_at = changedAt?.toISOString() ?? null;
  return { id, text, author, own: authorId === principal.id, created_at: createdAt.toISOString(), changed_at };
}
