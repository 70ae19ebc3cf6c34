import { bodyBytes } from "../../platform/http/body-bytes.ts";
import {
  BatchFollowUp,
  BatchGoal,
  BatchMessage,
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
  RetryConfig,
  runBatch,
  scheduleBatch,
  stopBatch,
  type Answer,
  type AuditAct,
  type Execution,
} from "@ongea/contract";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { Actor, Audit } from "../../accounts/index.ts";
import { setsHoursAside } from "../../compliance/index.ts";
import type { Principal } from "../../platform/http/authorise.ts";
import { check } from "../../platform/http/check.ts";
import { createDownloads, csvFormat } from "../../platform/http/downloads.ts";
import { formIn, type Form } from "../../platform/http/form.ts";
import type { Http } from "../../platform/http/http.ts";
import { numberedPage } from "../executions/numbered-page.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import type { Batches } from "./batches.ts";
import type { Contact, ContactRows, RefusedRow } from "./contacts-csv.ts";
import type { MessageOrder } from "./messaging/message-channel.ts";
import { ROWS_HEAD, rowLine } from "./rows-csv.ts";
import type { BatchKey } from "./store.ts";

export interface BatchRoutesParts {
  batches: Batches;
  audit: Pick<Audit, "act">;
  executions(batch: BatchKey): Promise<Execution[]>;
  /** One page of them, and how many there are. */
  page(batch: BatchKey, place: { offset: number; limit: number }): Promise<{ data: Execution[]; total: number }>;
  previewMessages(order: MessageOrder, file: AsyncIterable<ContactRows>): Promise<Answer<typeof previewBatchMessages>>;
  /** ISO 3166: of these numbers' countries those whose people must have agreed before. */
  consentNeeded(workspaceId: string, numbers: readonly string[]): Promise<string[]>;
}

const SHOWN_CONTACTS = 20;
/** Rows that are in memory for a file. */
const EXPORTED_AT_ONCE = 500;
const SHOWN_REFUSED = 500;
const Name = z.string().trim().min(1).max(255);
const Numbers = z.array(z.string().trim().min(1).max(40)).max(100);
const Given = z.object({
  agent_id: z.uuid(),
  file: Name,
  from: Numbers,
  retry: RetryConfig.nullable(),
  goal: BatchGoal.nullable(),
  message: BatchMessage.nullable(),
  follow_up: BatchFollowUp.nullable(),
});

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

async function orderIn(request: FastifyRequest) {
  const form = await formIn(request.headers["content-type"] ?? "", bodyBytes(request));
  const { file } = form;
  const given = {
    agent_id: form.firsts["agent_id"],
    file: file?.name,
    from: sendersIn(form),
    retry: jsonIn(form, "retry_config"),
    goal: jsonIn(form, "goal"),
    message: jsonIn(form, "message"),
    follow_up: jsonIn(form, "follow_up"),
  };
  const read = check(Given, given, "body");
  const { agent_id: agentId, file: fileName, from: fromNumbers, retry, goal, message, follow_up: followUp } = read;
  if (followUp && message) throw wrong("follow_up", "is for calls, not beside a message");
  if (followUp?.to.some((occasion) => occasion !== "unanswered") && !goal) throw wrong("goal", "is what the message waits for");
  const bytes = new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer(0));
  return { agentId, fileName, fromNumbers, retry, goal, message, followUp, bytes };
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

/** Repeated, as one JSON list, or by the older name. */
function sendersIn(form: Form): string[] {
  return [...form.all("from_phone_numbers"), ...form.all("from_phone_number")].flatMap((text) => {
    if (!text.trim().startsWith("[")) return text.trim() === "" ? [] : [text.trim()];
    const list = z.array(z.string()).safeParse(parsed(text));
    return list.success ? list.data : [text];
  });
}

function jsonIn({ firsts }: Form, field: "goal" | "message" | "follow_up" | "retry_config"): unknown {
  const text = firsts[field];
  if (text === undefined || text.trim() === "") return null;
  const given = parsed(text);
  if (given === undefined) throw refuse("request.invalid", [{ type: "json", loc: ["body", field], msg: "must be JSON" }]);
  return given;
}

function wrong(field: string, msg: string): Error {
  return refuse("request.invalid", [{ type: "value_error", loc: ["body", field], msg }]);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

async function previewOf(
  bytes: Buffer,
  workspaceId: string,
  { batches, consentNeeded }: Pick<BatchRoutesParts, "batches" | "consentNeeded">,
): Promise<Answer<typeof previewContacts>> {
  const shown: ContactRows & { contacts: Contact[]; refused: RefusedRow[] } = { columns: [], contacts: [], refused: [] };
  const numbers: string[] = [];
  let refusedCount = 0;
  for await (const { columns, contacts, refused } of batches.contactsIn(bytes)) {
    shown.columns = columns;
    shown.contacts.push(...contacts.slice(0, SHOWN_CONTACTS - shown.contacts.length));
    shown.refused.push(...refused.slice(0, SHOWN_REFUSED - shown.refused.length));
    for (const { number } of contacts) numbers.push(number);
    refusedCount += refused.length;
  }
  return {
    columns: [...shown.columns],
    valid_contacts: numbers.length,
    total_contacts: numbers.length + refusedCount,
    contacts: shown.contacts,
    refused: shown.refused,
    refused_count: refusedCount,
    consent_needed: await consentNeeded(workspaceId, numbers),
  };
}
