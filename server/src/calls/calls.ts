/** Calls, from the first ring to the finished row. */
import { randomUUID } from "node:crypto";
import type { Entry, Execution, LiveEvent } from "@ongea/contract";
import type { CloseReason } from "@ongea/conversation";
import type { StoredAgent } from "../agents/index.ts";
import type { Appointments } from "../appointments/index.ts";
import type { Messages } from "../messages/index.ts";
import type { PageOf } from "../platform/database/keyset.ts";
import { refuse } from "../platform/http/refuse.ts";
import type { Live } from "../platform/live/live.ts";
import type { Log } from "../platform/log/log.ts";
import { planFor } from "./answer.ts";
import { endingOf, interrupted, type Ending } from "./endings.ts";
import type { LineOrder } from "./media/messages.ts";
import type { CallListener, MediaCall, MediaPool } from "./media/media-pool.ts";
import type { Recordings } from "./recording/recordings.ts";
import { RunningCall } from "./running-call.ts";
import type { CallFilter, CallKey, CallRow, CallStore, Ended, NewCall } from "./store.ts";
import { summarise, transcriptOf, wireExecution } from "./summary.ts";
import { runTool } from "./tools.ts";

export interface CallsParts {
  store: CallStore;
  appointments: Appointments;
  messages: Messages;
  pool: MediaPool;
  recordings: Recordings;
  live: Live<LiveEvent>;
  log: Log;
  timeZone: string;
  /** What else is written down with the end of a call. */
  ended: Ended;
  /** The journal of a call that never was; empty for one that was. */
  rehearsed(call: CallRow): Promise<Entry[]>;
  /** US cents that the operator asks for a call of so many seconds. */
  platformCents(seconds: number): number;
}

export interface NewCallFacts {
  /** Chosen by whoever may order the same call twice. */
  id?: string | undefined;
  agent: StoredAgent;
  provider: "sip" | "webrtc";
  direction: "inbound" | "outbound";
  status: CallRow["status"];
  fromNumber?: string | undefined;
  toNumber?: string | undefined;
  userData?: Record<string, unknown>;
}

export interface Calls {
  readonly running: number;
  /** Writes a new call down. */
  begin(facts: NewCallFacts): Promise<RunningCall>;
  /** Opens the person's line on a media thread; undefined when all are full. */
  connect(
    call: RunningCall,
    agent: StoredAgent,
    line: LineOrder,
    out?: Pick<CallListener, "packet" | "closeSocket">,
  ): Promise<MediaCall | undefined>;
  /** The person is on the line: the conversation opens. */
  answered(call: RunningCall, agent: StoredAgent, from: "inbound" | "outbound" | "browser"): void;
  find(id: string): RunningCall | undefined;
  exists(call: CallKey): Promise<boolean>;
  list(workspaceId: string, filter: CallFilter): Promise<PageOf<Execution>>;
  read(call: CallKey): Promise<{ call: Execution; journal: Entry[] }>;
  recordingPath(call: CallKey): Promise<string | undefined>;
  stop(call: CallKey): Promise<void>;
  typed(call: CallKey, text: string): void;
  /** With its words and its recording. Refuses with "call.running" before it has ended. */
  remove(call: CallKey): Promise<void>;
  /** The files of a workspace that is about to go. */
  removeFiles(workspaceId: string): Promise<void>;
  /** Gives every call that a killed server left behind an end, and its recording a true length. */
  recover(): Promise<number>;
  /** Takes no more calls, lets the running ones go on for a while, then ends them politely. */
  drain(graceMs: number): Promise<void>;
}

/** Nothing that the built-in parts do costs anything. */
const NO_COST = { llm: 0, network: 0, platform: 0, synthesizer: 0, transcriber: 0 };
/** For a goodbye to be heard and the last rows to be written. */
const FAREWELL_MS = 8_000;

