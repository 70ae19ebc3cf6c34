/** The gate for everything that is written to a telephone number: answers, a person's words, messages that the organisation begins. */
import type { AgentDocument } from "@ongea/contract";
import { refuse } from "../../platform/http/refuse.ts";
import { admitBy, type AdmitParts, type GateParts } from "./gate.ts";

export interface Writing {
  workspaceId: string;
  /** E.164. */
  to: string;
  /** The agent for which the organisation begins: quiet hours hold. Absent: the person has written first. */
  begins?: AgentDocument | undefined;
}

export type WritingVerdict = { kind: "allowed" } | { kind: "opted out" } | { kind: "wait"; until: Date };

export interface MessageGate {
  /** Whom the organisation may begin to write to, in E.164: number, country, opt-out. Refuses as for a call. */
  admit(workspaceId: string, to: string): Promise<string>;
  /** Refuses with "call.do_not_call" a number that wants nothing from this workspace. */
  refuseOptedOut(workspaceId: string, number: string): Promise<void>;
  /** When it is about to leave. */
  judge(writing: Writing): Promise<WritingVerdict>;
}

export type MessageGateParts = Omit<AdmitParts, "isRegistered"> & Pick<GateParts, "opening" | "now">;

export function createMessageGate(parts: MessageGateParts): MessageGate {
  const admit = admitBy({ ...parts, isRegistered: () => false });
  return {
    admit: async (workspaceId, to) => (await admit(workspaceId, to)).to,
    async refuseOptedOut(workspaceId, number) {
      if (await parts.isListed(workspaceId, number)) throw refuse("call.do_not_call");
    },
    async judge({ workspaceId, to, begins: document }) {
      if (await parts.isListed(workspaceId, to)) return { kind: "opted out" };
      const closed = document && (await parts.opening.closed({ workspaceId, document }, to, parts.now()));
      return closed ? { kind: "wait", until: closed.until } : { kind: "allowed" };
    },
  };
}
