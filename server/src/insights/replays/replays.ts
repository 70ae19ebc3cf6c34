/** A call is replayed: what its caller said, out of the recording, against the agent as it is now. */
import type { Entry, Replay, ReplayTurn, TestLine } from "@ongea/contract";
import { LONGEST_TURN_MS, testLineOf, type AgentsDomain, type TestedAgent } from "../../agents/index.ts";
import { type MaskParts, type MaskingRules, createJournalMask } from "../../compliance/index.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { countryOf } from "../../platform/phone-number/phone-number.ts";
import { type Archive, type CallKey, type CallRow, type CallStore, plainEntry } from "../../calls/index.ts";
import { LONGEST_SOUND_MS, readCallerSound } from "./recorded-sound.ts";
import { recordedTurns, repliesIn, withinLimits, type RecordedTurn } from "./recorded-turns.ts";
import type { ReplayRow, ReplayStore } from "./store.ts";

export interface CallReplaysParts {
  store: ReplayStore;
  calls: Pick<CallStore, "read">;
  archive: Pick<Archive, "read" | "recordingPath">;
  agents: Pick<AgentsDomain["agents"], "read" | "version">;
  replays: AgentsDomain["replays"];
  masking: Pick<MaskingRules, "of">;
  /** ISO 3166, of the installation. */
  country: string;
}

export interface Against {
  /** Undefined: the draft, or the live version where there is none. */
  version: number | undefined;
  connectedStt: boolean;
}

export interface CallReplays {
  /** Refuses a call that runs, that was redacted, without a recording here, or in which the caller said nothing. */
  start(call: CallKey, against: Against): Promise<Replay>;
  list(call: CallKey): Promise<Replay[]>;
  read(call: CallKey, id: string): Promise<Replay & { results: ReplayTurn[] }>;
}

const MOST = { turns: 40, soundMs: 300_000, turnMs: LONGEST_SOUND_MS };
/** No turn takes longer. */
const LOST_AFTER_MS = LONGEST_TURN_MS + 30_000;

export function createCallReplays(parts: CallReplaysParts): CallReplays {
  const { store, archive, replays, masking } = parts;
  const found = async (call: CallKey): Promise<CallRow> => {
    const row = await parts.calls.read(call);
    if (!row) throw refuse("call.not_found");
    return row;
  };
  return {
    async start(call, against) {
      const row = await found(call);
      if (row.endedAt === null) throw refuse("call.running");
      if (row.redactedAt !== null) throw refuse("replay.redacted");
      const path = await archive.recordingPath(call);
      if (path === undefined) throw refuse("call.no_recording");
      const { journal } = await archive.read(call);
      const all = recordedTurns(journal);
      const turns = withinLimits(all, MOST);
      if (turns.length === 0) throw refuse("replay.nothing_said");
      const agent = await testedAgent(row, against.version, parts);
      const rules = await masking.of(row.workspaceId, row.agentId);
      const person = row.direction === "inbound" ? row.fromNumber : row.toNumber;
      const country = (person === null ? undefined : countryOf(person)) ?? parts.country;
      const mask = { kinds: rules.kinds, language: row.traits.language ?? "en", country };
      let replay: ReplayRow | undefined;
      await replays.start(
        {
          agent,
          connectedStt: against.connectedStt,
          turns: turns.flatMap(({ sound }) => (sound ? [() => readCallerSound(path, sound)] : [])),
          facts: {
            direction: row.direction,
            fromNumber: row.fromNumber ?? undefined,
            toNumber: row.toNumber ?? undefined,
            userData: row.userData,
            startedAt: row.answeredAt ?? row.createdAt,
          },
          replies: repliesIn(journal),
        },
        {
          async begun(by) {
            const counted = { turns: turns.length, turnsOfCall: all.length - 1 };
            replay = await store.add(call, { agentId: agent.id, version: agent.version, ...by, ...counted });
          },
          async played(played) {
            if (replay)
              await store.change(call, replay.id, {
                played: masked(
                  played.map((turn) => turn.map(plainEntry)),
                  mask,
                ),
              });
          },
          async ended(isWhole) {
            const state = isWhole ? "done" : "interrupted";
            if (replay) await store.change(call, replay.id, { state, endedAt: new Date() });
          },
        },
      );
      if (!replay) throw new Error("A replay began and is not there");
      return wireReplay(replay);
    },
    async list(call) {
      await found(call);
      return (await store.list(call)).map(wireReplay);
    },
    async read(call, id) {
      await found(call);
      const row = await store.read(call, id);
      if (!row) throw refuse("replay.not_found");
      const { journal } = await archive.read(call);
      return { ...wireReplay(row), results: sideBySide(recordedTurns(journal), row) };
    },
  };
}

async function testedAgent(
  { workspaceId, agentId }: CallRow,
  version: number | undefined,
  { agents }: CallReplaysParts,
): Promise<TestedAgent> {
  if (agentId === null) throw refuse("agent.not_found");
  const live = await agents.read(workspaceId, agentId);
  const of = { id: agentId, workspaceId, saved: live.document };
  if (version !== undefined) {
    const { document } = await agents.version({ workspaceId, id: agentId }, version);
    return { ...of, document, version };
  }
  const { document, isDraft = false } = await agents.read(workspaceId, agentId, { isDraft: true });
  return { ...of, document, version: isDraft ? null : live.version };
}

/** As the words of the workspace's calls are stored. */
function masked(turns: Entry[][], parts: MaskParts): Entry[][] {
  if (parts.kinds.size === 0) return turns;
  const { mask, maskNames } = createJournalMask(parts);
  const all = turns.map((entries) => entries.flatMap((entry) => mask(entry) ?? []));
  return all.map((entries) => entries.map(maskNames));
}

function sideBySide(then: readonly RecordedTurn[], { played, turns }: ReplayRow): ReplayTurn[] {
  return then.slice(0, turns + 1).map(({ sound, entries }, at) => {
    const now = played[at];
    return { at_ms: sound?.startMs ?? null, before: partOf(entries), now: now ? partOf(now) : null };
  });
}

function partOf(entries: readonly Entry[]): ReplayTurn["before"] {
  const lines = entries.flatMap((entry): TestLine | [] => testLineOf(entry) ?? []);
  const heard = lines.flatMap(({ by, text }) => (by === "caller" ? [text] : [])).join(" ");
  return { heard, lines: lines.filter(({ by }) => by !== "caller") };
}

function wireReplay(row: ReplayRow): Replay {
  const isLost = row.state === "running" && Date.now() - row.beatAt.getTime() > LOST_AFTER_MS;
  return {
    id: row.id,
    state: isLost ? "interrupted" : row.state,
    version: row.version,
    model: row.model,
    stt: row.stt,
    turns: row.turns,
    turns_of_call: row.turnsOfCall,
    played: Math.max(0, row.played.length - 1),
    started_at: row.startedAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
  };
}
