/** Calls to everybody in a file: made, planned, run, stopped. */
import { randomUUID } from "node:crypto";
import {
  REFUSALS,
  type Batch,
  type BatchContact,
  type BatchFollowUp,
  type BatchGoal,
  type BatchMessage,
  type RefusalCode,
  type RetryConfig,
} from "@ongea/contract";
import type { Agents } from "../../agents/index.ts";
import type { Numbers } from "../../telephony/index.ts";
import { ago } from "../../platform/http/ago.ts";
import { refuse } from "../../platform/http/refuse.ts";
import type { PageOf } from "../../platform/database/keyset.ts";
import { multiply, toMinor } from "../../platform/money/money.ts";
import { readContacts, UnreadableFile, type ContactRows, type FileProblem } from "./contacts-csv.ts";
import type { MessageChannel } from "./messaging/message-channel.ts";
import { fillRows } from "./messaging/rows.ts";
import type { MessagingStore } from "./messaging/store.ts";
import { NOBODY, type BatchKey, type BatchRow, type BatchStore, type ContactRow } from "./store.ts";
import type { ContactState } from "./tables.ts";

/** For whom people are called or written to. */
export type BatchAgent = Pick<BatchRow, "workspaceId" | "agentId"> & { message?: BatchMessage | null | undefined };

export interface BatchesParts {
  store: BatchStore;
  agents: Pick<Agents, "read">;
  numbers: Pick<Numbers, "held">;
  /** ISO 3166 codes of the countries that may be called; a number without a country code belongs to the first. */
  countries: readonly string[];
  /** Of these batches, how many calls have each status. */
  statuses(workspaceId: string, ids: readonly string[]): Promise<ReadonlyMap<string, Readonly<Record<string, number>>>>;
  /** Ids of its calls that have reached what it is for. */
  reaching(workspaceId: string, batchId: string, goal: BatchGoal): Promise<string[]>;
  /** Of each of these numbers why it may not be called; undefined: it may. */
  refusalsOf(agent: BatchAgent, numbers: readonly string[]): Promise<(RefusalCode | undefined)[]>;
  messages: { channel: MessageChannel; store: Pick<MessagingStore, "waitAgain"> };
  /** A batch may be dialled from now on. */
  wake(): void;
}

export interface NewBatchOrder {
  workspaceId: string;
  agentId: string;
  fileName: string;
  fromNumbers: readonly string[];
  retry: RetryConfig | null;
  goal?: BatchGoal | null | undefined;
  /** What people are written; without it they are called. */
  message?: BatchMessage | null | undefined;
  /** What they are written after their call. */
  followUp?: BatchFollowUp | null | undefined;
  file: AsyncIterable<ContactRows>;
}

export interface Batches {
  /** Some rows at a time. Refuses with why a file cannot be read. */
  contactsIn(bytes: Uint8Array): AsyncIterable<ContactRows>;
  create(order: NewBatchOrder): Promise<Batch>;
  read(batch: BatchKey): Promise<Batch>;
  /** Of one agent; without it of all. */
  list(workspaceId: string, agentId?: string): Promise<Batch[]>;
  schedule(batch: BatchKey, at: Date, anyHour: boolean): Promise<void>;
  run(batch: BatchKey): Promise<void>;
  stop(batch: BatchKey): Promise<void>;
  remove(batch: BatchKey): Promise<void>;
  contacts(
    batch: BatchKey,
    page: {
      state?: BatchContact["state"] | undefined;
      reached?: boolean | undefined;
      cursor?: string | undefined;
      limit: number;
    },
  ): Promise<PageOf<BatchContact>>;
}

const MOST_LISTED = 200;
const MOST_BATCHES = 5_000;
/** Numbers that are looked at in one go. */
const CHECKED_AT_ONCE = 200;
/** Clocks differ a little. */
const LATE_MS = 60_000;

const PROBLEMS: Readonly<Record<FileProblem, RefusalCode>> = {
  empty: "batch.empty_file",
  no_number_column: "batch.no_number_column",
  not_csv: "batch.not_csv",
  too_many_rows: "batch.too_many_rows",
};

const STATES: Readonly<Record<BatchContact["state"], readonly ContactState[]>> = {
  refused: ["refused"],
  waiting: ["waiting", "claimed"],
  calling: ["dialled"],
  following: ["following"],
  sending: ["sending"],
  finished: ["finished"],
};

const STARTABLE = ["created", "scheduled", "stopped", "failed"] as const;

