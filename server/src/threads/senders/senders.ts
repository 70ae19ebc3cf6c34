/** Senders of text messages: added, changed and removed, each with its entry in the log; their channel is the workspace's account. */
import { randomBytes } from "node:crypto";
import type { MailProblem, MailSettings, MessageSender, SmppSettings, SmsProvider, ThreadChannel } from "@ongea/contract";
import type { Actor, Audit } from "../../accounts/index.ts";
import type { AgentsDomain } from "../../agents/index.ts";
import { refuse } from "../../platform/http/refuse.ts";
import type { Log } from "../../platform/log/log.ts";
import type { TextChannel } from "../../contacts/index.ts";
import type { SenderKey, SenderRow, SenderStore } from "./store.ts";

export interface SendersParts {
  store: SenderStore;
  audit: Pick<Audit, "act">;
  agents: Pick<AgentsDomain["agents"], "read">;
  isDemo(workspaceId: string): Promise<boolean>;
  /** Undefined: the provider is not connected, or refuses the workspace's key. Never rejects. */
  channelOf(sender: Pick<SenderRow, "workspaceId" | "provider" | "sender">): Promise<TextChannel | undefined>;
  mailboxes: MailboxesOfSenders;
  smpp: SmppOfSenders;
  /** Where providers deliver to it; undefined: they do not reach this server. */
  callbackUrl(sender: SenderRow): string | undefined;
  log: Pick<Log, "info">;
}

/** What an e-mail address has besides. */
export interface MailboxesOfSenders {
  /** Logs in at both servers. Refuses with what fails. */
  check(sender: string, settings: MailSettings): Promise<CheckedMail>;
  /** In a transaction of the caller's. */
  add(sender: SenderRow, checked: CheckedMail): Promise<void>;
  /** In a transaction of the caller's. The same mailbox is read on from where it was. */
  change(sender: SenderKey, checked: CheckedMail): Promise<void>;
  /** As everybody may see it. */
  state(sender: SenderKey): Promise<NonNullable<MessageSender["mailbox"]> | undefined>;
  /** Logs in at both. Undefined: it is no mailbox. */
  try(sender: SenderKey): Promise<TriedMail | undefined>;
}

/** What a sender by SMPP has besides. */
export interface SmppOfSenders {
  /** Binds and leaves. Refuses with what fails. */
  check(settings: SmppSettings): Promise<void>;
  /** In a transaction of the caller's. */
  add(sender: SenderRow, settings: SmppSettings): Promise<void>;
  /** In a transaction of the caller's. */
  change(sender: SenderKey, settings: SmppSettings): Promise<void>;
  /** As everybody may see it. */
  state(sender: SenderKey): Promise<NonNullable<MessageSender["smpp"]> | undefined>;
}

/** `place`: what comes after it is read. */
export interface CheckedMail {
  settings: MailSettings;
  place: { validity: string; lastUid: number };
}

export type TriedMail = Record<"smtp" | "imap", MailProblem | null>;

export interface Senders {
  all(workspaceId: string): Promise<SenderRow[]>;
  /** Refuses with "sender.not_found". */
  read(key: SenderKey): Promise<SenderRow>;
  create(actor: Actor, wanted: { provider: SmsProvider; sender: string; agentId: string } & OwnSettings): Promise<SenderRow>;
  change(
    actor: Actor,
    id: string,
    change: { agentId: string; answersCalls?: boolean | undefined } & OwnSettings,
  ): Promise<SenderRow>;
  remove(actor: Actor, id: string): Promise<void>;
  channelOf: SendersParts["channelOf"];
  mailboxes: Pick<MailboxesOfSenders, "state" | "try">;
  smpp: Pick<SmppOfSenders, "state">;
}

/** Of a sender that needs no connected provider. */
export interface OwnSettings {
  mail?: MailSettings | undefined;
  smpp?: SmppSettings | undefined;
}

/** What a sender's threads are on. */
export function channelBy(provider: SmsProvider): Exclude<ThreadChannel, "web-chat"> {
  return provider === "africastalking" || provider === "twilio" || provider === "smpp" ? "sms" : provider;
}

const MOST_IN_A_WORKSPACE = 20;
const HOOK_BYTES = 24;

