/**
 * Writes what batches of messages have to write. A contact and the message in its thread change in one transaction, before the provider is
 * asked: a server that is killed leaves both or neither, and nobody is written to twice.
 */
import { statusOf, Refusal } from "../../../platform/http/refuse.ts";
import type { Activity } from "../../../accounts/index.ts";
import { beyondReach } from "../../../platform/database/reach.ts";
import type { Tenancy } from "../../../platform/database/tenancy.ts";
import type { Log } from "../../../platform/log/log.ts";
import { uuidOf } from "../../../platform/uuid-of.ts";
import type { FollowedCall } from "./follow-up.ts";
import type { MessageChannel, PreparedMessage } from "./message-channel.ts";
import type { MessagingStore, RunningBatch, Turn, TurnResult } from "./store.ts";

export interface MessengerParts {
  store: MessagingStore;
  channel: Pick<MessageChannel, "prepare">;
  tenancy: Pick<Tenancy, "together" | "committed">;
  /** Whether a message after a call is for its person; a moment: it is not known before. */
  isDue(call: FollowedCall): Promise<boolean | Date>;
  /** Refuses a workspace that may spend no more. */
  checkMoney(workspaceId: string): Promise<void>;
  tell: Activity["tell"];
  log: Pick<Log, "warn">;
  perSecond: number;
  lookMs?: number;
}

export interface Messenger {
  /** There may be somebody to write to. */
  wake(): void;
  stop(): Promise<void>;
}

const LOOK_MS = 500;
/** Answers to people share the queue to the providers: so many messages of one sender at most stand before them. */
const MOST_SENDING = 20;
/** A template is looked at again after so long. */
const PREPARED_MS = 60_000;
const MOST_PREPARED = 200;
const AGAIN_AFTER_MS = 30_000;
/** A provider that cannot be asked is asked again so often before the batch fails. */
const MOST_TRIES = 5;
const GIVEN_UP_HOURS = 48;
const TIDY_MS = 60_000;

type Prepared = { message: PreparedMessage; untilMs: number } | { tries: number; untilMs: number };

export function createMessenger(parts: MessengerParts): Messenger {
  const { store, log, lookMs = LOOK_MS } = parts;
  const prepared = new Map<string, Prepared>();
  let isStopped = false;
  let looking: Promise<void> | undefined;
  let tidiedMs = Number.NEGATIVE_INFINITY;
  const timer = setInterval(wake, lookMs).unref();

  function wake(): void {
    if (isStopped) return;
    looking ??= beyondReach(look)
      .catch((error: unknown) => log.warn({ err: error }, "Batches of messages could not be looked at; they will be in a moment"))
      .finally(() => (looking = undefined));
  }

  async function look(): Promise<void> {
    if (performance.now() - tidiedMs > TIDY_MS) {
      tidiedMs = performance.now();
      await store.giveUp(GIVEN_UP_HOURS);
    }
    for (const batch of await store.running()) {
      if (isStopped) return;
      await step(batch).catch((error: unknown) =>
        log.warn({ err: error, batchId: batch.id }, "A batch of messages could not go on; it will in a moment"),
      );
    }
  }

  async function step(batch: RunningBatch): Promise<void> {
    const message = await ready(batch);
    if (!message) return;
    await parts.tenancy.together(batch.workspaceId, async () => {
      const pace = { perSecond: parts.perSecond, mostSending: MOST_SENDING, behindMs: lookMs * 2 };
      for (const turn of await store.turns(batch, pace))
        await store.settle(batch, turn.line, (await early(batch, turn)) ?? (await take(batch, message, turn)));
    });
  }

  /** Of a message after a call that is not for this person, or not yet. */
  async function early({ workspaceId, followUp, goal }: RunningBatch, { executionId }: Turn): Promise<TurnResult | undefined> {
    if (!followUp) return undefined;
    if (executionId === null) return { kind: "not due" };
    const isDue = await parts.isDue({ workspaceId, executionId, followUp, goal });
    if (isDue instanceof Date) return { kind: "wait", until: isDue };
    return isDue ? undefined : { kind: "not due" };
  }

  /** Undefined: not now, or not at all, which the batch says. */
  async function ready(batch: RunningBatch): Promise<PreparedMessage | undefined> {
    const key = `${batch.id} ${batch.agentId}`;
    const known = prepared.get(key);
    const isFresh = known !== undefined && performance.now() < known.untilMs;
    if (isFresh && !("message" in known)) return undefined;
    try {
      await parts.checkMoney(batch.workspaceId);
      if (isFresh && "message" in known) return known.message;
      const message = await parts.channel.prepare(batch);
      keep(key, { message, untilMs: performance.now() + PREPARED_MS });
      return message;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const tries = known && "tries" in known ? known.tries + 1 : 1;
      const mayPass = statusOf(error.code) >= 500 || error.code === "sender.not_connected";
      if (mayPass && tries < MOST_TRIES) keep(key, { tries, untilMs: performance.now() + AGAIN_AFTER_MS });
      else {
        prepared.delete(key);
        await fail(batch, error);
      }
      return undefined;
    }
  }

  function keep(key: string, one: Prepared): void {
    prepared.delete(key);
    prepared.set(key, one);
    for (const oldest of prepared.keys()) if (prepared.size > MOST_PREPARED) prepared.delete(oldest);
  }

  async function fail(batch: RunningBatch, { code }: Refusal): Promise<void> {
    const failed = await store.fail(batch, code);
    if (!failed) return;
    const subject = { kind: "batch", id: batch.id } as const;
    const details = { name: failed.fileName };
    await parts.tell(batch.workspaceId, { kind: "batch.failed", tone: "error", details, subject, notify: true });
  }

  return {
    wake,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await looking;
    },
  };
}

async function take(batch: RunningBatch, message: PreparedMessage, { line, number, variables }: Turn): Promise<TurnResult> {
  const filled = message.fill(variables);
  if (filled.kind === "refused") return { kind: "left out", problem: filled.problem };
  const admission = await message.admit(number);
  if (admission.kind === "refused") return admission;
  if (admission.kind === "wait") return admission;
  const clientId = uuidOf(`batch ${batch.id} ${line}`);
  const { text, values } = filled;
  return { kind: "written", ...(await message.write({ clientId, batchId: batch.id, address: admission.address, text, values })) };
}
