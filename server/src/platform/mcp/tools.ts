/** What a language model may do here: routes of the contract, each as a tool with one flat list of arguments. */
import * as wire from "@ongea/contract";
import { formBytes, type KeyScope, type Role, type Route } from "@ongea/contract";
import { z } from "zod";
import { ARGUMENTS } from "./descriptions.ts";
import { isSchema, outlineOf, type Schema } from "./outline.ts";

export interface Tool {
  name: string;
  does: string;
  who: Role;
  scope: KeyScope;
  /** A key that is held to some agents may use it. */
  ofAgents: boolean;
  /** JSON Schema of its arguments. */
  input: Schema;
  /** JSON Schema of what it answers. */
  output: Schema;
  reads: boolean;
  /** What is gone or rung afterwards cannot be taken back. */
  destroys: boolean;
  ask(given: Record<string, unknown>): ToolRequest;
  /** What of an answer is worth reading. */
  shown(answer: unknown): unknown;
}

export interface ToolRequest {
  method: string;
  /** With its query. */
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
}

interface Making {
  destroys?: true;
  shown?: (answer: unknown) => unknown;
  /** Of a body that is one of several: which. */
  body?: z.ZodObject;
  fixed?: Record<string, unknown>;
  /** What it answers, where less than the route does. */
  answer?: z.ZodType;
}

const AGENT_FIELDS = ["id", "agent_name", "agent_type", "agent_welcome_message", "phone_numbers", "created_at", "updated_at"];
const [KnowledgeText, KnowledgePage, KnowledgeQuestions] = wire.addKnowledge.body.options;

/** Three tools that answer alike: the whole item would be said three times. */
const ADDED = {
  answer: wire.KnowledgeItem.pick({ id: true, title: true, type: true, status: true, used_by: true }),
  shown: (item: unknown) => only(item, ["id", "title", "type", "status", "used_by"]),
};

let tools: readonly Tool[] | undefined;

/** Made when somebody first asks: their schemas take a moment. */
export function allTools(): readonly Tool[] {
  return (tools ??= [...agentTools(), ...callTools(), ...batchTools(), ...threadTools(), ...numberTools(), ...knowledgeTools()]);
}

/** The settings as a whole stand at `agents_create`: twice they would be a third of all descriptions. */
const DraftOutline = wire.saveAgentDraft.body.extend({
  agent_config: z.looseObject({}).describe("All settings of the agent, as agents_create takes them."),
});

function agentTools(): Tool[] {
  return [
    made("agents_list", wire.listAgents, { shown: each((agent) => only(agent, AGENT_FIELDS)) }),
    made("agents_read", wire.readAgent),
    made("agents_templates", wire.listAgentTemplates),
    made("agents_create", wire.createAgent),
    made("agents_change", wire.changeAgent),
    made("agents_draft_read", wire.readAgentDraft),
    made("agents_draft_save", wire.saveAgentDraft, { body: DraftOutline }),
    made("agents_draft_discard", wire.discardAgentDraft, { destroys: true }),
    made("agents_publish", wire.publishAgent, { destroys: true }),
    made("agents_delete", wire.deleteAgent, { destroys: true }),
  ];
}

function callTools(): Tool[] {
  return [
    made("calls_place", wire.placeCall, { destroys: true }),
    made("calls_stop", wire.stopCall, { destroys: true }),
    made("calls_say", wire.sayInCall),
    made("executions_list", wire.listCalls, { shown: (answer) => inData(answer, without("latency_data", "weave")) }),
    made("executions_read", wire.readCall, { shown: without("weave") }),
    made("executions_log", wire.readExecutionLog),
    made("analytics_read", wire.readCallBoard),
  ];
}

function batchTools(): Tool[] {
  return [
    newBatch(),
    made("batches_list", wire.listBatches),
    made("batches_read", wire.readBatch),
    made("batches_contacts", wire.listBatchContacts),
    made("batches_executions", wire.listBatchExecutions, { shown: each(without("latency_data", "weave")) }),
    made("batches_schedule", wire.scheduleBatch, { destroys: true }),
    made("batches_run", wire.runBatch, { destroys: true }),
    made("batches_stop", wire.stopBatch, { destroys: true }),
    made("batches_delete", wire.deleteBatch, { destroys: true }),
  ];
}