export function createBatches(parts: BatchesParts): Batches {
  const { store, agents, numbers, countries, refusalsOf, statuses, reaching, messages } = parts;
  const found = async (key: BatchKey): Promise<BatchRow> => {
    const row = await store.read(key);
    if (!row) throw refuse("batch.not_found");
    return row;
  };
  const wired = async (workspaceId: string, rows: readonly BatchRow[]): Promise<Batch[]> => {
    const ids = rows.map(({ id }) => id);
    const [counts, calls] = await Promise.all([store.counts(workspaceId, ids), statuses(workspaceId, ids)]);
    const price = rows.some(({ segments }) => segments !== null) ? await messages.channel.priceOfSegment(workspaceId) : undefined;
    return Promise.all(
      rows.map(async (row) => {
        const reached = row.goal && (await store.contactsOfCalls(row, await reaching(workspaceId, row.id, row.goal)));
        const cost = price && row.segments !== null ? multiply(price, row.segments) : undefined;
        const message_cost = cost ? { currency: cost.currency, amount: toMinor(cost) } : null;
        return { ...wireBatch({ ...row, reached }, counts.get(row.id), calls.get(row.id)), message_cost };
      }),
    );
  };
  return {
    contactsIn: (bytes) => fileIn(bytes, countries),
    async create({ workspaceId, agentId, fileName, fromNumbers, retry, goal = null, message = null, followUp = null, file }) {
      await agents.read(workspaceId, agentId);
      const held = new Set((await numbers.held(workspaceId)).map(({ number }) => number));
      if (!fromNumbers.every((number) => held.has(number))) throw refuse("call.bad_caller_id");
      if ((await store.count(workspaceId)) >= MOST_BATCHES) throw refuse("batch.too_many");
      const id = randomUUID();
      const words = wordsOf({ message, followUp });
      const written = words && (await messages.channel.prepare({ workspaceId, agentId, message: words }));
      const contacts = await store.add(
        { id, workspaceId, agentId, fileName, fromNumbers: [...fromNumbers], retry, goal, message, followUp },
        written ? fillRows(file, written) : file,
      );
      if (contacts === 0) throw refuse("batch.no_contacts");
      // What stands in the transaction around this is taken back where nobody may be called.
      await checkSomebody({ workspaceId, agentId, message }, waitingIn(store, { id, workspaceId }), refusalsOf);
      return this.read({ id, workspaceId });
    },
    async read(key) {
      const [batch] = await wired(key.workspaceId, [await found(key)]);
      if (!batch) throw refuse("batch.not_found");
      return batch;
    },
    async list(workspaceId, agentId) {
      if (agentId !== undefined) await agents.read(workspaceId, agentId);
      return wired(workspaceId, await store.list(workspaceId, agentId, MOST_LISTED));
    },
    ...movesOf(parts, found),
    async remove(key) {
      if (!(await store.remove(key))) throw refuse("batch.not_found");
      await messages.channel.withdraw(key.workspaceId, key.id);
    },
    async contacts(key, { state, reached: isOne, cursor, limit }) {
      const { goal, columns } = await found(key);
      const ids = isOne !== undefined && goal ? await reaching(key.workspaceId, key.id, goal) : [];
      const ofCalls = isOne === undefined ? undefined : { ids, isOne };
      const { data, next } = await store.contacts(key, { states: state && STATES[state], ofCalls, cursor, limit });
      return { data: data.map((contact) => wireContact(contact, columns)), next };
    },
  };
}

function movesOf(
  { store, refusalsOf, messages, wake }: BatchesParts,
  found: (key: BatchKey) => Promise<BatchRow>,
): Pick<Batches, "schedule" | "run" | "stop"> {
  /** Where it was in none of these it was in another state, or is gone: says which. */
  const move = async (key: BatchKey, from: readonly BatchRow["status"][], to: Parameters<BatchStore["move"]>[2]) => {
    if (await store.move(key, from, to)) return;
    const { status } = await found(key);
    if (to.status === "stopped") throw refuse("batch.not_running");
    throw refuse(status === "completed" ? "batch.finished" : "batch.running");
  };
  const start = async (key: BatchKey, to: Parameters<BatchStore["move"]>[2]): Promise<void> => {
    const { status, workspaceId, agentId, message, followUp } = await found(key);
    if (STARTABLE.some((one) => one === status)) {
      const words = wordsOf({ message, followUp });
      if (words) await messages.channel.prepare({ workspaceId, agentId, message: words });
      await checkSomebody({ workspaceId, agentId, message }, waitingIn(store, key), refusalsOf);
    }
    await move(key, STARTABLE, to);
    wake();
  };
  return {
    async schedule(key, at, anyHour) {
      if (at.getTime() < Date.now() - LATE_MS) throw refuse("batch.bad_time");
      await start(key, { status: "scheduled", scheduledAt: at, anyHour, problem: null });
    },
    run: (key) => start(key, { status: "running", problem: null }),
    async stop(key) {
      await move(key, ["scheduled", "running"], { status: "stopped" });
      await messages.store.waitAgain(key.workspaceId, await messages.channel.withdraw(key.workspaceId, key.id));
    },
  };
}

