/** The text message that an agent may send in a call, as the editor shows it and as it stands in the document. Pure. */
import { type ApiTool, type ApiTools, isSendTool, sendSettingsOf } from "@ongea/contract";

export interface SendDraft {
  /** Empty: a sender that this agent answers. */
  senderId: string;
  /** Empty: the agent finds the words. */
  text: string;
}

const NAME = "send_message";
/** Read by models. */
const WHEN = "Sends the caller a text message, once they have said yes to it.";
const OWN_WORDS = {
  type: "object",
  properties: { text: { type: "string", description: "What shall the text message say?" } },
  required: ["text"],
};
const NO_WORDS = { type: "object", properties: {} };

/** Undefined: it sends none. */
export function sendIn(tools: ApiTools): { tool: ApiTool; draft: SendDraft } | undefined {
  const tool = tools.tools.find(isSendTool);
  if (!tool) return undefined;
  const { sender_id: senderId, text } = sendSettingsOf(tools, tool);
  return { tool, draft: { senderId: senderId ?? "", text: text ?? "" } };
}

export function withSend(tools: ApiTools, { senderId, text }: SendDraft): ApiTools {
  const before = tools.tools.find(isSendTool);
  const made: ApiTool = {
    ...(before ?? { key: NAME, name: NAME, description: WHEN }),
    parameters: text.trim() === "" ? OWN_WORDS : NO_WORDS,
  };
  const settings = { ...(senderId === "" ? {} : { sender_id: senderId }), ...(text.trim() === "" ? {} : { text }) };
  return {
    ...tools,
    tools: before ? tools.tools.map((one) => (one === before ? made : one)) : [...tools.tools, made],
    tools_params: { ...tools.tools_params, [made.name]: settings },
  };
}

export function withoutSend(tools: ApiTools): ApiTools {
  const gone = new Set(tools.tools.filter(isSendTool).map(({ name }) => name));
  const params = Object.entries(tools.tools_params).filter(([name]) => !gone.has(name));
  return { ...tools, tools: tools.tools.filter((one) => !isSendTool(one)), tools_params: Object.fromEntries(params) };
}
