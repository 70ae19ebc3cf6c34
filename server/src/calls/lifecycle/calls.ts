/** The calls that run now. */
import { randomUUID } from "node:crypto";
import type { Entry, GateDecision, MissedCallSetting } from "@ongea/contract";
import type { StreamCarrier } from "@ongea/channels";
import { OPT_OUT_TOOL, RECORDED, type Plan, type ToolOutcome } from "@ongea/conversation";
import { pause } from "../../platform/async/pause.ts";
import { DATABASE_IS_LATE, withTimeout } from "../../platform/async/with-timeout.ts";
import {
  type AgentsDomain,
  type StoredAgent,
  type Messages,
  type CalendarParts,
  type FunctionParts,
  resolvedSettings,
  remarksOn,
  type CallFacts,
  planFor,
  valuesOf,
  preferencesOf,
  type Admissions,
  disclosing,
  recordingOf,
  runTool,
} from "../../agents/index.ts";
import type { Appointments } from "../../contacts/index.ts";
import type { SendMessage, SendOrder } from "./send-message.ts";
import type { Transfer } from "./transfer.ts";
import { type ProviderResolver, RETRIEVAL } from "../../engines/index.ts";
import { type CountryPacks, type MaskingRules, createJournalMask } from "../../compliance/index.ts";
import { isInReach } from "../../platform/database/reach.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { callerNumber, callerOf } from "../../platform/phone-number/caller-number.ts";
import { countryOf, isPhoneNumber, type PhoneNumber } from "../../platform/phone-number/phone-number.ts";
import { withSealed } from "./sealed.ts";
import { RunningCall, type RunningCallParts } from "./running-call.ts";
import { newCallRow } from "../records/new-call-row.ts";
import type { CallKey, CallRow } from "../records/store.ts";

export interface CallsParts extends Omit<RunningCallParts, "tool" | "finished"> {
  appointments: Appointments;
  functions: FunctionParts;
  messages: Messages;
  /** Absent: no MCP server's tools are used. */
  mcp?: AgentsDomain["mcp"];
  /** Absent: appointments are kept here only. */
  calendars?: CalendarParts;
  /** Absent: assistants know nothing but their instructions. */
  knowledge?: Pick<AgentsDomain["knowledge"], "mayKnow" | "find">;
  /** Absent: the workspace's own connections are lent to nobody. */
  connections?: Pick<ProviderResolver, "expect" | "lend">;
  /** Absent: callers are put through to nobody. */
  transfer?: Transfer;
  /** Absent: nobody is written to. */
  sendMessage?: SendMessage;
  /** How a workspace's words are said. Absent: as they are written. */
  pronunciations?: { expect(workspaceId: string): void; of(workspaceId: string): Promise<Plan["pronunciations"]> };
  /** What holds for recording a call with a number. Absent: it is announced. */
  packs?: Pick<CountryPacks, "expect" | "spoken">;
  /** What of a call's words is masked. Absent: nothing. */
  masking?: Pick<MaskingRules, "expect" | "of"> & { seal(callId: string, entry: Entry, position: number): string };
  /** What is known of whoever has this number, as values for prompts. Absent: nothing. */
  knownOf?(workspaceId: string, number: PhoneNumber): Promise<Readonly<Record<string, string>>>;
  /** Absent: nobody is told. */
  webhooks?: { changed(row: CallRow, stored: Promise<boolean>): Promise<unknown> };
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
  provider: "sip" | "webrtc" | "whatsapp" | StreamCarrier;
  direction: "inbound" | "outbound";
  status: CallRow["status"];
  fromNumber?: string | undefined;
  toNumber?: string | undefined;
  userData?: Record<string, unknown>;
  batchId?: string | undefined;
  /** What the dial gate has answered. */
  gate?: readonly GateDecision[] | undefined;
  /** It is rejected, and answered so. */
  missed?: MissedCallSetting | undefined;
}

/** A caller waits for it before the greeting. */
const KNOWN_LIMIT_MS = 300;
/** For a goodbye to be heard, which a conversation bounds to 12 s, and the last rows to be written. */
const FAREWELL_MS = 14_000;

