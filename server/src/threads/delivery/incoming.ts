/** What providers deliver to a sender: messages, each once, and what has become of ours. */
import { z } from "zod";
import { type Compliance, keywordIn } from "../../compliance/index.ts";
import { withPreparedStatements } from "../../platform/database/prepared-statements.ts";
import type { Tenancy } from "../../platform/database/tenancy.ts";
import { refuse } from "../../platform/http/refuse.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import type { Queue } from "../../platform/jobs/queue.ts";
import { parsePhoneNumber } from "../../platform/phone-number/phone-number.ts";
import { sanitizeForPostgres } from "../../platform/text.ts";
import { MailAddress, MESSAGE_FAILURES } from "@ongea/contract";
import type { Attachment, CallPermissionReply, Delivered, Media, Received } from "../../contacts/index.ts";
import { downloadQueue, MOST_FILES } from "../files/download.ts";
import { attachedFile, attachmentKind } from "../files/attached.ts";
import type { FileStore } from "../messages/files/store.ts";
import type { DeliveryStore } from "../messages/outgoing/store.ts";
import type { ThreadRow } from "../messages/store.ts";
import type { Threads } from "../messages/threads.ts";
import type { MessageWebhooks } from "../messages/webhooks.ts";
import { channelBy } from "../senders/senders.ts";
import type { SenderRow } from "../senders/store.ts";
import { optOut } from "../messages/opt-out.ts";
import { uuidOf } from "../../platform/uuid-of.ts";

export interface IncomingParts {
  deliveries: Pick<DeliveryStore, "byRef" | "isAsking" | "report" | "reportUpTo">;
  files: Pick<FileStore, "add" | "store" | "fail" | "storedToday">;
  threads: Pick<Threads, "receive" | "tell">;
  /** Of the thread that a message stands in. */
  threadOf(key: { workspaceId: string; id: string }): Promise<ThreadRow | undefined>;
  /** With this person. */
  threadAt(sender: SenderRow, address: string): Promise<ThreadRow | undefined>;
  webhooks: Pick<MessageWebhooks, "changed">;
  /** Who answers this person: the agent of a batch that has written to them lately, or the sender's; and their thread, if there is one. */
  agentOf(sender: SenderRow, address: string): Promise<{ agentId: string; known?: ThreadRow | undefined }>;
  /** As the provider calls somebody who writes for the first time, where it says so only when it is asked. Never rejects. */
  nameOf?(sender: SenderRow, address: string): Promise<string>;
  /** The first words of the agent that answers there. */
  welcome(sender: SenderRow): Promise<string>;
  doNotCall: Pick<Compliance["doNotCall"], "add" | "remove" | "forget">;
  /** Somebody has decided about calls. In the transaction that stores it. */
  decided(sender: SenderRow, number: string, reply: CallPermissionReply): Promise<void>;
  tenancy: Pick<Tenancy, "of" | "together">;
  jobs: Pick<Jobs, "send" | "work">;
}

export interface Incoming {
  /** Refuses what was not written to this sender, and reports of messages that are not its own. */
  take(sender: SenderRow, delivered: Delivered): Promise<void>;
  /** From now on this server files reports that came early. */
  start(): void;
}

const LONGEST_TEXT = 2_000;
const LONGEST_MAIL = 8_000;

const EarlyReport = z.object({
  workspaceId: z.uuid(),
  senderId: z.uuid(),
  ref: z.string(),
  state: z.enum(["sent", "delivered", "read", "failed"]),
  reason: z.enum(MESSAGE_FAILURES).nullable(),
});

/** Reports that came before the provider's answer, by which we know its name of the message. */
export const reportQueue: Queue<z.output<typeof EarlyReport>> = {
  name: "message-report",
  data: EarlyReport,
  takesSeconds: 15,
  againAfterSeconds: (attempts) => [1, 5, 20, 60][attempts - 1],
};

