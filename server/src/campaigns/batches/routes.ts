import { bodyBytes } from "../../platform/http/body-bytes.ts";
import {
  createBatch,
  deleteBatch,
  exportBatchContacts,
  listBatchContacts,
  listAllBatches,
  listBatches,
  listBatchExecutions,
  previewBatchMessages,
  NumberedPage,
  previewContacts,
  readBatch,
  readBatchAlias,
  runBatch,
  scheduleBatch,
  stopBatch,
  type Answer,
  type AuditAct,
  type Execution,
} from "@ongea/contract";
import type { FastifyRequest } from "fastify";
import type { Actor, Audit } from "../../accounts/index.ts";
import { setsHoursAside } from "../../compliance/index.ts";
import type { Principal } from "../../platform/http/authorise.ts";
import { createDownloads, csvFormat } from "../../platform/http/downloads.ts";
import type { Http } from "../../platform/http/http.ts";
import { numberedPage } from "../executions/numbered-page.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Batches } from "./batches.ts";
import type { ContactRows } from "./contacts-csv.ts";
import type { MessageOrder } from "./messaging/message-channel.ts";
import { ROWS_HEAD, rowLine } from "./rows-csv.ts";
import type { BatchKey } from "./store.ts";
import { orderIn, wrong } from "./order-form.ts";
import { type PreviewParts, previewOf } from "./contacts-preview.ts";

export interface BatchRoutesParts extends PreviewParts {
  batches: Batches;
  audit: Pick<Audit, "act">;
  executions(batch: BatchKey): Promise<Execution[]>;
  /** One page of them, and how many there are. */
  page(batch: BatchKey, place: { offset: number; limit: number }): Promise<{ data: Execution[]; total: number }>;
  previewMessages(order: MessageOrder, file: AsyncIterable<ContactRows>): Promise<Answer<typeof previewBatchMessages>>;
}

/** Rows that are in memory for a file. */
const EXPORTED_AT_ONCE = 500;
export function batchRoutes(app: Http, parts: BatchRoutesParts): void {
  const { batches, audit, executions } = parts;
  const written = (actor: Actor, key: BatchKey, act: AuditAct, work: () => Promise<unknown>): Promise<void> =>
    audit.act(actor, async (write) => {
      const { file_name: subject } = await batches.read(key);
      await work();
      await write({ act, subject, details: { batch: key.id } });
    });

  serve(app, createBatch, async (_, { principal, request }) => created(principal, request, parts));
  serve(app, previewContacts, (_, { request, principal }) => previewOf(bodyBytes(request), principal.workspaceId, parts));
  serve(app, previewBatchMessages, async (_, { principal, request }) => {
    const { agentId, message, bytes } = await orderIn(request);
    if (!message) throw wrong("message", "is required");
    return parts.previewMessages({ workspaceId: principal.workspaceId, agentId, message }, batches.contactsIn(bytes));
  });
  for (const route of [readBatch, readBatchAlias])
    serve(app, route, async ({ params }, { principal }) => batches.read(keyOf(params, principal)));
  serve(app, listAllBatches, async (_given, { principal }) => batches.list(principal.workspaceId));
  serve(app, listBatches, async ({ params }, { principal }) => batches.list(principal.workspaceId, params.agent_id));
  serve(app, scheduleBatch, async ({ params, body: { scheduled_at: at, bypass_call_guardrails: bypass } }, { principal }) => {
    const key = keyOf(params, principal);
    const anyHour = setsHoursAside(principal, bypass);
    if (anyHour) await written(principal, key, "batch.hours_set_aside", async () => undefined);
    await written(principal, key, "batch.scheduled", () => batches.schedule(key, new Date(at), anyHour));
    return { message: "success", state: "scheduled" as const };
  });
  serve(app, runBatch, async ({ params }, { principal }) => {
    const key = keyOf(params, principal);
    await written(principal, key, "batch.run", () => batches.run(key));
    return { message: "success", state: "running" as const };
  });
  serve(app, stopBatch, async ({ params }, { principal }) => {
    const key = keyOf(params, principal);
    await written(principal, key, "batch.stopped", () => batches.stop(key));
    return { message: "success", state: "stopped" as const };
  });
  serve(app, deleteBatch, async ({ params }, { principal }) => {
    const key = keyOf(params, principal);
    await written(principal, key, "batch.deleted", () => batches.remove(key));
    return { message: "success", state: "deleted" as const };
  });
  serve(app, listBatchExecutions, async ({ params, query }, { principal }) => {
    const key = keyOf(params, principal);
    await batches.read(key);
    if (query.page_number === undefined && query.page_size === undefined) return executions(key);
    return numberedPage(NumberedPage.parse(query), (place) => parts.page(key, place));
  });
  const download = createDownloads();
  const csv = csvFormat(ROWS_HEAD);
  serve(app, exportBatchContacts, async ({ params }, { principal, reply }) => {
    const key = keyOf(params, principal);
    async function page(cursor: string | undefined) {
      const { data, next } = await batches.contacts(key, { cursor, limit: EXPORTED_AT_ONCE });
      return { data: data.map(rowLine), next };
    }
    return download(reply, { workspaceId: key.workspaceId, name: `ongea-batch-${key.id}`, format: csv, page });
  });
  serve(app, listBatchContacts, async ({ params, query }, { principal }) =>
    batches.contacts(keyOf(params, principal), pageOf(query)),
  );
}

async function created(
  principal: Principal,
  request: FastifyRequest,
  { batches, audit }: Pick<BatchRoutesParts, "batches" | "audit">,
): Promise<Answer<typeof createBatch>> {
  const { agentId, fileName, fromNumbers, retry, goal, message, followUp, bytes } = await orderIn(request);
  const { workspaceId } = principal;
  return audit.act(principal, async (write) => {
    const made = await batches.create({
      workspaceId,
      agentId,
      fileName,
      fromNumbers,
      retry,
      goal,
      message,
      followUp,
      file: batches.contactsIn(bytes),
    });
    await write({ act: "batch.created", subject: fileName, details: { batch: made.batch_id } });
    const { batch_id, valid_contacts, total_contacts } = made;
    return { batch_id, state: "created" as const, valid_contacts, total_contacts };
  });
}

function pageOf<Query extends { reached?: "true" | "false" | undefined }>({ reached, ...page }: Query) {
  return { ...page, reached: reached === undefined ? undefined : reached === "true" };
}

/** With dashes or without. */
function keyOf({ batch_id }: { batch_id: string }, { workspaceId }: { workspaceId: string }): BatchKey {
  const hex = batch_id.replaceAll("-", "").toLowerCase();
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return { id, workspaceId };
}
