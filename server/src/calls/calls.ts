/** The calls that run now. */
import { randomUUID } from "node:crypto";
import { OPT_OUT_TOOL, RECORDED, type Plan, type ToolOutcome } from "@ongea/conversation";
import type { StoredAgent } from "../agents/documents/index.ts";
import type { Appointments } from "../agents/appointments/index.ts";
import type { CarrierName } from "../telephony/carriers/index.ts";
import type { Lender } from "../engines/connections/index.ts";
import type { CountryPacks } from "../compliance/country-packs/index.ts";
import type { Retrieval } from "../agents/knowledge/index.ts";
import { RETRIEVAL } from "./media/messages.ts";
import type { Messages } from "../agents/messages/index.ts";
import { isInReach } from "../platform/database/reach.ts";
import { refuse } from "../platform/http/refuse.ts";
import { findKnowledge, namedKnowledge } from "./agent/knowledge.ts";
import type { CalendarParts } from "./agent/calendar.ts";
import type { FunctionParts } from "./agent/functions.ts";
import { lentOf, remarksOn } from "./agent/lent.ts";
import { type CallFacts, planFor, valuesOf, wishesOf } from "./agent/plan.ts";
import type { Admissions } from "./agent/mind.ts";
import { recordingOf } from "./agent/recording.ts";
import { runTool } from "./agent/tools.ts";
import { callerNumber, isE164 } from "./caller-number.ts";
import { RunningCall, type RunningCallParts } from "./life/running-call.ts";
import type { CallKey, CallRow } from "./store.ts";
import type { Transfer } from "./ways/transfer.ts";
import type { Webhooks } from "./webhooks/webhooks.ts";

export interface CallsParts extends Omit<RunningCallParts, "tool" | "finished"> {
  appointments: Appointments;
  functions: FunctionParts;
  messages: Messages;
  /** Absent: appointments are kept here only. */
  calendars?: CalendarParts;
  /** Absent: assistants know nothing but their instructions. */
  retrieval?: Retrieval;
  /** Absent: the workspace's own connections are lent to nobody. */
  connections?: Pick<Lender, "expect" | "lend">;
  /** Absent: callers are put through to nobody. */
  transfer?: Transfer;
  /** How a workspace's words are said. Absent: as they are written. */
  pronunciations?: { expect(workspaceId: string): void; of(workspaceId: string): Promise<Plan["pronunciations"]> };
  /** What holds for recording a call with a number. Absent: it is announced. */
  packs?: Pick<CountryPacks, "expect" | "recording">;
  /** Absent: nobody is told. */
  webhooks?: Pick<Webhooks, "changed">;
  /** Absent: every workspace may use the installation's speech and language services. */
  admissions?: Admissions;
  /** Puts the person's number on the workspace's do-not-call list. Absent: there is none. */
  optOut?(wish: { workspaceId: string; callId: string; number: string }): Promise<void>;
  /** ISO 3166: a caller's number without a country code belongs to it, where the number that they called has none either. */
  country?: string;
  timeZone: string;
  /** Of the server that carries them. */
  ownerId: string;
}

export interface NewCallFacts {
  /** Chosen by whoever may order the same call twice. */
  id?: string | undefined;
  agent: StoredAgent;
  provider: "sip" | "webrtc" | CarrierName;
  direction: "inbound" | "outbound";
  status: CallRow["status"];
  fromNumber?: string | undefined;
  toNumber?: string | undefined;
  userData?: Record<string, unknown>;
  batchId?: string | undefined;
}

/** Nothing that the built-in parts do costs anything. */
const NO_COST = { llm: 0, network: 0, platform: 0, synthesizer: 0, transcriber: 0 };
/** For a goodbye to be heard, which a conversation bounds to 12 s, and the last rows to be written. */
const FAREWELL_MS = 14_000;

export class Calls {
  readonly #parts: CallsParts;
  readonly #running = new Map<string, RunningCall>();
  #draining = false;

  constructor(parts: CallsParts) {
    this.#parts = parts;
  }

  get running(): number {
    return this.#running.size;
  }