export function createIncoming(parts: IncomingParts): Incoming {
  const { deliveries, files, threads, doNotCall, tenancy, jobs } = parts;

  async function message(
    sender: SenderRow,
    { ref, from, to, text, name = "", asks, isGreeting, media, mail, isAutomatic, attachments = [] }: Received,
    also?: (number: string) => Promise<void>,
  ): Promise<void> {
    const { workspaceId } = sender;
    const address = addressIn(from, sender);
    if (address === undefined || digitsOf(to) !== digitsOf(sender.sender)) throw refuse("message.wrong_number");
    const greeting = isGreeting ? await parts.welcome(sender) : "";
    const keyword = asks ?? keywordIn(text);
    const answered = await parts.agentOf(sender, address);
    const called = name === "" && !answered.known ? await parts.nameOf?.(sender, address) : name;
    await threads.receive({
      workspaceId,
      channel: channelBy(sender.provider),
      address,
      name: sanitizeForPostgres(called ?? ""),
      senderId: sender.id,
      ...answered,
      clientId: idOf(sender.id, ref),
      text: sanitizeForPostgres(text).slice(0, mail ? LONGEST_MAIL : LONGEST_TEXT),
      mail,
      page: "",
      welcome: "",
      isSilent: keyword === "stop" || isAutomatic === true,
      greeting,
      isUnheard: media?.kind === "audio",
      async whenNew({ id: messageId, threadId }) {
        for (const one of attachments) await attach({ workspaceId, messageId, threadId }, one);
        if (media) await note({ workspaceId, messageId, media });
        if (keyword === "stop") await optOut({ doNotCall, tenancy }, workspaceId, address);
        await also?.(address);
        if (keyword === "start") await doNotCall.remove(workspaceId, address);
      },
    });
  }

  /** The thread is held: nobody counts at the same time. */
  async function attach(
    { workspaceId, messageId, threadId }: { workspaceId: string; messageId: string; threadId: string },
    { name, bytes }: Attachment,
  ): Promise<void> {
    const today = await files.storedToday({ workspaceId, id: threadId });
    const kind = attachmentKind(bytes);
    const file = await files.add({ workspaceId, messageId, kind, name: sanitizeForPostgres(name), providerRef: null });
    const stored = today >= MOST_FILES ? { reason: "too_many" as const } : attachedFile(bytes);
    await ("reason" in stored ? files.fail(file, stored.reason) : files.store(file, stored));
  }

  async function note(of: { workspaceId: string; messageId: string; media: Media }): Promise<void> {
    const { media, ...message } = of;
    const { ref: providerRef, kind, name } = media;
    const { id, workspaceId } = await files.add({ ...message, kind, name: sanitizeForPostgres(name), providerRef });
    await jobs.send(downloadQueue, { id, workspaceId });
  }

  /** False: there is no such message yet. */
  async function report({ workspaceId, senderId, ref, state, reason }: z.output<typeof EarlyReport>): Promise<boolean> {
    const row = await deliveries.byRef({ workspaceId, senderId }, ref);
    if (!row) return false;
    const thread = await parts.threadOf({ workspaceId, id: row.threadId });
    if (!thread) return true;
    const changed = await tenancy.together(workspaceId, async () => {
      const rows = await deliveries.report(row, { state, reason });
      await parts.webhooks.changed(thread, rows);
      return rows;
    });
    if (changed.length > 0) threads.tell(thread);
    return true;
  }

  async function reportUpTo(sender: SenderRow, { from, state, upTo }: Extract<Delivered, { kind: "up-to" }>): Promise<void> {
    const address = addressIn(from, sender);
    const thread = address === undefined ? undefined : await parts.threadAt(sender, address);
    if (!thread) return;
    const changed = await tenancy.together(thread.workspaceId, async () => {
      const rows = await deliveries.reportUpTo(thread, { state, upTo });
      await parts.webhooks.changed(thread, rows);
      return rows;
    });
    if (changed.length > 0) threads.tell(thread);
  }

  return {
    take: (sender, delivered) => withPreparedStatements(() => take(sender, delivered)),
    start() {
      jobs.work(reportQueue, async (told) => {
        if (!(await report(told))) throw new Error("A report is of a message that nobody knows yet");
      });
    },
  };

  async function take(sender: SenderRow, delivered: Delivered): Promise<void> {
    if (delivered.kind === "message") return message(sender, delivered);
    if (delivered.kind === "call-permission")
      return message(sender, permissionMessage(delivered), (number) => parts.decided(sender, number, delivered));
    if (delivered.kind === "up-to") return reportUpTo(sender, delivered);
    const { workspaceId, id: senderId } = sender;
    if (delivered.kind === "opt-out") {
      const address = addressIn(delivered.from, sender);
      if (address === undefined) throw refuse("message.wrong_number");
      await tenancy.together(workspaceId, () => optOut({ doNotCall, tenancy }, workspaceId, address));
      return;
    }
    const { ref, state, reason, to } = delivered;
    const told = { workspaceId, senderId, ref, state, reason };
    if (await report(told)) return;
    if (await deliveries.isAsking({ workspaceId, senderId }, to)) await jobs.send(reportQueue, told);
    // Its name may have been stored since.
    else if (!(await report(told))) throw refuse("message.not_found");
  }
}

/** As it stands in their thread; the agent has nothing to say to it. */
function permissionMessage({ ref, from, to, isAllowed, expiresAt }: CallPermissionReply): Received {
  const until = expiresAt === null ? "" : ` until ${expiresAt.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const text = isAllowed ? `[calls allowed${until}]` : "[calls declined]";
  return { kind: "message", ref, from, to, text, isAutomatic: true };
}

/** Where somebody is on a channel without numbers: its name, and how it calls them. */
const CHAT = /^(?:telegram|messenger|instagram):[1-9]\d{0,24}$/;

/** A number in E.164, or where somebody is on a channel that has none. */
function addressIn(from: string, { provider }: SenderRow): string | undefined {
  if (provider === "email") return MailAddress.safeParse(from).data;
  return CHAT.test(from) ? from : parsePhoneNumber(from);
}

function digitsOf(name: string): string {
  return name.replace("+", "").toLowerCase();
}

/** The same delivery is the same message: an id made from the sender and the provider's own. */
function idOf(senderId: string, ref: string): string {
  return uuidOf(`${senderId} ${ref}`);
}
