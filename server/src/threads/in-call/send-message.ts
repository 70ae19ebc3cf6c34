/**
 * A text message to the person of a call, while it runs: through the gate, stored before the provider is asked, and told as it is once the provider
 * has answered. The same words in the same call are the same message.
 */
import { type LiveEvent, reachesNumbers } from "@ongea/contract";
import type { ToolOutcome } from "@ongea/conversation";
import type { SendMessage, SendOrder } from "../../calls/index.ts";
import type { MessageGate } from "../../compliance/index.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { orRefusal, Refusal } from "../../platform/http/refuse.ts";
import type { Live } from "../../platform/live/live.ts";
import type { Log } from "../../platform/log/log.ts";
import type { DeliveryStore } from "../messages/outgoing/store.ts";
import type { MessageRow } from "../messages/store.ts";
import type { Threads } from "../messages/threads.ts";
import { channelBy } from "../senders/senders.ts";
import type { SenderRow, SenderStore } from "../senders/store.ts";
import { ON_ITS_WAY, refusalIn, SENT, waitIn } from "./spoken.ts";
import { uuidOf } from "../../platform/uuid-of.ts";
import { timeLimit } from "@ongea/providers";

export interface SendMessageParts {
  deliveries: Pick<DeliveryStore, "read" | "ofCall">;
  senders: Pick<SenderStore, "all">;
  gate: Pick<MessageGate, "admit" | "judge">;
  threads: Pick<Threads, "begin" | "tell">;
  tenancy: Pick<Tenancy, "together">;
  live: Pick<Live<LiveEvent>, "subscribe">;
  log: Pick<Log, "info">;
}

/** A call that goes on writing is a fault of its model. */
const MOST_IN_A_CALL = 5;
const LONGEST_TEXT = 2_000;
/** The person waits on the line for it; a tool may take 15 s. */
const WAITS_MS = 8_000;
/** What nobody has told of is looked for. */
const LOOKS_EVERY_MS = 1_000;

export function createSendMessage(parts: SendMessageParts): SendMessage {
  const { deliveries, senders, gate, threads, tenancy, live, log } = parts;

  return async (order, signal) => {
    const { workspaceId, callId, number } = order;
    const text = order.text.trim().slice(0, LONGEST_TEXT);
    if (text === "") return refused("no_text");
    const sender = senderFor(order, await senders.all(workspaceId));
    if (!sender) return refused("no_sender");
    const to = await orRefusal(gate.admit(order, number));
    if (to instanceof Refusal) {
      log.info({ callId, code: to.code }, "A call's message is refused");
      return refused(to.code === "call.do_not_call" ? "opted_out" : to.code);
    }
    const begun = await tenancy.together(workspaceId, () => begin({ ...order, text, to }, sender));
    if (begun === undefined) return refused("too_many");
    if (begun.isNew) threads.tell(begun.thread);
    const verdict = await gate.judge({ workspaceId, to, begins: { id: order.agentId, document: order.document } });
    if (verdict.kind === "wait" && begun.row.state === "queued") return waiting(verdict.until, order.timeZone);
    return toldOf(await settled(begun.row, signal));
  };

  async function begin({ workspaceId, callId, agentId, text, to }: SendOrder & { to: string }, { id, provider }: SenderRow) {
    const clientId = idOf(callId, id, text);
    const written = await deliveries.ofCall({ workspaceId, id: callId });
    if (written.length >= MOST_IN_A_CALL && !written.includes(clientId)) return undefined;
    const where = { workspaceId, channel: channelBy(provider), address: to, senderId: id, agentId };
    return threads.begin({ ...where, clientId, callId, text, author: "agent", authorName: "" });
  }

  /** As it is once the provider has answered, or as it is when nobody waits any longer. */
  async function settled(row: MessageRow, signal: AbortSignal): Promise<MessageRow> {
    const over = timeLimit(WAITS_MS, signal);
    let latest = row;
    while (latest.state === "queued" && !over.aborted) {
      await nextNews(row, over);
      latest = (await deliveries.read(row)) ?? latest;
    }
    return latest;
  }

  function nextNews({ workspaceId, threadId }: MessageRow, over: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        over.removeEventListener("abort", done);
        stop();
        resolve();
      };
      const hear = (event: LiveEvent): void => void (event.event === "thread" && event.thread_id === threadId && done());
      const timer = setTimeout(done, LOOKS_EVERY_MS);
      const stop = live.subscribe(workspaceId, hear, done);
      over.addEventListener("abort", done);
      if (over.aborted) done();
    });
  }
}

/** The one that is named, else one that this agent answers, else the oldest. */
function senderFor({ senderId, agentId }: SendOrder, senders: readonly SenderRow[]): SenderRow | undefined {
  const all = senders.filter(({ provider }) => reachesNumbers(provider));
  if (senderId !== undefined) return all.find(({ id }) => id === senderId);
  return all.find((one) => one.agentId === agentId) ?? all[0];
}

function toldOf({ state, reason }: MessageRow): ToolOutcome {
  if (state === "failed") return refused(reason ?? "provider");
  if (state === "queued") return { ok: true, result: JSON.stringify({ accepted: true, sent: "not yet", speak: ON_ITS_WAY }) };
  return { ok: true, result: JSON.stringify({ sent: true, speak: SENT }) };
}

function waiting(until: Date, timeZone: string): ToolOutcome {
  const told = { accepted: true, sent: "not yet", leaves_at: until.toISOString(), speak: waitIn(until, timeZone) };
  return { ok: true, result: JSON.stringify(told) };
}

function refused(reason: string): ToolOutcome {
  return { ok: false, result: JSON.stringify({ sent: false, reason, speak: refusalIn(reason) }) };
}

function idOf(callId: string, senderId: string, text: string): string {
  return uuidOf(`${callId} ${senderId} ${text}`);
}
