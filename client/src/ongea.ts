/** The client: each kind of thing with what can be done to it, and `call` for every other route of the contract. */
import * as wire from "@ongea/contract";
import type { Answer, Execution, FormField, RouteInput, Route } from "@ongea/contract";
import { events, type EventsOptions, type OngeaEvent } from "./events.ts";
import { byCursor, byNumber } from "./pages.ts";
import { sendWith, sleep, type AskOptions, type Sending } from "./sending.ts";

export interface OngeaOptions {
  /** Where the server is: `https://calls.example.org`. */
  url: string;
  /** A key from Developers in the dashboard. */
  key: string;
  /** Attempts after the first, where the server asks for patience (429, 503) or nobody knows whether a request arrived. 3 when absent. */
  retries?: number;
  /** Of one attempt; 30 s when absent. */
  timeoutMs?: number;
  /** A `Retry-After` of more than this is thrown as the refusal that it is; 60 s when absent. */
  mostWaitMs?: number;
  /** In place of the global one. */
  fetch?: typeof globalThis.fetch;
  /** Waits between attempts; for tests. */
  sleep?: Sending["sleep"];
}

export type Ongea = ReturnType<typeof createOngea>;

type GivenParts<R extends Route> = Partial<RouteInput<R>> & { file?: Uint8Array<ArrayBuffer>; form?: readonly FormField[] };
type Query<R extends Route> = NonNullable<RouteInput<R>["query"]>;
type Body<R extends Route> = NonNullable<RouteInput<R>["body"]>;
/** Asks any route of the contract. */
type Ask = <R extends Route>(route: R, given?: GivenParts<R>, options?: AskOptions) => Promise<Answer<R>>;

const RETRIES = 3;
const TIMEOUT_MS = 30_000;
const MOST_WAIT_MS = 60_000;
const PAGE = 50;

export function createOngea(options: OngeaOptions) {
  const base = options.url.replace(/\/+$/, "");
  const credentials = { authorization: `Bearer ${options.key}` };
  const sending: Sending = {
    fetch: options.fetch ?? globalThis.fetch,
    retries: options.retries ?? RETRIES,
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    mostWaitMs: options.mostWaitMs ?? MOST_WAIT_MS,
    sleep: options.sleep ?? sleep,
  };
  const ask: Ask = (route, given, asked = {}) => {
    const client = wire.createClient(base, sendWith(sending, asked), credentials);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- which parts a route wants is the business of its caller
    return (client.call as (route: Route, given: unknown) => Promise<never>)(route, given ?? {});
  };
  return {
    /** `await ongea.call(readMe)`: any route of the contract, with its parts. */
    call: ask,
    agents: agentsOf(ask),
    calls: callsOf(ask),
    executions: executionsOf(ask, { base, credentials, sending }),
    batches: batchesOf(ask),
    numbers: numbersOf(ask),
    knowledge: knowledgeOf(ask),
    /** What happens while calls run, until `signal` ends it. Connects again by itself and says so. */
    events: (given: EventsOptions = {}): AsyncGenerator<OngeaEvent, void, void> => events({ base, credentials }, given),
  };
}

function agentsOf(ask: Ask) {
  return {
    list: (o?: AskOptions) => ask(wire.listAgents, {}, o),
    read: (agent_id: string, o?: AskOptions) => ask(wire.readAgent, { params: { agent_id } }, o),
    create: (body: Body<typeof wire.createAgent>, o?: AskOptions) => ask(wire.createAgent, { body }, o),
    /** What is left out of the document is gone. */
    replace: (agent_id: string, body: Body<typeof wire.replaceAgent>, o?: AskOptions) =>
      ask(wire.replaceAgent, { params: { agent_id }, body }, o),
    /** What is left out stays. */
    change: (agent_id: string, body: Body<typeof wire.changeAgent>, o?: AskOptions) =>
      ask(wire.changeAgent, { params: { agent_id }, body }, o),
    delete: (agent_id: string, o?: AskOptions) => ask(wire.deleteAgent, { params: { agent_id } }, o),
    templates: (o?: AskOptions) => ask(wire.listAgentTemplates, {}, o),
  };
}

