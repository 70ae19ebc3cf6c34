/** Templates of a sender's account, and a message that the organisation begins by one: in its words, or by a template. */
import { type MessageTemplate, reachesNumbers, type TemplateChoice } from "@ongea/contract";
import { refuse } from "../../platform/http/refuse.ts";
import { RestFailure } from "../../platform/fetch/rest.ts";
import { type TemplateUse, filledBody } from "../../contacts/index.ts";
import type { Senders } from "../senders/senders.ts";
import type { SenderRow } from "../senders/store.ts";

export interface Templates {
  data: readonly MessageTemplate[];
  /** False until the number's first delivery, which names its account. */
  knowsAccount: boolean;
}

/** Of a sender that has no templates: none. */
export async function templatesOf(senders: Pick<Senders, "channelOf">, sender: SenderRow): Promise<Templates> {
  if (sender.provider !== "whatsapp") return { data: [], knowsAccount: true };
  if (sender.account === "") return { data: [], knowsAccount: false };
  const channel = await senders.channelOf(sender);
  if (!channel?.templates) throw refuse("sender.not_connected");
  const data = await channel.templates(sender.account).catch((error: unknown) => {
    throw error instanceof RestFailure ? refuse("sender.not_connected") : error;
  });
  return { data, knowsAccount: true };
}

/** Refuses with "message.no_template" one that cannot be sent so. */
export function useTemplate(
  templates: readonly MessageTemplate[],
  { name, language, values }: TemplateChoice,
): { template: TemplateUse; body: string; text: string } {
  const found = templates.find((one) => one.name === name && one.language === language);
  if (!found?.can_send || found.variables.length !== values.length) throw refuse("message.no_template");
  const filled = found.variables.map((variable, at) => ({ name: variable, text: values[at] ?? "" }));
  return { template: { name, language, values: filled }, body: found.body, text: filledBody(found.body, filled) };
}

export interface FirstWords {
  text: string;
  template: TemplateChoice | null;
}

export interface CheckedWords {
  sender: SenderRow;
  /** Before the variables of a template are filled in. */
  body: string;
  text: string;
  template: TemplateUse | undefined;
}

/** Refuses what could not begin a conversation by this sender. */
export async function checkFirstWords(
  senders: Pick<Senders, "read" | "channelOf">,
  key: { workspaceId: string; id: string },
  { text, template: chosen }: FirstWords,
): Promise<CheckedWords> {
  const sender = await senders.read(key);
  if (!reachesNumbers(sender.provider)) throw refuse("sender.not_sms");
  if (sender.provider !== "whatsapp") {
    if (chosen || text.trim() === "") throw refuse("message.no_template");
    return { sender, body: text, text, template: undefined };
  }
  if (!chosen) throw refuse("message.no_template");
  return { sender, ...useTemplate((await templatesOf(senders, sender)).data, chosen) };
}
