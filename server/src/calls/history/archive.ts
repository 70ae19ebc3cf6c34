/** Calls as they are remembered; what runs now is read with its latest words. */
import { isPlanned, type Entry, type Execution, type ExecutionDetail } from "@ongea/contract";
import type { PageOf } from "../../platform/database/keyset.ts";
import { refuse } from "../../platform/http/refuse.ts";
import type { AnalysisStore } from "../analysis/store.ts";
import type { Calls } from "../lifecycle/calls.ts";
import type { RunningCall } from "../lifecycle/running-call.ts";
import { SHARED_RECORDINGS, type Recordings, type WholeSound } from "../../engines/index.ts";
import type { PlanStore, Retries } from "../scheduled/store.ts";
import type { LengthCounts } from "../records/counts/store.ts";
import type { CallKey, CallKind, CallRow, CallStore } from "../records/store.ts";
import { transcriptOf } from "../records/summary.ts";
import { wireExecution } from "../records/wire-execution.ts";
import type { CallQuery, CallSearch, CallSums } from "./search.ts";
import { writtenLists } from "./written-calls.ts";

export interface ArchiveParts {
  calls: Pick<Calls, "find" | "live">;
  store: CallStore;
  recordings: Pick<Recordings, "path" | "whole" | "remove">;
  analyses: Pick<AnalysisStore, "read">;
  plans: Pick<PlanStore, "retries">;
  search: CallSearch;
  /** This server. */
  ownerId: string;
  /** Of the installation, where a recording is read. */
  publicUrl: string;
  /** The journal of a call that never was; empty for one that was. */
  rehearsed(call: CallRow): Promise<Entry[]>;
}

/** Of its words, when it was over; and of the attempts before it. */
type Made = Pick<ExecutionDetail, "summary" | "extracted_data" | "analysis_problem" | "gate"> & Retries;

const NO_RETRIES: Retries = { retry_count: 0, retry_config: null, retry_history: [] };

