/** The STT of a voice note: as a call of its agent would hear it. */
import { randomUUID } from "node:crypto";
import type { Prices } from "@ongea/providers";
import { type Admissions, type AgentsDomain, planFor } from "../../agents/index.ts";
import { costOfWriting } from "../../engines/index.ts";
import type { ProviderResolver, Transcriber } from "../../engines/index.ts";
import { Refusal } from "../../platform/http/refuse.ts";
import type { ThreadRow } from "../messages/store.ts";

export interface NoteHearingParts {
  agents: Pick<AgentsDomain["agents"], "read">;
  connections: Pick<ProviderResolver, "lend">;
  transcriber: Pick<Transcriber, "transcribe">;
  admissions: Admissions;
  prices: Pick<Prices, "priceFor">;
  /** Refuses a workspace that may spend no more. */
  checkMoney(workspaceId: string): Promise<void>;
  /** The same subject again is the same note. */
  charge(workspaceId: string, spent: { cents: number; note: string; subject: string }): Promise<void>;
  timeZone: string;
  country: string;
}

export interface Note {
  samples: Int16Array;
  sampleRateHz: number;
  fileId: string;
}

export type NoteWords = { kind: "text"; text: string } | { kind: "busy" | "language" | "unavailable" };
export type NoteHearing = (thread: ThreadRow, note: Note) => Promise<NoteWords>;

export function createNoteHearing(parts: NoteHearingParts): NoteHearing {
  const { agents, connections, transcriber, admissions, prices, timeZone, country } = parts;
  return async ({ workspaceId, agentId, senderId, language: spoken }, { samples, sampleRateHz, fileId }) => {
    if (!(await mayPay(workspaceId))) return { kind: "unavailable" };
    const chooser = senderId === null ? {} : { chooser: { kind: "sender" as const, target: senderId } };
    const agent = await agents.read(workspaceId, agentId, chooser);
    const facts = { callId: randomUUID(), agentId, direction: "inbound" as const, userData: {}, startedAt: new Date() };
    const plan = planFor(agent.document, { ...facts, timeZone, country });
    const lent = await connections.lend(workspaceId, agent.document);
    const { used, ...words } = await transcriber.transcribe(samples, sampleRateHz, {
      language: spoken || plan.language,
      keywords: plan.keywords,
      lent: lent.recognisers,
      withoutServices: !(await admissions.has(workspaceId)),
    });
    const entries = used.map((one) => ({ kind: "usage" as const, atMs: 0, stage: "hear" as const, ...one }));
    const cents = costOfWriting(entries, { lent, prices });
    if (cents > 0) {
      await parts.charge(workspaceId, { cents, note: agent.document.agent_config.agent_name, subject: fileId });
    }
    return words;
  };

  async function mayPay(workspaceId: string): Promise<boolean> {
    try {
      await parts.checkMoney(workspaceId);
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return false;
    }
  }
}