function callsOf(ask: Ask) {
  return {
    /** Rings a number, at once or at `scheduled_at`. */
    place: (body: Body<typeof wire.placeCall>, o?: AskOptions) => ask(wire.placeCall, { body }, o),
    stop: (execution_id: string, o?: AskOptions) => ask(wire.stopCall, { params: { execution_id } }, o),
    /** Says something in a running call by typing. */
    say: (execution_id: string, text: string, o?: AskOptions) =>
      ask(wire.sayInCall, { params: { execution_id }, body: { text } }, o),
    /** A call without a telephone: by typing, or from a browser that is given the token. */
    open: (body: Body<typeof wire.startBrowserCall>, o?: AskOptions) => ask(wire.startBrowserCall, { body }, o),
  };
}

function executionsOf(
  ask: Ask,
  { base, credentials, sending }: { base: string; credentials: Record<string, string>; sending: Sending },
) {
  return {
    /** Every call that the filter lets through, the newest first. */
    list: (query: Omit<Query<typeof wire.listCalls>, "cursor"> = {}, o?: AskOptions): AsyncGenerator<Execution, void, void> =>
      byCursor((cursor) =>
        ask(wire.listCalls, { query: { limit: PAGE, ...query, ...(cursor === undefined ? {} : { cursor }) } }, o),
      ),
    /** An assistant's calls, the newest first. */
    ofAgent: (
      agent_id: string,
      query: Omit<Query<typeof wire.listAgentExecutions>, "page_number"> = {},
      o?: AskOptions,
    ): AsyncGenerator<Execution, void, void> =>
      byNumber((page_number) =>
        ask(wire.listAgentExecutions, { params: { agent_id }, query: { page_size: PAGE, ...query, page_number } }, o),
      ),
    read: (execution_id: string, o?: AskOptions) => ask(wire.readCall, { params: { execution_id } }, o),
    log: (execution_id: string, o?: AskOptions) => ask(wire.readExecutionLog, { params: { execution_id } }, o),
    delete: (execution_id: string, o?: AskOptions) => ask(wire.deleteCall, { params: { execution_id } }, o),
    /** The WAV file. */
    recording: async (execution_id: string, { signal }: Pick<AskOptions, "signal"> = {}): Promise<Uint8Array> => {
      const url = base + wire.addressOf(wire.readRecording.path, { execution_id });
      const answer = await sending.fetch(url, { headers: credentials, ...(signal ? { signal } : {}) });
      if (answer.ok) return new Uint8Array(await answer.arrayBuffer());
      const body: unknown = await answer.json();
      throw wire.isRefusal(body) ? new wire.Refused(body) : new wire.Unpromised(`API request failed: ${answer.status}`);
    },
  };
}

interface NewBatch {
  agent_id: string;
  /** CSV with a column of telephone numbers. */
  file: { name: string; bytes: Uint8Array };
  from_phone_numbers?: readonly string[];
  retry_config?: Readonly<Record<string, unknown>>;
}