export function createCalls(parts: CallsParts): Calls {
  const { store, appointments, messages, pool, recordings, live, log, timeZone, ended } = parts;
  const costOf = (seconds: number): CallRow["cost"] => ({ ...NO_COST, platform: parts.platformCents(seconds) });
  const running = new Map<string, RunningCall>();
  let draining = false;

  return {
    get running() {
      return running.size;
    },
    async begin({ id = randomUUID(), agent, userData, ...facts }) {
      if (draining) throw refuse("server.stopping");
      const fresh: NewCall = {
        id,
        workspaceId: agent.workspaceId,
        agentId: agent.id,
        agentName: agent.document.agent_config.agent_name,
        initiatedAt: new Date(),
        cost: NO_COST,
        userData: userData ?? {},
        ...facts,
        fromNumber: facts.fromNumber ?? null,
        toNumber: facts.toNumber ?? null,
      };
      const row = await store.add(fresh);
      const call = new RunningCall(row, { store, recordings, live, log, ended, costOf, finished: (id) => running.delete(id) });
      running.set(call.id, call);
      return call;
    },
    async connect(call, agent, line, out) {
      const { id: agentId, workspaceId, document } = agent;
      const desk = { workspaceId, callId: call.id, agentId, document, timeZone: timeZoneOf(call, agent) };
      return pool.prepare(call.id, line, {
        entry: (entry) => call.entry(entry),
        tool: (asked) => runTool(asked, desk, { appointments, messages }),
        closed: (reason) => call.closed(reason),
        ...out,
      });
    },
    answered(call, agent, from) {
      const { model } = agent.document.agent_config.tasks[0]?.tools_config.llm_agent.llm_config ?? {};
      call.answered(planOf(call, agent, from), model);
    },
    find: (id) => running.get(id),
    exists: async (call) => (await store.read(call)) !== undefined,
    async list(workspaceId, filter) {
      const { data, next } = await store.list(workspaceId, filter);
      return { data: data.map((row) => wireExecution(withWords(row))), next };
    },
    async read(key) {
      const row = await store.read(key);
      if (!row) throw refuse("call.not_found");
      const kept = running.get(row.id)?.entries ?? (await store.entries(row));
      const journal = kept.length === 0 && row.endedAt !== null ? await parts.rehearsed(row) : [...kept];
      return { call: wireExecution(withWords(row)), journal };
    },
    async recordingPath(key) {
      const row = await store.read(key);
      if (!row) throw refuse("call.not_found");
      return row.recording && row.recordingClosed ? recordings.path(row.recording) : undefined;
    },
    async stop(key) {
      const call = runningOf(key);
      if (call && !call.isOver) return call.end("stopped");
      throw refuse((await store.read(key)) ? "call.ended" : "call.not_found");
    },
    typed(key, text) {
      const call = runningOf(key);
      if (!call || call.isOver) throw refuse("call.ended");
      call.typed(text);
    },
    async removeFiles(workspaceId) {
      for (const name of await store.recordingsOf(workspaceId)) recordings.remove(name);
    },
    async remove(key) {
      const call = runningOf(key);
      if (call && !call.isOver) throw refuse("call.running");
      const { recording } = await store.remove(key);
      if (recording) recordings.remove(recording);
    },
    async recover() {
      const rows = await store.unfinished();
      for (const row of rows) await settleLeftOver(row);
      return rows.length;
    },
    async drain(graceMs) {
      draining = true;
      const left = (): RunningCall[] => [...running.values()];
      await Promise.race([Promise.all(left().map((call) => call.done)), wait(graceMs)]);
      const ended = Promise.all(left().map((call) => call.done));
      for (const call of left()) call.end("stopped");
      await Promise.race([ended, wait(FAREWELL_MS)]);
    },
  };

  function runningOf({ id, workspaceId }: CallKey): RunningCall | undefined {
    const call = running.get(id);
    return call?.row.workspaceId === workspaceId ? call : undefined;
  }

  function planOf(
    call: RunningCall,
    agent: StoredAgent,
    direction: "inbound" | "outbound" | "browser",
  ): ReturnType<typeof planFor> {
    const { id, row } = call;
    const { fromNumber, toNumber, userData } = row;
    const numbers = { fromNumber: fromNumber ?? undefined, toNumber: toNumber ?? undefined };
    return planFor(agent.document, {
      callId: id,
      agentId: agent.id,
      direction,
      ...numbers,
      userData,
      startedAt: new Date(),
      timeZone,
    });
  }

  function timeZoneOf(call: RunningCall, agent: StoredAgent): string {
    return planOf(call, agent, call.row.direction).timeZone;
  }

  /** The words of a call that runs stand in its journal only. */
  function withWords(row: CallRow): CallRow {
    const call = running.get(row.id);
    if (!call || row.transcript !== null) return row;
    return { ...row, transcript: transcriptOf(call.entries.filter((entry) => entry.kind === "turn")) };
  }

  async function settleLeftOver(row: CallRow): Promise<void> {
    const entries = await store.entries(row);
    const soundMs = row.recording ? attempt(() => recordings.repair(row.recording ?? "")) : undefined;
    const lastMs = Math.max(0, soundMs ?? 0, ...entries.map((entry) => ("endMs" in entry ? entry.endMs : entry.atMs)));
    const { transcript, latency, weave } = summarise(entries, lastMs);
    const ending: Ending = entries.some((entry) => entry.kind === "closed")
      ? endingOf(closeReason(entries), row.direction)
      : interrupted();
    const last = {
      ...ending,
      endedAt: new Date(),
      durationSeconds: lastMs / 1_000,
      transcript,
      latency,
      weave,
      recording: soundMs ? row.recording : null,
      recordingClosed: soundMs !== undefined,
      cost: costOf(row.answeredAt ? lastMs / 1_000 : 0),
    };
    await store.finish(row, last, ended);
    log.warn(
      { callId: row.id, seconds: Math.round(lastMs / 1_000) },
      "A call that was cut off by the end of the server has been settled",
    );
  }

  function attempt(work: () => number | undefined): number | undefined {
    try {
      return work();
    } catch (error) {
      log.error({ err: error }, "A recording could not be repaired");
      return undefined;
    }
  }
}

function closeReason(entries: readonly Entry[]): CloseReason {
  const closed = entries.find((entry) => entry.kind === "closed");
  return (closed?.reason ?? "stopped") as CloseReason;
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