type Numbered = Pick<ContactRow, "number">;

/** Stops at the first who may be called. Refuses with why nobody may. */
async function checkSomebody(
  agent: BatchAgent,
  parts: AsyncIterable<readonly Numbered[]>,
  refusalsOf: BatchesParts["refusalsOf"],
): Promise<void> {
  const refused = new Map<RefusalCode, number>();
  for await (const part of parts) {
    const codes = await refusalsOf(
      agent,
      part.map(({ number }) => number),
    );
    for (const code of codes) {
      if (code === undefined) return;
      refused.set(code, (refused.get(code) ?? 0) + 1);
    }
  }
  if (refused.size === 0) return;
  throw refuse(
    "batch.nobody_may_be_called",
    [...refused].map(([type, count]) => ({
      type,
      loc: ["body", "file"],
      msg: `${count} of the numbers: ${REFUSALS[type].sentence}`,
    })),
  );
}

async function* waitingIn(store: Pick<BatchStore, "contacts">, key: BatchKey): AsyncGenerator<readonly Numbered[]> {
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await store.contacts(key, { states: STATES.waiting, cursor, limit: CHECKED_AT_ONCE });
    yield page.data;
    cursor = page.next;
  }
}

async function* fileIn(bytes: Uint8Array, countries: readonly string[]): AsyncGenerator<ContactRows> {
  try {
    yield* readContacts(bytes, countries);
  } catch (error) {
    throw error instanceof UnreadableFile ? refuse(PROBLEMS[error.problem]) : error;
  }
}

/** Instead of a call, or after it. */
function wordsOf({ message, followUp }: Pick<BatchRow, "message" | "followUp">): BatchMessage | null {
  return message ?? followUp?.message ?? null;
}

function wireBatch(
  row: BatchRow & { reached: number | null },
  counts = NOBODY,
  calls: Readonly<Record<string, number>> = {},
): Omit<Batch, "message_cost"> {
  const { outcomes } = counts;
  const sum = (...names: string[]): number => names.reduce((all, name) => all + (outcomes[name] ?? 0), 0);
  return {
    batch_id: wireId(row.id),
    agent_id: row.agentId,
    status: row.status,
    state: row.status,
    problem: row.problem,
    file_name: row.fileName,
    from_phone_number: row.fromNumbers[0] ?? null,
    from_phone_numbers: row.fromNumbers,
    scheduled_at: row.scheduledAt?.toISOString() ?? null,
    valid_contacts: row.validContacts,
    total_contacts: row.totalContacts,
    execution_status: calls,
    queued_count: counts.waiting,
    in_progress_count: counts.calling,
    completed_count: sum("completed"),
    failed_count: sum("failed", "error", "canceled", "stopped", "balance-low", ...(row.message ? ["unknown"] : [])),
    no_answer_count: sum("no-answer"),
    busy_count: sum("busy"),
    not_called_count: sum("refused", ...(row.message ? [] : ["unknown"])),
    finished_count: counts.finished,
    goal: row.goal,
    reached_count: row.reached,
    message: row.message,
    follow_up: row.followUp,
    follow_up_counts: row.followUp && counts.messages,
    segments: row.segments,
    sent_count: sum("sent"),
    delivered_count: sum("delivered"),
    read_count: sum("read"),
    humanized_created_at: ago(row.createdAt.toISOString(), Date.now()),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** The database keeps no order of them. */
function inFileOrder(variables: Readonly<Record<string, string>>, columns: readonly string[] | null): Record<string, string> {
  const known = (columns ?? []).flatMap((name) => {
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(known), ...variables };
}

function wireContact(row: ContactRow, columns: readonly string[] | null): BatchContact {
  const isWaiting = row.state === "waiting" || row.state === "claimed";
  const mayWait = isWaiting || row.state === "following";
  return {
    line: row.line,
    number: row.number,
    variables: inFileOrder(row.variables, columns),
    state: isWaiting ? "waiting" : row.state === "dialled" ? "calling" : stateOf(row.state),
    problem: row.problem,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only statuses of calls are stored
    outcome: row.outcome as BatchContact["outcome"],
    refusal: row.refusal,
    attempts: row.attempts,
    execution_id: row.executionId,
    message_outcome: row.messageOutcome,
    failure: row.failure,
    thread_id: row.threadId,
    not_before: mayWait ? (row.notBefore?.toISOString() ?? null) : null,
    changed_at: row.changedAt?.toISOString() ?? null,
  };
}

function stateOf(state: ContactState): BatchContact["state"] {
  return state === "refused" || state === "following" || state === "sending" ? state : "finished";
}

/** As the wire writes it. */
export function wireId(id: string): string {
  return id.replaceAll("-", "");
}
