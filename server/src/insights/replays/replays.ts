/** A call is replayed: what its caller said, out of the recording, against the agent as it is now. */
import type { Entry, Replay, ReplayTurn } from "@ongea/contract";
import type { AgentsDomain, TestedAgent } from "../../agents/index.ts";
import { type MaskParts, type MaskingRules, createJournalMask } from "../../compliance/index.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { countryOf } from "../../platform/phone-number/phone-number.ts";
import { type Archive, type CallKey, type CallRow, type CallStore, plainEntry } from "../../calls/index.ts";
import { LONGEST_SOUND_MS, readCallerSound } from "./recorded-sound.ts";
import { recordedTurns, repliesIn, withinLimits } from "./recorded-turns.ts";
import type { ReplayRow, ReplayStore } from "./store.ts";
import { sideBySide, wireReplay } from "./on-wire.ts";

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
