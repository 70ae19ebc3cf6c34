/** A cloned voice from its first recording to its end. What is asked of its provider is a job (`making.ts`), sent with the intent. */
import { randomUUID } from "node:crypto";
import {
  MOST_CLONES,
  type ConsentStatus,
  type Language,
  type RecordingOf,
  type VoiceClone,
  type removeVoiceClone,
  type Answer,
} from "@ongea/contract";
import type { Cloner } from "@ongea/providers";
import type { Actor, Audit } from "../../../accounts/index.ts";
import type { Jobs } from "../../../platform/jobs/jobs.ts";
import { refuse } from "../../../platform/http/refuse.ts";
import { idOf, type ProviderVoice } from "../library.ts";
import type { AddedStore } from "../store.ts";
import { consentSentence } from "./consent-sentence.ts";
import { cloneMakingQueue, cloneRemovalQueue } from "./queues.ts";
import { checkedRecording, unfit } from "./recording.ts";
import { spokenShare } from "./spoken-share.ts";
import type { CloneKey, CloneStore, StoredClone } from "./store.ts";

/** Of the accounts that a workspace has connected. */
export interface CloningAccounts {
  engines(workspaceId: string): Promise<readonly { provider: string; name: string; model: string }[]>;
  /** Undefined: it is not connected, or its key cannot be used. */
  of(workspaceId: string, provider: string): Promise<Cloner | undefined>;
}

export interface Clones {
  list(workspaceId: string): Promise<{ data: VoiceClone[]; engine: { provider: string; name: string } | null; most: number }>;
  start(actor: Actor, draft: { name: string; speaker: string; language: Language }): Promise<VoiceClone>;
  keep(actor: Actor, id: string, recording: { of: RecordingOf; bytes: Uint8Array }): Promise<VoiceClone>;
  hear(key: CloneKey, recording: RecordingOf): Promise<Buffer>;
  make(actor: Actor, id: string): Promise<VoiceClone>;
  remove(actor: Actor, id: string): Promise<Answer<typeof removeVoiceClone>>;
}

export interface ClonesParts {
  store: CloneStore;
  added: Pick<AddedStore, "remove">;
  accounts: CloningAccounts;
  jobs: Pick<Jobs, "send">;
  audit: Pick<Audit, "act">;
  /** The workspace's name; undefined where no voices are cloned: in a demo, which goes with all that is in it. */
  nameOf(workspaceId: string): Promise<string | undefined>;
  /** What a recording says; undefined: no STT here writes this language. */
  words(sound: Int16Array, sampleRateHz: number, language: string): Promise<string | undefined>;
}

/** Of flite's four voices PocketSphinx wrote 0.77 to 0.90 of the sentence, and at most 0.29 of others (npx vitest run server/src/voices/cloning). */
const LEAST_SAID = 0.5;

/** In which its recordings may still change. */
const OPEN = ["draft", "failed"] as const;

export function createClones(parts: ClonesParts): Clones {
  const { store, accounts, audit, jobs } = parts;
  async function the(key: CloneKey): Promise<StoredClone> {
    const row = await store.one(key);
    if (!row) throw refuse("voice.not_found");
    return row;
  }
  async function engineOf(workspaceId: string) {
    if ((await parts.nameOf(workspaceId)) === undefined) return undefined;
    return (await accounts.engines(workspaceId))[0];
  }
  return {
    async list(workspaceId) {
      const [rows, engine] = await Promise.all([store.all(workspaceId), engineOf(workspaceId)]);
      return {
        data: rows.map(cloneOnWire),
        engine: engine ? { provider: engine.provider, name: engine.name } : null,
        most: MOST_CLONES,
      };
    },
    async start(actor, { name, speaker, language }) {
      const { workspaceId } = actor;
      const [workspace, engine] = await Promise.all([parts.nameOf(workspaceId), engineOf(workspaceId)]);
      if (!engine || workspace === undefined) throw refuse("provider.not_found");
      if ((await store.count(workspaceId)) >= MOST_CLONES) throw refuse("voice.no_room");
      const sentence = consentSentence(language, speaker, workspace);
      const { provider } = engine;
      const row = { id: randomUUID(), workspaceId, name, speaker, language, sentence, provider, state: "draft" as const };
      return cloneOnWire(await store.add(row));
    },
    keep: (actor, id, recording) => keep(parts, actor, id, recording),
    async hear(key, recording) {
      await the(key);
      const wav = await store.sound(key, recording);
      if (!wav) throw refuse("voice.sample_not_found");
      return wav;
    },
    async make(actor, id) {
      const key = { id, workspaceId: actor.workspaceId };
      const row = await the(key);
      if (row.state === "making") return cloneOnWire(row);
      refuseUnlessOpen(row.state);
      if (row.consentAt === null || row.sampleMs === null)
        throw notNow("recording_missing", "wants its speaker’s recorded consent and a sample first");
      const provider = await providerFor(row, accounts);
      return audit.act(actor, async (write) => {
        const intent = { state: "making" as const, problem: null, provider, actor: known(actor) };
        const making = await store.change(key, OPEN, intent);
        // Somebody else was quicker: it is being made all the same.
        if (!making) return cloneOnWire(await the(key));
        await write({ act: "voice.clone_asked", subject: row.name, details: { provider, speaker: row.speaker } });
        await jobs.send(cloneMakingQueue, key);
        return cloneOnWire(making);
      });
    },
    remove: (actor, id) => remove(parts, actor, id),
  };
}