function threadTools(): Tool[] {
  return [
    made("threads_list", wire.listThreads),
    made("threads_read", wire.readThread),
    made("threads_answer", wire.answerThread, { destroys: true }),
    made("threads_handle", wire.handleThread, { destroys: true }),
  ];
}

function numberTools(): Tool[] {
  return [
    made("numbers_list", wire.listPhoneNumbers),
    made("numbers_search", wire.searchPhoneNumbers),
    made("numbers_buy", wire.buyPhoneNumber, { destroys: true }),
    made("numbers_release", wire.releasePhoneNumber, { destroys: true }),
    made("numbers_assign", wire.setUpInbound),
    made("numbers_unassign", wire.unlinkInbound),
  ];
}

function knowledgeTools(): Tool[] {
  return [
    made("knowledge_list", wire.listKnowledge),
    made("knowledge_search", wire.searchKnowledge),
    made("knowledge_answer", wire.answerQuestion),
    made("knowledge_passages", wire.listKnowledgePassages),
    made("knowledge_add_text", wire.addKnowledge, {
      ...ADDED,
      body: KnowledgeText.omit({ type: true }),
      fixed: { type: "text" },
    }),
    made("knowledge_add_page", wire.addKnowledge, { ...ADDED, body: KnowledgePage.omit({ type: true }), fixed: { type: "url" } }),
    made("knowledge_add_questions", wire.addKnowledge, {
      ...ADDED,
      body: KnowledgeQuestions.omit({ type: true }),
      fixed: { type: "faq" },
    }),
    made("knowledge_gaps", wire.listKnowledgeGaps),
    made("topics_list", wire.listTopics),
    made("knowledge_delete", wire.deleteKnowledge, { destroys: true }),
  ];
}

/** A route's path, query and body side by side: their names do not meet. */
function made(name: string, route: Route & { who: Role }, making: Making = {}): Tool {
  const body = making.body ?? (route.body instanceof z.ZodObject ? route.body : undefined);
  const { answer = route.answer } = making;
  const parts = [route.params, route.query, body].flatMap((part) => (part ? [schemaOf(part)] : []));
  return {
    name,
    does: route.does,
    who: route.who,
    scope: wire.scopeOf(route),
    ofAgents: route.ofAgents ?? false,
    input: joined([...parts, ...(isPost(route) ? [REPEATABLE] : [])]),
    output: outlineOf(answer ? z.toJSONSchema(answer, { io: "output", unrepresentable: "any" }) : {}),
    reads: route.method === "GET" || route === wire.searchKnowledge || route === wire.answerQuestion,
    destroys: making.destroys ?? false,
    ask(given) {
      const query = picked(given, route.query);
      const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
      const search = new URLSearchParams(pairs.map(([key, value]): [string, string] => [key, String(value)])).toString();
      const { headers, rest } = apart(given, route);
      return {
        method: route.method,
        path: wire.addressOf(route.path, picked(given, route.params)) + (search === "" ? "" : `?${search}`),
        headers: { ...headers, ...(body ? { "content-type": "application/json" } : {}) },
        body: body
          ? JSON.stringify({ ...without(...names(route.params), ...names(route.query))(rest), ...making.fixed })
          : undefined,
      };
    },
    shown: making.shown ?? ((answer) => answer),
  };
}