export interface Archive {
  /** There is such a call, and it is not only planned. */
  begun(call: CallKey): Promise<boolean>;
  /** Of these ids, those of calls that have begun. */
  known(workspaceId: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Of these ids, the calls that are over, in no order. */
  these(workspaceId: string, ids: readonly string[]): Promise<Execution[]>;
  /** Of these ids, the calls that are not over, in no order. */
  current(workspaceId: string, ids: readonly string[]): Promise<Execution[]>;
  /** Those that are over, as they are stored. */
  ended(workspaceId: string, ids: readonly string[]): Promise<CallRow[]>;
  statuses: CallStore["statuses"];
  list(workspaceId: string, wanted: CallQuery): Promise<PageOf<Execution>>;
  /** What the calls add up to that a list without an end would show. */
  totals(workspaceId: string, wanted: Omit<CallQuery, "cursor" | "limit">): Promise<CallSums>;
  /** The same for how long they lasted. */
  lengths(workspaceId: string, wanted: Omit<CallQuery, "cursor" | "limit">): Promise<LengthCounts>;
  /** The same page as the API writes it. */
  written(workspaceId: string, wanted: CallQuery): Promise<Buffer>;
  /** A numbered page, newest first, and how many there are in all. */
  page(
    workspaceId: string,
    kind: CallKind,
    place: { offset: number; limit: number },
  ): Promise<{ data: Execution[]; total: number }>;
  read(call: CallKey): Promise<{ call: Execution; journal: Entry[]; made: Made }>;
  /**
   * Refuses with "call.recording_elsewhere" where another server of the installation has it, and with "call.recording_withheld" where what is
   * masked in it is not silent yet.
   */
  recordingPath(call: CallKey): Promise<string | undefined>;
  /** Without masks; refuses as `recordingPath`, and with "call.no_whole_recording" where only the masked one is stored. */
  wholeRecording(call: CallKey): Promise<{ path: string } | WholeSound | undefined>;
  /** The call, which runs here; refuses with "call.ended", "call.server_unreachable" or "call.not_found". */
  running(call: CallKey): Promise<RunningCall>;
  /**
   * With its words and its recording. Refuses with "call.running" before it has ended. `written`: once its row is gone, and before the file,
   * which nothing brings back.
   */
  remove(call: CallKey, written: (gone: CallRow) => Promise<void>): Promise<void>;
  /** The files of a workspace that is about to go. */
  removeFiles(workspaceId: string): Promise<void>;
}

export function createArchive(parts: ArchiveParts): Archive {
  const { calls, store, recordings, analyses, plans, search, ownerId, publicUrl, rehearsed } = parts;
  const history = (workspaceId: string, { q = "", ...wanted }: CallQuery): Promise<PageOf<CallRow>> =>
    q === "" ? store.list(workspaceId, wanted) : search.list(workspaceId, q, wanted);
  /** The words of a call that runs stand in its journal only. */
  const withWords = (row: CallRow): CallRow => {
    const call = calls.find(row.id);
    if (!call || row.transcript !== null) return row;
    return { ...row, transcript: transcriptOf(call.entries.filter((entry) => entry.kind === "turn")) };
  };
  const wire = (row: CallRow): Execution => wireExecution(withWords(row), publicUrl);
  const found = async (key: CallKey): Promise<CallRow> => {
    const row = calls.live(key)?.row ?? (await store.read(key));
    if (!row) throw refuse("call.not_found");
    return row;
  };
  /** Nobody can be asked while the database is away, and a call that runs is read all the same. */
  const retriesOf = (row: CallRow): Promise<Retries> | Retries =>
    row.direction === "outbound" && !calls.live(row) ? plans.retries(row) : NO_RETRIES;
  const running = async (key: CallKey): Promise<RunningCall> => {
    const call = calls.live(key);
    if (call) return call;
    const row = await found(key);
    // One of ours that does not run here any more is over; its end is on its way into the database.
    const isOver = row.endedAt !== null || isPlanned(row.status) || row.ownerId === ownerId;
    throw refuse(isOver ? "call.ended" : "call.server_unreachable");
  };

  const ended = async (workspaceId: string, ids: readonly string[]): Promise<CallRow[]> =>
    (await store.those(workspaceId, ids, {})).filter(({ endedAt }) => endedAt !== null);

  return {
    async begun(call) {
      const row = await store.read(call);
      return row !== undefined && !isPlanned(row.status);
    },
    these: async (workspaceId, ids) => (await ended(workspaceId, ids)).map(wire),
    async current(workspaceId, ids) {
      const rows = await store.those(workspaceId, ids, {});
      return rows.map((row) => calls.find(row.id)?.row ?? row).flatMap((row) => (row.endedAt === null ? wire(row) : []));
    },
    ended,
    known: store.known,
    statuses: store.statuses,
    async list(workspaceId, wanted) {
      const { data, next } = await history(workspaceId, wanted);
      return { data: data.map(wire), next };
    },
    totals: async (workspaceId, { q = "", ...kind }) =>
      q === ""
        ? { row: await store.totals(workspaceId, kind), ids: undefined, hasMore: false }
        : search.sums(workspaceId, q, kind),
    async lengths(workspaceId, { q = "", ...kind }) {
      if (q === "") return store.lengths(workspaceId, kind);
      const { ids, hasMore } = await search.sums(workspaceId, q, kind);
      const found = await store.lengths(workspaceId, kind, ids);
      return { ...found, hasMore: hasMore || found.hasMore };
    },
    written: writtenLists({
      store,
      history,
      matchingNotes: search.matchingNotes,
      isRunning: (id) => calls.find(id) !== undefined,
      wire,
    }),
    async page(workspaceId, kind, place) {
      const { data, total } = await store.page(workspaceId, kind, place);
      return { data: data.map(wire), total };
    },
    async read(key) {
      const row = await found(key);
      const kept = calls.find(row.id)?.entries ?? (await store.entries(row));
      const journal = kept.length === 0 && row.endedAt !== null ? await rehearsed(row) : [...kept];
      const analysis = row.endedAt === null ? undefined : await analyses.read(row);
      const { summary = null, extracted: extracted_data = null, problem: analysis_problem = null } = analysis ?? {};
      const made = { summary, extracted_data, analysis_problem, gate: row.gate, ...(await retriesOf(row)) };
      return { call: wire(row), journal, made };
    },
    recordingPath: async (key) => pathOf(await found(key), recordings),
    async wholeRecording(key) {
      const row = await found(key);
      const path = pathOf(row, recordings);
      if (path === undefined || row.recording === null || row.traits.masked === undefined)
        return path === undefined ? path : { path };
      const whole = row.traits.masked === "sealed" ? await recordings.whole(row.recording) : undefined;
      if (!whole) throw refuse("call.no_whole_recording");
      return whole;
    },
    running,
    async remove(key, written) {
      if (calls.live(key)) throw refuse("call.running");
      const gone = await store.remove(key);
      await written(gone);
      if (gone.recording) recordings.remove(gone.recording);
    },
    async removeFiles(workspaceId) {
      for (const name of await store.recordingsOf(workspaceId)) recordings.remove(name);
    },
  };
}

function pathOf(
  { recording, recordingClosed, endedAt, traits }: CallRow,
  recordings: Pick<Recordings, "path">,
): string | undefined {
  if (recording === null || endedAt === null) return undefined;
  const path = recordings.path(recording);
  if (path === undefined && !recording.startsWith(SHARED_RECORDINGS)) throw refuse("call.recording_elsewhere");
  if (!recordingClosed && traits.masked !== undefined) throw refuse("call.recording_withheld");
  return recordingClosed ? path : undefined;
}
