/** The gate for everything that is written to a telephone number: answers, a person's words, messages that the organisation begins. */
import type { AgentDocument, GateDecision, RefusalCode } from "@ongea/contract";
import { refuse } from "../../platform/http/refuse.ts";
import { isMissing } from "../consents/consents.ts";
import { mayDial } from "./dialable-number.ts";
import { admitBy, decisionOf, type AdmitParts, type GateParts } from "./gate.ts";

export interface Writing {
  workspaceId: string;
  /** E.164. */
  to: string;
  /** The agent for which the organisation begins: quiet hours and consents hold. Absent: the person has written first. */
  begins?: { id: string; document: AgentDocument } | undefined;
  /** Told of an answer with the facts by which it was given; of one that waits, nothing. */
  decided?: ((decision: GateDecision) => void) | undefined;
}

type Facts = GateDecision["facts"];

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
  const consentOf = (workspaceId: string, agentId: string, number: string) =>
    parts.consents.judge({ workspaceId, agentId, number, channel: "message", at: parts.now() });

  /** As evidence. */
  async function decide({ workspaceId, to, begins, decided }: Writing, found: Pick<Facts, "listed" | "consent">): Promise<void> {
    if (!decided) return;
    const { listed, consent } = found;
    const reason: RefusalCode | null = listed ? "call.do_not_call" : consent && isMissing(consent) ? "call.no_consent" : null;
    const at = parts.now();
    const dial = mayDial({ to, isRegistered: false, isDemo: false, countries: parts.countries });
    const there =
      begins && (await parts.opening.there({ workspaceId, document: begins.document }, to, at).catch(() => undefined));
    const facts: Facts = {
      ...(dial.kind === "number" && { country: dial.country }),
      ...(there && { local_time: there.time, time_zone: there.timeZone, holiday: there.isHoliday }),
      ...found,
    };
    decided({ ...decisionOf("message", to, reason), at: at.toISOString(), facts });
  }
  return {
    async admit({ workspaceId, agentId }, wanted) {
      const { to } = await admit(workspaceId, wanted);
      if (isMissing(await consentOf(workspaceId, agentId, to))) throw refuse("call.no_consent");
      return to;
    },
    async refuseOptedOut(workspaceId, number) {
      if (await parts.isListed(workspaceId, number)) throw refuse("call.do_not_call");
    },
    async judge(writing) {
      const { workspaceId, to, begins } = writing;
      const listed = await parts.isListed(workspaceId, to);
      const consent = begins && !listed ? await consentOf(workspaceId, begins.id, to) : undefined;
      const isBarred = listed || (consent !== undefined && isMissing(consent));
      const closed =
        begins && !isBarred ? await parts.opening.closed({ workspaceId, document: begins.document }, to, parts.now()) : undefined;
      if (closed) return { kind: "wait", until: closed.until };
      await decide(writing, { listed, ...(consent && { consent }) });
      if (listed) return { kind: "opted out" };
      return { kind: isBarred ? "no consent" : "allowed" };
    },
  };
}
