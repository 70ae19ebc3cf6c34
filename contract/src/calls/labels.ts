/** Tags and notes that people put on calls. */
import { z } from "zod";
import { Moment } from "../wire/paging.ts";
import { route } from "../wire/route.ts";

export const LONGEST_CALL_TAG = 40;
export const MOST_CALL_TAGS = 20;
export const LONGEST_CALL_NOTE = 4_000;
export const MOST_CALL_NOTES = 200;

/** Spaces within it count as one. */
export const CallTag = z
  .string()
  .normalize("NFC")
  .overwrite((tag) => tag.replace(/\s+/g, " "))
  .trim()
  .min(1)
  .max(LONGEST_CALL_TAG);
const Tags = z.array(CallTag).max(MOST_CALL_TAGS).default([]);

export const CallNote = z.object({
  id: z.uuid(),
  text: z.string(),
  author: z.string(),
  /** The caller of this route wrote it, and may change it. */
  own: z.boolean(),
  created_at: Moment,
  /** Null: it stands as it was written. */
  changed_at: Moment.nullable(),
});
export type CallNote = z.output<typeof CallNote>;

const One = z.object({ execution_id: z.uuid() });
const OneNote = One.extend({ call_note_id: z.uuid() });
const NoteText = z.strictObject({ text: z.string().trim().min(1).max(LONGEST_CALL_NOTE) });
const TagsOfCall = z.object({ tags: z.array(z.string()) });

export const listCallTags = route({
  method: "GET",
  path: "/api/calls/tags",
  who: "viewer",
  ofAgents: true,
  does: "Lists the tags of the workspace's calls, the most used first, at most 500.",
  answer: z.object({ data: z.array(z.object({ tag: z.string(), calls: z.number().int() })) }),
});

export const readCallTags = route({
  method: "GET",
  path: "/api/calls/:execution_id/tags",
  who: "viewer",
  ofAgents: true,
  does: "Reads the tags of a call.",
  params: One,
  answer: TagsOfCall,
});

export const changeCallTags = route({
  method: "POST",
  path: "/api/calls/:execution_id/tags",
  who: "agent_manager",
  ofAgents: true,
  does:
    "Adds tags to a call and removes others, at once. A tag that the workspace already writes in other letters (capital or small) is written " +
    "as there. A call has at most 20.",
  params: One,
  body: z.strictObject({ add: Tags, remove: Tags }),
  answer: TagsOfCall,
});

export const listCallNotes = route({
  method: "GET",
  path: "/api/calls/:execution_id/notes",
  who: "viewer",
  ofAgents: true,
  does: "Lists the notes on a call, the newest first.",
  params: One,
  answer: z.object({ data: z.array(CallNote) }),
});

export const addCallNote = route({
  method: "POST",
  path: "/api/calls/:execution_id/notes",
  who: "agent_manager",
  ofAgents: true,
  does: "Adds a note to a call. A call has at most 200.",
  params: One,
  body: NoteText,
  status: 201,
  answer: CallNote,
});

export const changeCallNote = route({
  method: "PUT",
  path: "/api/calls/:execution_id/notes/:call_note_id",
  who: "agent_manager",
  ofAgents: true,
  does: "Changes the text of a note; only its author may.",
  params: OneNote,
  body: NoteText,
  answer: CallNote,
});

export const deleteCallNote = route({
  method: "DELETE",
  path: "/api/calls/:execution_id/notes/:call_note_id",
  who: "agent_manager",
  ofAgents: true,
  does: "Deletes a note on a call: the author’s own, or with the role admin any.",
  params: OneNote,
  answer: z.object({ success: z.literal(true) }),
});
