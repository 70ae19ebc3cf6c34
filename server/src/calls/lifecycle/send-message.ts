/** Writing to the person of a call, as its agent asks for it. */
import type { AgentDocument } from "@ongea/contract";
import type { ToolOutcome } from "@ongea/conversation";
import type { MessageToSend } from "../../agents/index.ts";
import type { PhoneNumber } from "../../platform/phone-number/phone-number.ts";

export interface SendOrder extends MessageToSend {
  workspaceId: string;
  callId: string;
  agentId: string;
  document: AgentDocument;
  number: PhoneNumber;
  /** Of the call, IANA. */
  timeZone: string;
}

/** Resolves with what is to be told: never rejects for what the gate or the provider says. */
export type SendMessage = (order: SendOrder, signal: AbortSignal) => Promise<ToolOutcome>;
