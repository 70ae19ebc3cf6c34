/** Why calls and messages were lawful at the second in which they rang or left, as files that are checked without the database. */
import { z } from "zod";
import { route } from "../wire/route.ts";

const does =
  "a line of JSON each (NDJSON): the gate's answers with hour, holiday, do-not-call list and consent, each line tied to the one before it. " +
  "`npm run audit -- verify <file>` checks it.";

export const readCallEvidence = route({
  method: "GET",
  path: "/api/calls/:execution_id/evidence",
  who: "agent_manager",
  scope: "read",
  does: `Why a call was lawful when it rang, ${does}`,
  params: z.object({ execution_id: z.uuid() }),
  media: "application/x-ndjson",
});

export const readBatchEvidence = route({
  method: "GET",
  path: "/api/batches/:batch_id/evidence",
  who: "agent_manager",
  scope: "read",
  does: `Why the calls and messages of a batch were lawful when they rang or left, ${does}`,
  params: z.object({
    batch_id: z.string().regex(/^[0-9a-fA-F]{8}-?([0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12}$/, "must be a batch's id"),
  }),
  media: "application/x-ndjson",
});
