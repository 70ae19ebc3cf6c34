/**
 * Hands stored messages to their providers, each at most once: what a provider was asked before, and nobody knows its answer, is not sent again
 * by itself.
 */
import type { GateDecision, MessageFailure } from "@ongea/contract";
import type { AgentsDomain } from "../../agents/index.ts";
import type { Compliance, MessageGate } from "../../compliance/index.ts";
import { withPreparedStatements } from "../../platform/database/prepared-statements.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { Refusal } from "../../platform/http/refuse.ts";
import type { Job, Jobs } from "../../platform/jobs/jobs.ts";
import { NotNow } from "../../platform/jobs/queue.ts";
import type { Sent, TextChannel } from "../../contacts/index.ts";
import type { DeliveryStore, WaitingMessage } from "../messages/outgoing/store.ts";
import { deliverQueue, DELIVERY_ATTEMPTS } from "../messages/queue.ts";
import type { MessageRow, ThreadKey, ThreadRow } from "../messages/store.ts";
import type { Threads } from "../messages/threads.ts";
import type { MessageWebhooks } from "../messages/webhooks.ts";
import { optOut } from "../messages/opt-out.ts";
import { callbackUrl } from "../senders/routes.ts";
import type { SenderRow, SenderStore } from "../senders/store.ts";

export interface OutgoingParts {
  deliveries: Pick<DeliveryStore, "waiting" | "lastMail" | "claim" | "release" | "settle" | "byRef">;
  senders: Pick<SenderStore, "recent">;
  channelOf(sender: SenderRow): Promise<TextChannel | undefined>;
  gate: Pick<MessageGate, "judge">;
  agents: Pick<AgentsDomain["agents"], "present">;
  doNotCall: Pick<Compliance["doNotCall"], "add" | "forget">;
  threads: Pick<Threads, "tell">;
  webhooks: Pick<MessageWebhooks, "changed" | "wants">;
  tenancy: Pick<Tenancy, "of" | "together">;
  jobs: Pick<Jobs, "work">;
  /** Refuses a workspace that may spend no more. */
  checkMoney(workspaceId: string): Promise<void>;
  /** Messages cost nothing here. */
  isFree: boolean;
  /** Takes the price of a sent message from the balance, once. */
  charge(workspaceId: string, sent: { segments: number; note: string; subject: string }): Promise<void>;
  /** What the gate has answered of a message of a batch, as evidence, before the provider is asked. */
  decided(message: MessageRow, decision: GateDecision): Promise<void>;
  /** Takes a message of a batch back until then: its contact waits again. False: it belongs to none, or has been handed over. */
  putBack(message: MessageRow, until: Date | null): Promise<boolean>;
  publicUrl: string | undefined;
}

const AT_ONCE = 8;
const MOST_UNSTORED = 500;
/** Quiet hours are looked at again after so long at most: a workspace may change them. */
const LOOK_AGAIN_SECONDS = 3_600;

/** After the person's last message, on a channel that has a window. */
const WINDOW_HOURS = 24;

/** A provider that says when it takes more is asked then, for so long. */
const LONGEST_HELD_MS = 36_000_000;

/** `isAnswer`: by the provider. */
type Told = Sent & { isAnswer?: true };