async function keep(
  { store, audit, words }: ClonesParts,
  actor: Actor,
  id: string,
  { of, bytes }: { of: RecordingOf; bytes: Uint8Array },
): Promise<VoiceClone> {
  const key = { id, workspaceId: actor.workspaceId };
  const before = await store.one(key);
  if (!before) throw refuse("voice.not_found");
  const { name, speaker, sentence, state, language } = before;
  refuseUnlessOpen(state);
  const { wav, seconds, samples, sampleRateHz } = checkedRecording(bytes, of);
  const ms = Math.round(seconds * 1_000);
  const written = of === "sample" ? undefined : await words(samples, sampleRateHz, language);
  if (written !== undefined && spokenShare(sentence, written) < LEAST_SAID) throw unfit("sound_other_words");
  const consentStatus: ConsentStatus = written === undefined ? "unchecked" : "checked";
  const change =
    of === "sample" ? { sampleMs: ms } : { consentMs: ms, consentAt: new Date(), consentBy: actor.name, consentStatus };
  const act = of === "sample" ? "voice.sample_recorded" : "voice.consent_recorded";
  const details = of === "sample" ? { seconds } : { speaker, sentence, seconds, status: consentStatus };
  return audit.act(actor, async (write) => {
    const row = await store.change(key, OPEN, change);
    if (!row) throw refuse("request.in_progress");
    await store.keepSound(key, of, wav);
    await write({ act, subject: name, details });
    return cloneOnWire(row);
  });
}

/** Where it was asked for already there may be a voice: only there is it looked for, and deleted. */
async function providerFor({ workspaceId, provider, askedAt }: StoredClone, accounts: CloningAccounts): Promise<string> {
  const engines = await accounts.engines(workspaceId);
  const same = engines.find((one) => one.provider === provider);
  const chosen = same ?? (askedAt === null ? engines[0] : undefined);
  if (!chosen) throw refuse("provider.not_found");
  return chosen.provider;
}

async function remove(
  { store, added, accounts, audit, jobs }: ClonesParts,
  actor: Actor,
  id: string,
): Promise<Answer<typeof removeVoiceClone>> {
  const key = { id, workspaceId: actor.workspaceId };
  const row = await store.one(key);
  if (!row) throw refuse("voice.not_found");
  if (row.state === "making" || (row.state === "removing" && row.problem === null)) throw refuse("request.in_progress");
  const isKnownThere = row.askedAt !== null;
  const isConnected = isKnownThere && (await accounts.of(key.workspaceId, row.provider)) !== undefined;
  return audit.act(actor, async (write) => {
    const intent = { state: "removing" as const, problem: null, actor: known(actor), sampleMs: null };
    if (!(await store.change(key, [row.state], intent))) throw refuse("request.in_progress");
    if (row.voiceId !== null) await added.remove(key.workspaceId, { provider: row.provider, voiceId: row.voiceId });
    const atProvider = !isKnownThere || isConnected;
    const details = { speaker: row.speaker, provider: row.provider, at_provider: atProvider };
    await write({ act: "voice.clone_removed", subject: row.name, details });
    if (isConnected) {
      await store.removeSounds(key);
      await jobs.send(cloneRemovalQueue, key);
    } else await store.remove(key);
    return { success: true as const, at_provider: atProvider };
  });
}

function notNow(type: string, msg: string): Error {
  return refuse("request.invalid", [{ type, loc: ["path", "clone_id"], msg }]);
}

function known({ kind, id, name }: Actor): { kind: string; id: string; name: string } {
  return { kind, id, name };
}

function refuseUnlessOpen(state: StoredClone["state"]): void {
  if (state === "ready") throw notNow("clone_made", "is made already; delete it to make another");
  if (state !== "draft" && state !== "failed") throw refuse("request.in_progress");
}

/** Those that can be spoken with, as the library has voices. */
export function voicesOfClones(
  rows: readonly StoredClone[],
  engines: readonly { provider: string; model: string }[],
): ProviderVoice[] {
  return rows.flatMap(({ state, voiceId, provider, name, language }) => {
    const engine = engines.find((one) => one.provider === provider);
    if (state !== "ready" || voiceId === null || !engine) return [];
    return [{ provider, voiceId, name, model: engine.model, language }];
  });
}

export function cloneOnWire(row: StoredClone): VoiceClone {
  const { id, name, language, provider, state, problem, voiceId, speaker, sentence } = row;
  const { consentAt, consentBy, consentMs, consentStatus, sampleMs, createdAt } = row;
  return {
    id,
    name,
    language,
    provider,
    state,
    problem,
    voice_id: state === "ready" && voiceId !== null ? idOf({ provider, voiceId }) : null,
    consent: {
      speaker,
      sentence,
      given_at: consentAt?.toISOString() ?? null,
      taken_by: consentBy,
      seconds: consentMs === null ? null : consentMs / 1_000,
      status: consentStatus,
    },
    sample_seconds: sampleMs === null ? null : sampleMs / 1_000,
    created_at: createdAt.toISOString(),
  };
}