export class Calls {
  readonly #parts: CallsParts;
  readonly #running = new Map<string, RunningCall>();
  /** What is known of callers is asked for while they ring. */
  readonly #knowing = new WeakMap<RunningCall, Promise<RunningCall["known"]>>();
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
    gate = [],
    missed,
    ...facts
  }: NewCallFacts): RunningCall {
    if (this.#draining) throw refuse("server.stopping");
    const of = { id: agent.id, name: agent.document.agent_config.agent_name, workspaceId: agent.workspaceId };
    const sealed = gate.reduce<GateDecision[]>((all, one) => withSealed(this.#parts, id, all, one), []);
    const row = { ...newCallRow(of, this.#parts.ownerId), ...facts, id, userData, batchId: batchId ?? null, gate: sealed };
    const isInbound = facts.direction === "inbound";
    const from = isInbound ? callerNumber(fromNumber, toNumber, this.#parts.country) : fromNumber;
    const person = facts.provider === "webrtc" ? null : callerOf(isInbound ? from : toNumber);
    const country = person === null ? undefined : countryOf(person);
    const traits = {
      ...(agent.isDraft ? { isDraft: true } : { version: agent.version }),
      ...agent.arm,
      ...(country !== undefined && { country }),
      ...(missed && { missed: { setting: missed, state: "new" as const } }),
    };
    const call: RunningCall = new RunningCall(
      { ...row, fromNumber: from || null, toNumber: toNumber || null, person, traits },
      {
        ...this.#parts,
        tool: (asked, signal) =>
          asked.name === RETRIEVAL
            ? this.#found(asked.arguments, call, agent)
            : asked.name === OPT_OUT_TOOL
              ? this.#optOut(call)
              : runTool(asked, this.#deskOf(call, agent), this.#parts, signal),
        finished: (ended) => this.#running.delete(ended),
        ...this.#toldOf(agent),
      },
    );
    this.#running.set(id, call);
    this.#knowing.set(call, this.#known(call));
    this.#parts.connections?.expect(agent.workspaceId);
    this.#parts.pronunciations?.expect(agent.workspaceId);
    this.#parts.packs?.expect(agent.workspaceId);
    this.#parts.masking?.expect(agent.workspaceId);
    // Read now, so that whoever answers need not wait for it.
    void this.#parts.admissions?.has(agent.workspaceId);
    return call;
  }

  async #found(question: string, call: RunningCall, agent: StoredAgent): Promise<ToolOutcome> {
    const found = this.#parts.knowledge?.find(question, agent, (by, usage) => call.used(by, usage));
    return found ?? { ok: true, result: "[]" };
  }

  /** The person is on the line: the conversation opens. False when the call is over already. */
  async answered(call: RunningCall, agent: StoredAgent, from: "inbound" | "outbound" | "browser"): Promise<boolean> {
    const { connections, pronunciations, packs, knowledge, masking } = this.#parts;
    const { workspaceId, document } = agent;
    const [isAdmitted = true, lending, said = [], rules, known, masked] = await Promise.all([
      this.#parts.admissions?.has(workspaceId),
      connections?.lend(workspaceId, document),
      pronunciations?.of(workspaceId),
      packs?.spoken(workspaceId, numberOf(call.row)),
      this.#knowing.get(call),
      masking?.of(workspaceId, agent.id),
    ]);
    call.known = known ?? {};
    const knows = knowledge?.mayKnow(agent) ?? false;
    const preferences = {
      ...preferencesOf(document),
      knows,
      withoutServices: !isAdmitted,
      ...(lending && { lent: resolvedSettings(lending) }),
    };
    const plan = planFor(document, this.#factsOf(call, agent, from));
    if (masked && masked.kinds.size > 0) this.#mask(call, plan.language, masked);
    const heard = {
      ...recordingOf(document, plan.language, rules?.recording),
      ...(rules && disclosing(plan, rules.disclosure)),
    };
    const isOpen = call.open({ ...plan, ...heard, pronunciations: said }, preferences);
    if (isOpen) for (const remark of lending ? remarksOn(lending) : []) call.remark(remark);
    return isOpen;
  }

  #mask(call: RunningCall, language: string, { kinds, keepWhole }: Awaited<ReturnType<MaskingRules["of"]>>): void {
    const { masking, country: home = "" } = this.#parts;
    const number = numberOf(call.row);
    const country = (number === undefined ? undefined : countryOf(number)) ?? home;
    const seal = keepWhole && masking ? (entry: Entry, at: number) => masking.seal(call.id, entry, at) : undefined;
    call.maskBy({ journal: createJournalMask({ kinds, language, country }), seal });
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
    await Promise.race([Promise.all(left().map(({ done }) => done)), pause(graceMs)]);
    const ended = Promise.all(left().map(({ done }) => done));
    for (const call of left()) call.end("stopped");
    await Promise.race([ended, pause(FAREWELL_MS)]);
  }

  #deskOf(call: RunningCall, agent: StoredAgent): Parameters<typeof runTool>[1] {
    const { id: agentId, workspaceId, document } = agent;
    const values = valuesOf(this.#factsOf(call, agent, call.row.direction));
    const put = this.#parts.transfer;
    const transfer = put && ((to: string, signal: AbortSignal) => put({ call, agent, to, signal }));
    const callerNumber = numberOf(call.row) ?? "";
    const send = this.#sendOf(call, { agentId, document, timeZone: values.timezone });
    return { workspaceId, callId: call.id, agentId, document, values, callerNumber, transfer, send };
  }

  #sendOf(
    { id: callId, row: { workspaceId, person } }: RunningCall,
    of: Pick<SendOrder, "agentId" | "document" | "timeZone">,
  ): Parameters<typeof runTool>[1]["send"] {
    const { sendMessage } = this.#parts;
    if (!sendMessage || !isPhoneNumber(person)) return undefined;
    return (message, signal) => sendMessage({ workspaceId, callId, number: person, ...of, ...message }, signal);
  }

  /** The person has confirmed it. */
  async #optOut({ id: callId, row }: RunningCall): Promise<ToolOutcome> {
    const number = numberOf(row);
    if (!this.#parts.optOut || number === undefined || !isPhoneNumber(number))
      return { ok: false, result: "The number is not known." };
    await this.#parts.optOut({ workspaceId: row.workspaceId, callId, number });
    return { ok: true, result: RECORDED };
  }

  /** Statuses of the calls of an agent with a webhook. */
  #toldOf(agent: StoredAgent): Pick<RunningCallParts, "changed"> {
    const { webhooks } = this.#parts;
    if (!webhooks || !agent.document.agent_config.webhook_url) return {};
    return { changed: (row, stored) => void webhooks.changed(row, stored) };
  }

  /** A call never waits long for what is known of its caller, and never fails for it. */
  async #known({ row: { workspaceId, person } }: RunningCall): Promise<RunningCall["known"]> {
    const { knownOf, log } = this.#parts;
    if (!knownOf || !isPhoneNumber(person)) return {};
    try {
      return await withTimeout(knownOf(workspaceId, person), KNOWN_LIMIT_MS, DATABASE_IS_LATE);
    } catch (error) {
      log.warn({ err: error }, "A call goes on without what is known of its caller");
      return {};
    }
  }

  #factsOf(call: RunningCall, agent: StoredAgent, direction: CallFacts["direction"]): CallFacts {
    const { fromNumber, toNumber, userData } = call.row;
    return {
      callId: call.id,
      agentId: agent.id,
      direction,
      fromNumber: fromNumber ?? undefined,
      toNumber: toNumber ?? undefined,
      userData: { ...call.known, ...userData },
      startedAt: new Date(),
      timeZone: this.#parts.timeZone,
      country: this.#parts.country,
    };
  }
}

/** Of the person. */
function numberOf({ direction, fromNumber, toNumber }: CallRow): string | undefined {
  return (direction === "inbound" ? fromNumber : toNumber) ?? undefined;
}