function batchesOf(ask: Ask) {
  const of = (batch_id: string) => ({ params: { batch_id } });
  return {
    /** Nobody is called before it is scheduled or run. */
    create: ({ agent_id, file, from_phone_numbers = [], retry_config }: NewBatch, o?: AskOptions) => {
      const form: FormField[] = [
        { name: "agent_id", value: agent_id },
        { name: "file", value: { fileName: file.name, bytes: file.bytes } },
        ...from_phone_numbers.map((value) => ({ name: "from_phone_numbers", value })),
        ...(retry_config ? [{ name: "retry_config", value: JSON.stringify(retry_config) }] : []),
      ];
      return ask(wire.createBatch, { form }, o);
    },
    list: (agent_id: string, o?: AskOptions) => ask(wire.listBatches, { params: { agent_id } }, o),
    read: (batch_id: string, o?: AskOptions) => ask(wire.readBatch, of(batch_id), o),
    schedule: (batch_id: string, body: Body<typeof wire.scheduleBatch>, o?: AskOptions) =>
      ask(wire.scheduleBatch, { ...of(batch_id), body }, o),
    run: (batch_id: string, o?: AskOptions) => ask(wire.runBatch, of(batch_id), o),
    stop: (batch_id: string, o?: AskOptions) => ask(wire.stopBatch, of(batch_id), o),
    delete: (batch_id: string, o?: AskOptions) => ask(wire.deleteBatch, of(batch_id), o),
    executions: (batch_id: string, o?: AskOptions) => ask(wire.listBatchExecutions, of(batch_id), o),
    /** The rows of its file, each with what became of it. */
    contacts: (
      batch_id: string,
      query: Omit<Query<typeof wire.listBatchContacts>, "cursor"> = {},
      o?: AskOptions,
    ): AsyncGenerator<wire.BatchContact, void, void> =>
      byCursor((cursor) =>
        ask(
          wire.listBatchContacts,
          { ...of(batch_id), query: { limit: PAGE, ...query, ...(cursor === undefined ? {} : { cursor }) } },
          o,
        ),
      ),
  };
}

function numbersOf(ask: Ask) {
  return {
    list: (o?: AskOptions) => ask(wire.listPhoneNumbers, {}, o),
    search: (query: Query<typeof wire.searchPhoneNumbers>, o?: AskOptions) => ask(wire.searchPhoneNumbers, { query }, o),
    buy: (body: Body<typeof wire.buyPhoneNumber>, o?: AskOptions) => ask(wire.buyPhoneNumber, { body }, o),
    release: (phone_number_id: string, o?: AskOptions) => ask(wire.releasePhoneNumber, { params: { phone_number_id } }, o),
    /** From now on this assistant answers there. */
    assign: (phone_number_id: string, agent_id: string, o?: AskOptions) =>
      ask(wire.setUpInbound, { body: { phone_number_id, agent_id } }, o),
    unassign: (phone_number_id: string, o?: AskOptions) => ask(wire.unlinkInbound, { body: { phone_number_id } }, o),
  };
}

function knowledgeOf(ask: Ask) {
  return {
    list: (
      query: Omit<Query<typeof wire.listKnowledge>, "cursor"> = {},
      o?: AskOptions,
    ): AsyncGenerator<wire.KnowledgeItem, void, void> =>
      byCursor((cursor) =>
        ask(wire.listKnowledge, { query: { limit: PAGE, ...query, ...(cursor === undefined ? {} : { cursor }) } }, o),
      ),
    /** A text, a page of the web, or questions with answers. */
    add: (body: Body<typeof wire.addKnowledge>, o?: AskOptions) => ask(wire.addKnowledge, { body }, o),
    /** A document; what is known of it stands beside its bytes. */
    upload: (query: Query<typeof wire.uploadKnowledge>, file: Uint8Array<ArrayBuffer>, o?: AskOptions) =>
      ask(wire.uploadKnowledge, { query, file }, o),
    retry: (item_id: string, o?: AskOptions) => ask(wire.retryKnowledge, { params: { item_id } }, o),
    setAgents: (item_id: string, agents: string[], o?: AskOptions) =>
      ask(wire.setKnowledgeAgents, { params: { item_id }, body: { agents } }, o),
    delete: (item_id: string, o?: AskOptions) => ask(wire.deleteKnowledge, { params: { item_id } }, o),
    /** The passages that an assistant would be given for this question. */
    search: (question: string, most = 5, o?: AskOptions) => ask(wire.searchKnowledge, { body: { question, most } }, o),
  };
}
