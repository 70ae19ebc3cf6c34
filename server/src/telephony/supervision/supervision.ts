/** People beside a call: one listens to it, tells its assistant something, takes it over. Each act stands in the log before it is done. */
import type { Agents } from "../../agents/index.ts";
import type { Audit, Actor, AuditAction } from "../../accounts/index.ts";
import { refuse } from "../../platform/http/refuse.ts";
import type { Archive, SoundListener, RunningCall, Transfer } from "../../calls/index.ts";

export interface SupervisionParts {
  archive: Pick<Archive, "running">;
  agents: Pick<Agents, "read">;
  audit: Pick<Audit, "write">;
  transfer: Transfer;
}

export interface Supervision {
  /** Returns the way to stop. Refuses with "call.not_open", "call.too_many_listen", and as `Archive.running`. */
  listen(actor: Actor, callId: string, listener: SoundListener): Promise<() => void>;
  whisper(actor: Actor, callId: string, text: string): Promise<void>;
  /** Resolves when they talk; refuses when nobody came. */
  takeOver(actor: Actor, callId: string, to: string): Promise<{ to: string }>;
  /** Of no effect where nobody rings, or somebody has answered. */
  giveUp(actor: Actor, callId: string): Promise<void>;
}

export function createSupervision({ archive, agents, audit, transfer }: SupervisionParts): Supervision {
  /** Telephones that ring to take a call over: of a call one at a time. */
  const ringing = new Map<string, AbortController>();
  const openCall = async ({ workspaceId }: Actor, id: string): Promise<RunningCall> => {
    const call = await archive.running({ id, workspaceId });
    if (!call.isOpen) throw refuse("call.not_open");
    return call;
  };
  /** What was true before it was written down may not be any more. */
  const told = async (actor: Actor, call: RunningCall, action: AuditAction): Promise<RunningCall> => {
    await audit.write(actor, { subject: call.id, ...action, details: { agent_name: call.row.agentName, ...action.details } });
    return openCall(actor, call.id);
  };

  return {
    async listen(actor, callId, listener) {
      const call = await told(actor, await openCall(actor, callId), { act: "call.listened" });
      const stop = call.listen(listener);
      if (!stop) throw refuse("call.too_many_listen");
      return stop;
    },
    async whisper(actor, callId, text) {
      const open = await openCall(actor, callId);
      if (open.handsOver === "done") throw refuse("call.handed_over");
      (await told(actor, open, { act: "call.whispered" })).whisper(text, actor.name);
    },
    async takeOver(actor, callId, to) {
      const open = await openCall(actor, callId);
      const { handsOver, row } = open;
      if (handsOver === "done") throw refuse("call.handed_over");
      if (handsOver === "rings" || ringing.has(callId)) throw refuse("call.being_handed_over");
      const wanted = new AbortController();
      ringing.set(callId, wanted);
      try {
        const agent = await agents.read(actor.workspaceId, row.agentId ?? "");
        const call = await told(actor, open, { act: "call.taken_over", details: { to } });
        // The assistant has put the caller through meanwhile.
        if (call.handsOver !== "not") throw refuse("call.being_handed_over");
        const end = await transfer({ call, agent, to, by: actor.name, signal: wanted.signal });
        if (!end.ok) throw refuse(call.isOver ? "call.ended" : end.code);
        return { to: end.to };
      } finally {
        ringing.delete(callId);
      }
    },
    async giveUp(actor, callId) {
      await archive.running({ id: callId, workspaceId: actor.workspaceId });
      ringing.get(callId)?.abort();
    },
  };
}