  /** A call begins: from now on it is seen, and its row is on its way. */
  begin({
    id = randomUUID(),
    agent,
    userData = {},
    fromNumber = "",
    toNumber = "",
    batchId,
    ...facts
  }: NewCallFacts): RunningCall {
    if (this.#draining) throw refuse("server.stopping");
    const of = { id: agent.id, name: agent.document.agent_config.agent_name, workspaceId: agent.workspaceId };
    const row = { ...newCallRow(of, this.#parts.ownerId), ...facts, id, userData, batchId: batchId ?? null };
    const from = facts.direction === "inbound" ? callerNumber(fromNumber, toNumber, this.#parts.country) : fromNumber;
    const call: RunningCall = new RunningCall(
      { ...row, fromNumber: from || null, toNumber: toNumber || null },
      {
        ...this.#parts,
        tool: (asked, signal) =>
          asked.name === RETRIEVAL
            ? findKnowledge(asked.arguments, agent, this.#parts.retrieval, (by, usage) => call.used(by, usage))
            : asked.name === OPT_OUT_TOOL
              ? this.#optOut(call)
              : runTool(asked, this.#deskOf(call, agent), this.#parts, signal),
        finished: (ended) => this.#running.delete(ended),
        ...this.#toldOf(agent),
      },
    );
    this.#running.set(id, call);
    this.#parts.connections?.expect(agent.workspaceId);
    this.#parts.pronunciations?.expect(agent.workspaceId);
    this.#parts.packs?.expect(agent.workspaceId);
    // Read now, so that whoever answers need not wait for it.
    void this.#parts.admissions?.has(agent.workspaceId);
    return call;
  }

  /** The person is on the line: the conversation opens. False when the call is over already. */
  async answered(call: RunningCall, agent: StoredAgent, from: "inbound" | "outbound" | "browser"): Promise<boolean> {
    const { connections, pronunciations, packs, retrieval } = this.#parts;
    const { workspaceId, document } = agent;
    const [isAdmitted = true, lending, said = [], rule] = await Promise.all([
      this.#parts.admissions?.has(workspaceId),
      connections?.lend(workspaceId, document),
      pronunciations?.of(workspaceId),
      packs?.recording(workspaceId, numberOf(call.row)),
    ]);
    const knows = retrieval?.mayKnow(workspaceId, { id: agent.id, named: namedKnowledge(agent).named }) ?? false;
    const wishes = { ...wishesOf(document), knows, withoutServices: !isAdmitted, ...(lending && { lent: lentOf(lending) }) };
    const plan = planFor(document, this.#factsOf(call, agent, from));
    const isOpen = call.open({ ...plan, ...recordingOf(document, plan.language, rule), pronunciations: said }, wishes);
    if (isOpen) for (const remark of lending ? remarksOn(lending) : []) call.remark(remark);
    return isOpen;
  }

  find(id: string): RunningCall | undefined {
    return this.#running.get(id);
  }

  /** Of one workspace, prepared ones included. */
  runningOf(workspaceId: string): RunningCall[] {
    return [...this.#running.values()].filter(({ row }) => row.workspaceId === workspaceId);
  }

  /** How many callers this assistant speaks with here, those that ring included. */
  inboundOf(agentId: string): number {
    const isIts = ({ row, isOver }: RunningCall): boolean => !isOver && row.agentId === agentId && row.direction === "inbound";
    return [...this.#running.values()].filter(isIts).length;
  }

  /** One of this workspace that is not over. */
  live({ id, workspaceId }: CallKey): RunningCall | undefined {
    const call = this.#running.get(id);
    return call && call.row.workspaceId === workspaceId && isInReach(call.row.agentId) && !call.isOver ? call : undefined;
  }

  typed(key: CallKey, text: string): void {
    const call = this.live(key);
    if (!call) throw refuse("call.ended");
    call.typed(text);
  }

  /** Takes no more calls, lets the running ones go on for a while, then ends them politely. */
  async drain(graceMs: number): Promise<void> {
    this.#draining = true;
    const left = (): RunningCall[] => [...this.#running.values()];
    await Promise.race([Promise.all(left().map(({ done }) => done)), wait(graceMs)]);
    const ended = Promise.all(left().map(({ done }) => done));
    for (const call of left()) call.end("stopped");
    await Promise.race([ended, wait(FAREWELL_MS)]);
  }

  #deskOf(call: RunningCall, agent: StoredAgent): Parameters<typeof runTool>[1] {
    const { id: agentId, workspaceId, document } = agent;
    const values = valuesOf(this.#factsOf(call, agent, call.row.direction));
    const put = this.#parts.transfer;
    const transfer = put && ((to: string, signal: AbortSignal) => put({ call, agent, to, signal }));
    const callerNumber = numberOf(call.row) ?? "";
    return { workspaceId, callId: call.id, agentId, document, values, callerNumber, transfer };
  }

  /** The person has confirmed it. */
  async #optOut({ id: callId, row }: RunningCall): Promise<ToolOutcome> {
    const number = numberOf(row);
    if (!this.#parts.optOut || number === undefined || !isE164(number)) return { ok: false, result: "The number is not known." };
    await this.#parts.optOut({ workspaceId: row.workspaceId, callId, number });
    return { ok: true, result: RECORDED };
  }

  /** Statuses of the calls of an agent with a webhook. */
  #toldOf(agent: StoredAgent): Pick<RunningCallParts, "changed"> {
    const { webhooks } = this.#parts;
    if (!webhooks || !agent.document.agent_config.webhook_url) return {};
    return { changed: (row, stored) => void webhooks.changed(row, stored) };
  }

  #factsOf(call: RunningCall, agent: StoredAgent, direction: CallFacts["direction"]): CallFacts {
    const { fromNumber, toNumber, userData } = call.row;
    return {
      callId: call.id,
      agentId: agent.id,
      direction,
      fromNumber: fromNumber ?? undefined,
      toNumber: toNumber ?? undefined,
      userData,
      startedAt: new Date(),
      timeZone: this.#parts.timeZone,
    };
  }
}

/** Of the person. */
function numberOf({ direction, fromNumber, toNumber }: CallRow): string | undefined {
  return (direction === "inbound" ? fromNumber : toNumber) ?? undefined;
}

interface OfAgent {
  id: string | null;
  name: string;
  workspaceId: string;
}

/** `ownerId`: the server that carries it; null while none does. */
export function newCallRow(
  { id: agentId, name: agentName, workspaceId }: OfAgent,
  ownerId: string | null,
): Omit<CallRow, "id" | "provider" | "direction" | "status"> {
  const now = new Date();
  return {
    workspaceId,
    agentId,
    agentName,
    ownerId,
    fromNumber: null,
    toNumber: null,
    userData: {},
    createdAt: now,
    updatedAt: now,
    initiatedAt: now,
    answeredAt: null,
    endedAt: null,
    durationSeconds: 0,
    transcript: null,
    errorMessage: null,
    hangupBy: null,
    hangupReason: null,
    hangupCode: null,
    recording: null,
    recordingClosed: false,
    cost: NO_COST,
    latency: null,
    weave: null,
    scheduledAt: null,
    batchId: null,
    transfer: null,
    redactedAt: null,
  };
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
