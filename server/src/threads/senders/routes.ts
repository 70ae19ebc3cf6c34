import {
  changeSender,
  checkSender,
  createSender,
  deleteSender,
  listSenders,
  mayActAs,
  type MessageSender,
} from "@ongea/contract";
import type { Principal } from "../../platform/http/authorise.ts";
import type { Http } from "../../platform/http/http.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import { channelBy, type Senders } from "./senders.ts";
import type { SenderRow } from "./store.ts";

/** `publicUrl`: as providers reach this server; undefined: they do not. */
export function senderRoutes(app: Http, senders: Senders, publicUrl: string | undefined): void {
  const told = async (row: SenderRow, { role }: Pick<Principal, "role">): Promise<MessageSender> => ({
    id: row.id,
    provider: row.provider,
    sender: row.sender,
    label: row.label,
    agent_id: row.agentId,
    answers_calls: row.answersCalls,
    callback_url: mayActAs(role, "admin") ? (callbackUrl(publicUrl, row) ?? null) : null,
    mailbox: row.provider === "email" ? await mailboxOf(row, role) : null,
    smpp: row.provider === "smpp" ? await smppOf(row, role) : null,
    created_at: row.createdAt.toISOString(),
  });
  const mailboxOf = async (row: SenderRow, role: Principal["role"]): Promise<MessageSender["mailbox"]> => {
    const mailbox = await senders.mailboxes.state(row);
    return mailbox ? { ...mailbox, settings: mayActAs(role, "admin") ? mailbox.settings : null } : null;
  };
  const smppOf = async (row: SenderRow, role: Principal["role"]): Promise<MessageSender["smpp"]> => {
    const link = await senders.smpp.state(row);
    return link ? { ...link, settings: mayActAs(role, "admin") ? link.settings : null } : null;
  };
  serve(app, listSenders, async (_, { principal }) =>
    Promise.all((await senders.all(principal.workspaceId)).map((row) => told(row, principal))),
  );
  serve(app, createSender, async ({ body: { agent_id: agentId, ...wanted } }, { principal }) =>
    told(await senders.create(principal, { agentId, ...wanted }), principal),
  );
  serve(app, changeSender, async ({ params, body }, { principal }) => {
    const { agent_id: agentId, answers_calls: answersCalls, mail, smpp } = body;
    return told(await senders.change(principal, params.sender_id, { agentId, answersCalls, mail, smpp }), principal);
  });
  serve(app, checkSender, async ({ params: { sender_id: id } }, { principal: { workspaceId } }) => {
    const tried = await senders.mailboxes.try({ workspaceId, id });
    if (!tried) throw refuse("sender.not_found");
    return tried;
  });
  serve(app, deleteSender, async ({ params }, { principal }) => {
    await senders.remove(principal, params.sender_id);
    return { success: true as const };
  });
}

export function callbackUrl(
  publicUrl: string | undefined,
  { id, hook, provider }: Pick<SenderRow, "id" | "hook" | "provider">,
): string | undefined {
  if (publicUrl === undefined || provider === "email" || provider === "smpp") return undefined;
  const path = provider === "messenger" || provider === "instagram" ? "meta" : channelBy(provider);
  return `${publicUrl}/channels/${path}/${id}/${hook}`;
}