export function createSenders(parts: SendersParts): Senders {
  const { store, audit, agents, isDemo, channelOf, log } = parts;

  /** Of a provider that is told by us where to deliver. */
  async function isConnected(row: SenderRow, { connect }: TextChannel): Promise<boolean> {
    if (!connect) return true;
    const url = parts.callbackUrl(row);
    return url !== undefined && (await connect(url).catch(() => false));
  }

  /** Refuses settings that do not work. Undefined: there are none. Both within the transaction that stores the sender. */
  async function checkedSettings(
    sender: string,
    { mail, smpp }: OwnSettings,
  ): Promise<{ add(row: SenderRow): Promise<void>; change(row: SenderRow): Promise<void> } | undefined> {
    if (smpp) {
      await parts.smpp.check(smpp);
      return { add: (row) => parts.smpp.add(row, smpp), change: (row) => parts.smpp.change(row, smpp) };
    }
    const checked = mail && (await parts.mailboxes.check(sender, mail));
    return checked && { add: (row) => parts.mailboxes.add(row, checked), change: (row) => parts.mailboxes.change(row, checked) };
  }

  return {
    all: (workspaceId) => store.all(workspaceId),
    async read(key) {
      const row = await store.read(key);
      if (!row) throw refuse("sender.not_found");
      return row;
    },
    async create(actor, { agentId, mail, smpp, ...wanted }) {
      const { workspaceId } = actor;
      if (await isDemo(workspaceId)) throw refuse("sender.demo");
      const agent = await agents.read(workspaceId, agentId);
      const checked = await checkedSettings(wanted.sender, { mail, smpp });
      const channel = checked ? undefined : await channelOf({ workspaceId, ...wanted });
      if (!channel && !checked) throw refuse("sender.not_connected");
      const label = channel?.describe ? await described(channel.describe) : "";
      const row = await audit.act(actor, async (write) => {
        if ((await store.hold(workspaceId)) >= MOST_IN_A_WORKSPACE) throw refuse("sender.too_many");
        const hook = randomBytes(HOOK_BYTES).toString("base64url");
        const row = await store.add({ workspaceId, agentId: agent.id, hook, label, ...wanted });
        if (!row) throw refuse("sender.taken");
        await checked?.add(row);
        await write({ act: "sender.added", subject: row.sender });
        return row;
      });
      if (!channel || (await isConnected(row, channel))) return row;
      await audit.act(actor, async (write) => {
        if (await store.remove(row)) await write({ act: "sender.removed", subject: row.sender });
      });
      throw refuse("sender.no_webhook");
    },
    async change(actor, id, { agentId, answersCalls, mail, smpp }) {
      const { workspaceId } = actor;
      const agent = await agents.read(workspaceId, agentId);
      const { provider, sender } = await this.read({ workspaceId, id });
      const isOthers = (mail && provider !== "email") || (smpp && provider !== "smpp");
      if (isOthers || (answersCalls && provider !== "whatsapp")) throw refuse("request.invalid");
      const checked = await checkedSettings(sender, { mail, smpp });
      const row = await audit.act(actor, async (write) => {
        const changes = { agentId: agent.id, ...(answersCalls !== undefined && { answersCalls }) };
        const row = await store.change({ workspaceId, id }, changes);
        if (!row) throw refuse("sender.not_found");
        await checked?.change(row);
        await write({ act: "sender.changed", subject: row.sender });
        return row;
      });
      // Again: a server that was killed, or has another address now, may not have told it.
      const channel = await channelOf(row);
      if (channel && !(await isConnected(row, channel))) throw refuse("sender.no_webhook");
      return row;
    },
    async remove(actor, id) {
      const row = await audit.act(actor, async (write) => {
        const row = await store.remove({ workspaceId: actor.workspaceId, id });
        if (!row) throw refuse("sender.not_found");
        await write({ act: "sender.removed", subject: row.sender });
        return row;
      });
      const channel = await channelOf(row);
      await channel?.disconnect?.().catch(() => log.info({ senderId: id }, "A provider was not told that a sender is removed"));
    },
    channelOf,
    mailboxes: parts.mailboxes,
    smpp: parts.smpp,
  };
}

async function described(describe: () => Promise<string | undefined>): Promise<string> {
  const label = await describe().catch(() => {
    throw refuse("sender.not_connected");
  });
  if (label === undefined) throw refuse("sender.unknown");
  return label;
}
