/** The gate for everything that is written to a telephone number: answers, a person's words, messages that the organisation begins. */
import type { AgentDocument } from "@ongea/contract";
import { refuse } from "../../platform/http/refuse.ts";
import { isMissing } from "../consents/consents.ts";
import { admitBy, type AdmitParts, type GateParts } from "./gate.ts";

export interface Writing {
  workspaceId: string;
  /** E.164. */
  to: string;
  /** The agent for which the organisation begins: quiet hours and consents hold. Absent: the person has written first. */
  begins?: { id: string; document: AgentDocument } | undefined;
}

export type WritingVerdict = { kind: "allowed" } | { kind: "opted out" | "no consent" } | { kind: "wait"; until: Date };

export interface MessageGate {
  /** Whom this agent's organisation may begin to write to, in E.164: number, country, opt-out, consent. Refuses as for a call. */
  admit(agent: { workspaceId: string; agentId: string }, to: string): Promise<string>;
  /** Refuses with "call.do_not_call" a number that wants nothing from this workspace. */
  refuseOptedOut(workspaceId: string, number: string): Promise<void>;
  /** When it is about to leave. */
  judge(writing: Writing): Promise<WritingVerdict>;
}

export type MessageGateParts = Omit<AdmitParts, "isRegistered"> & Pick<GateParts, "consents" | "opening" | "now">;

export function createMessageGate(parts: MessageGateParts): MessageGate {
  const admit = admitBy({ ...parts, isRegistered: () => false });
  async function hasConsent(workspaceId: string, agentId: string, number: string): Promise<boolean> {
    return !isMissing(await parts.consents.judge({ workspaceId, agentId, number, channel: "message", at: parts.now() }));
  }
  return {
    async admit({ workspaceId, agentId }, wanted) {
      const { to } = await admit(workspaceId, wanted);
      if (!(await hasConsent(workspaceId, agentId, to))) throw refuse("call.no_consent");
      return to;
    },
    async refuseOptedOut(workspaceId, number) {
      if (await parts.isListed(workspaceId, number)) throw refuse("call.do_not_call");
    },
    async judge({ workspaceId, to, begins }) {
      if (await parts.isListed(workspaceId, to)) return { kind: "opted out" };
      if (begins && !(await hasConsent(workspaceId, begins.id, to))) return { kind: "no consent" };
      const closed = begins && (await parts.opening.closed({ workspaceId, document: begins.document }, to, parts.now()));
      return closed ? { kind: "wait", until: closed.until } : { kind: "allowed" };
    },
  };
}