/** The one whose route takes a form with a file. */
function newBatch(): Tool {
  const Arguments = z.object({
    agent_id: z.uuid(),
    contacts_csv: z
      .string()
      .min(1)
      .describe("CSV with a header row; the column contact_number holds the numbers, others are variables."),
    file_name: z.string().max(200).default("contacts.csv"),
    from_phone_number: z.string().optional().describe("A number of this workspace that is shown to who is called."),
  });
  const route = wire.createBatch;
  return {
    name: "batches_create",
    does: "Makes a batch of contacts to be called by an assistant. Nobody is called before it is scheduled or run.",
    who: route.who,
    scope: wire.scopeOf(route),
    ofAgents: route.ofAgents,
    input: joined([schemaOf(Arguments), REPEATABLE]),
    output: outlineOf(z.toJSONSchema(route.answer, { io: "output", unrepresentable: "any" })),
    reads: false,
    destroys: false,
    ask(given) {
      const text = (name: string): string => (typeof given[name] === "string" ? given[name] : "");
      const file = { fileName: text("file_name") || "contacts.csv", bytes: new TextEncoder().encode(text("contacts_csv")) };
      const from = text("from_phone_number");
      const form = formBytes([
        { name: "agent_id", value: text("agent_id") },
        { name: "file", value: file },
        ...(from === "" ? [] : [{ name: "from_phone_number", value: from }]),
      ]);
      const { headers } = apart(given, route);
      return { method: "POST", path: route.path, headers: { ...headers, "content-type": form.type }, body: form.bytes };
    },
    shown: (answer) => answer,
  };
}

const REPEATABLE: Schema = {
  properties: {
    idempotency_key: {
      type: "string",
      maxLength: 255,
      description: "The same key again within a day returns the first answer and does nothing.",
    },
  },
};

function joined(parts: readonly Schema[]): Schema {
  const required = parts.flatMap((part) => (Array.isArray(part["required"]) ? part["required"].map(String) : []));
  const properties = Object.fromEntries(
    parts.flatMap((part) => (isSchema(part["properties"]) ? Object.entries(part["properties"]) : [])),
  );
  return { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
}

function schemaOf(part: z.ZodObject): Schema {
  const schema: Schema = z.toJSONSchema(part, { io: "input", unrepresentable: "any" });
  const properties = isSchema(schema["properties"]) ? schema["properties"] : {};
  const described = Object.entries(properties).map(([name, written]) => {
    const one = isSchema(written) ? withoutFormatsPattern(written) : {};
    const description = one["description"] ?? ARGUMENTS[name];
    return [name, { ...one, ...(description === undefined ? {} : { description }) }] as const;
  });
  return { ...schema, properties: Object.fromEntries(described) };
}

/** Whoever knows what a `uuid` is need not read a regular expression for one. */
function withoutFormatsPattern({ pattern, ...schema }: Schema): Schema {
  return pattern === undefined || schema["format"] !== undefined ? schema : { ...schema, pattern };
}

function isPost({ method }: Route): boolean {
  return method === "POST";
}

function apart({ idempotency_key: key, ...rest }: Record<string, unknown>, route: Route) {
  const headers: Record<string, string> = isPost(route) && typeof key === "string" ? { "idempotency-key": key } : {};
  return { headers, rest };
}

function names(part: z.ZodObject | undefined): string[] {
  return Object.keys(part?.shape ?? {});
}

function picked(given: Record<string, unknown>, part: z.ZodObject | undefined): Record<string, unknown> {
  return Object.fromEntries(names(part).flatMap((name) => (name in given ? [[name, given[name]]] : [])));
}

function only(row: unknown, fields: readonly string[]): unknown {
  return Object.fromEntries(Object.entries(isSchema(row) ? row : {}).filter(([name]) => fields.includes(name)));
}

function without(...fields: string[]): (row: unknown) => object {
  return (row) => Object.fromEntries(Object.entries(isSchema(row) ? row : {}).filter(([name]) => !fields.includes(name)));
}

function each(shown: (row: unknown) => unknown): (answer: unknown) => unknown {
  return (answer) => (Array.isArray(answer) ? answer.map(shown) : answer);
}

function inData(answer: unknown, shown: (row: unknown) => unknown): unknown {
  if (!isSchema(answer) || !Array.isArray(answer["data"])) return answer;
  return { ...answer, data: answer["data"].map(shown) };
}