export function startDelivering(parts: OutgoingParts): void {
  const { deliveries, tenancy, threads } = parts;
  /** What a provider has answered that could not be stored. By message. */
  const unstored = new Map<string, Told>();
  parts.jobs.work(deliverQueue, (key, job) => withPreparedStatements(() => deliver(key, job)), {
    atOnce: AT_ONCE,
    isRepeatable: true,
  });

  async function deliver(key: ThreadKey, job: Job): Promise<void> {
    const waiting = await deliveries.waiting(key);
    if (!waiting) return;
    try {
      await hand(key, waiting, job);
    } catch (error) {
      if (job.attempts < DELIVERY_ATTEMPTS || job.signal.aborted || error instanceof NotNow) throw error;
      const reason = waiting.message.askedAt === null ? "provider" : "unknown";
      await tenancy.together(key.workspaceId, () => settle(waiting, { state: "failed", reason }));
      threads.tell(waiting.thread);
    }
  }

  async function hand(key: ThreadKey, waiting: WaitingMessage, job: Job): Promise<void> {
    const sender = await parts.senders.recent({ workspaceId: key.workspaceId, id: waiting.thread.senderId ?? key.id });
    const sent = unstored.get(key.id) ?? (await judged(waiting, sender));
    if (!sent) return threads.tell(waiting.thread);
    unstored.set(key.id, sent);
    for (const oldest of unstored.keys()) if (unstored.size > MOST_UNSTORED) unstored.delete(oldest);
    await store(waiting, sender, sent, job);
    unstored.delete(key.id);
    threads.tell(waiting.thread);
  }

  /** Undefined: it was taken back. */
  async function judged(
    { message, thread, silentHours }: WaitingMessage,
    sender: SenderRow | undefined,
  ): Promise<Told | undefined> {
    if (message.askedAt !== null) return found(message, thread, sender);
    if (!sender) return { kind: "refused", reason: "no_sender" };
    const channel = await parts.channelOf(sender);
    if (channel?.isElsewhere) throw new NotNow(1);
    const { workspaceId, agentId, address: to } = thread;
    // What follows in a thread that the person never wrote in is the organisation's beginning still.
    const begins = message.begins || silentHours === null;
    const agent = begins ? await parts.agents.present(workspaceId, agentId) : undefined;
    if (begins && !agent) return { kind: "refused", reason: "no_sender" };
    let decision: GateDecision | undefined;
    const decided = message.batchId === null ? undefined : (one: GateDecision) => void (decision = one);
    const verdict = await parts.gate.judge({ workspaceId, to, begins: agent, decided });
    if (decision) await parts.decided(message, decision);
    if (verdict.kind === "opted out") return { kind: "refused", reason: "opted_out" };
    if (verdict.kind === "no consent") return { kind: "refused", reason: "no_consent" };
    if (verdict.kind === "wait") {
      if (await parts.putBack(message, verdict.until)) return undefined;
      throw new NotNow(secondsUntil(verdict.until));
    }
    if (!(await mayPay(workspaceId))) {
      if (await parts.putBack(message, null)) return undefined;
      return { kind: "refused", reason: "no_credit" };
    }
    if (!channel) return { kind: "refused", reason: "credentials" };
    const isClosed = channel.hasWindow && !message.template && !isWithin(silentHours, WINDOW_HOURS);
    const isAfterWindow = isClosed && message.author === "person" && isWithin(silentHours, channel.personsWindowHours ?? 0);
    if (isClosed && !isAfterWindow) return { kind: "refused", reason: "window_closed" };
    const { id, text, template, author, asksToCall } = message;
    const isMail = thread.channel === "email";
    const mail = isMail ? { id, isAutomatic: author === "agent", answers: await deliveries.lastMail(thread) } : undefined;
    if (!(await deliveries.claim(message))) return { kind: "unknown" };
    const reportUrl = callbackUrl(parts.publicUrl, sender);
    const sent = await channel.send({ to, text, template: template ?? undefined, asksToCall, isAfterWindow, reportUrl, mail });
    // It tells later whether it has taken it.
    if (sent.kind === "unknown" && channel.find) throw new Error("The provider's answer was lost");
    return { ...sent, isAnswer: true };
  }

  /** Its answer was lost, or a server was killed meanwhile: a provider that can be asked says whether the message has left. */
  async function found(
    { id, workspaceId, text, askedAt }: MessageRow,
    { address: to }: ThreadRow,
    sender: SenderRow | undefined,
  ): Promise<Told> {
    const channel = sender && (await parts.channelOf(sender));
    if (!sender || !channel?.find || !askedAt) return { kind: "unknown" };
    for (const ref of await channel.find({ to, text, reportUrl: undefined }, askedAt))
      if (!(await deliveries.byRef({ workspaceId, senderId: sender.id }, ref))) return { kind: "sent", ref };
    await deliveries.release({ workspaceId, id });
    throw new NotNow(1);
  }

  async function mayPay(workspaceId: string): Promise<boolean> {
    try {
      await parts.checkMoney(workspaceId);
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return false;
    }
  }

  async function settle(
    { message, thread }: Pick<WaitingMessage, "message" | "thread">,
    outcome: Parameters<DeliveryStore["settle"]>[1],
  ): Promise<void> {
    await parts.webhooks.changed(thread, await deliveries.settle(message, outcome));
  }

  async function store(
    { message, thread }: WaitingMessage,
    sender: SenderRow | undefined,
    sent: Told,
    { attempts }: Job,
  ): Promise<void> {
    const { workspaceId } = message;
    if (sent.kind === "later" && attempts < DELIVERY_ATTEMPTS) {
      await deliveries.release(message);
      unstored.delete(message.id);
      const { afterSeconds } = sent;
      const isYoung = Date.now() - message.createdAt.getTime() < LONGEST_HELD_MS;
      if (afterSeconds !== undefined && isYoung) throw new NotNow(Math.min(LOOK_AGAIN_SECONDS, afterSeconds));
      throw new Error("The provider could not take a message");
    }
    if (sent.kind === "sent" && parts.isFree && !(await parts.webhooks.wants(thread, message))) {
      await deliveries.settle(message, { state: "sent", reason: null, providerRef: sent.ref });
      return;
    }
    await tenancy.together(workspaceId, async () => {
      if (sent.kind !== "sent") {
        const reason = failureOf(sent);
        await settle({ message, thread }, { state: "failed", reason });
        if (reason === "opted_out" && sent.isAnswer) await optOut(parts, workspaceId, thread.address);
        return;
      }
      await settle({ message, thread }, { state: "sent", reason: null, providerRef: sent.ref });
      // Last: from here on the workspace's calls wait for its balance.
      await parts.charge(workspaceId, { segments: message.segments ?? 1, note: sender?.sender ?? "", subject: sent.ref });
    });
  }
}

function failureOf(sent: Exclude<Sent, { kind: "sent" }>): MessageFailure {
  if (sent.kind === "refused") return sent.reason;
  return sent.kind === "later" ? "provider" : "unknown";
}

function isWithin(silentHours: number | null, hours: number): boolean {
  return silentHours !== null && silentHours < hours;
}

function secondsUntil(moment: Date): number {
  const seconds = Math.ceil((moment.getTime() - Date.now()) / 1_000);
  return Math.min(LOOK_AGAIN_SECONDS, Math.max(1, seconds));
}
