/** Takes one person out of everything that a workspace keeps. */
import { randomUUID } from "node:crypto";
import type { ContactIdentity } from "@ongea/contract";
import type { Actor, Audit } from "../../accounts/index.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { onlyCallsOf, type Person, type PersonalData } from "./person.ts";
import type { PersonalCalls } from "./personal-calls.ts";
import type { ErasureRow, PrivacyStore } from "./store.ts";
import type { Tombstones } from "./tombstones.ts";

export interface ErasureParts {
  store: Pick<PrivacyStore, "addDeletion" | "beginErasure" | "endErasure" | "isContactHeld" | "undone">;
  audit: Pick<Audit, "act">;
  tombstones: Pick<Tombstones, "add" | "hashOf">;
  people: {
    find(workspaceId: string, identity: ContactIdentity): Promise<Person>;
  };
  /** Everybody of a workspace, contacts or not, whoever knows them. */
  known: readonly ((workspaceId: string) => AsyncIterable<readonly ContactIdentity[]>)[];
  calls: Pick<PersonalCalls, "idsOf" | "check" | "erase">;
  /** What every domain keeps of a person beside their calls; contacts last. */
  data: readonly Pick<PersonalData, "erase">[];
  removeFiles(): Promise<void>;
  now(): Date;
}

/** Calls in one transaction. */
const BATCH = 200;

/**
 * First of all it is written down, as hashes; then calls go, a batch in a transaction; then everything else, with the entry in the audit log.
 * What a kill interrupts is finished within the hour. Refuses with "privacy.on_hold" or "privacy.call_running".
 */
export async function erasePerson(parts: ErasureParts, actor: Actor, identity: ContactIdentity): Promise<string> {
  const { store, tombstones, people, calls } = parts;
  const { workspaceId } = actor;
  const person = await people.find(workspaceId, identity);
  await refuseHeld(parts, person);
  await calls.check(workspaceId, await calls.idsOf(workspaceId, person.phones));
  const hashes = person.identities.map((one) => tombstones.hashOf(workspaceId, one));
  const { kind, id, name } = actor;
  const erasure = { id: randomUUID(), workspaceId, hashes, actor: { workspaceId, kind, id, name } };
  await store.beginErasure(erasure);
  await tombstones.add(erasure);
  await finish(parts, erasure, person);
  return erasure.id;
}

async function refuseHeld({ store }: ErasureParts, { workspaceId, contactId }: Person): Promise<void> {
  if (contactId !== null && (await store.isContactHeld(workspaceId, contactId))) throw refuse("privacy.on_hold");
}

type Erasure = Pick<ErasureRow, "id" | "workspaceId" | "actor">;

async function finish(parts: ErasureParts, { id, workspaceId, actor }: Erasure, person: Person): Promise<void> {
  const { store, audit, calls, data, now } = parts;
  const note = (counts: Record<string, number>): Promise<void> =>
    store.addDeletion({ id, workspaceId, reason: "erasure", counts: withoutNothing(counts), at: now() });
  for (
    let left = await calls.idsOf(workspaceId, person.phones);
    left.length > 0;
    left = await calls.idsOf(workspaceId, person.phones)
  )
    for (let from = 0; from < left.length; from += BATCH) {
      const some = left.slice(from, from + BATCH);
      await audit.act(actor, async () => {
        const erased = await eraseAll(data, onlyCallsOf(person), some);
        await note({ ...erased, ...(await calls.erase(workspaceId, some)) });
      });
    }
  await audit.act(actor, async (write) => {
    await refuseHeld(parts, person);
    await note(await eraseAll(data, person, []));
    await store.endErasure(workspaceId, id);
    await write({ act: "person.erased", subject: id });
  });
  await parts.removeFiles();
}

async function eraseAll(data: ErasureParts["data"], person: Person, callIds: readonly string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const part of data)
    for (const [name, rows] of Object.entries(await part.erase(person, callIds))) counts[name] = (counts[name] ?? 0) + rows;
  return counts;
}

const withoutNothing = (counts: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).filter(([, rows]) => rows > 0));

/** What killed servers have left, and what an older copy of the database has brought back. Returns how many are done. */
export async function finishErasures(parts: ErasureParts, failed: (error: unknown) => void): Promise<number> {
  let done = 0;
  for (const erasure of await parts.store.undone()) {
    try {
      for (const person of await peopleOf(parts, erasure)) await finish(parts, erasure, person);
      await parts.store.endErasure(erasure.workspaceId, erasure.id);
      done++;
    } catch (error) {
      failed(error);
    }
  }
  return done;
}

/** Everybody who has one of these hashes: of whom an older copy may have made several. */
async function peopleOf({ people, known, tombstones }: ErasureParts, { workspaceId, hashes }: ErasureRow): Promise<Person[]> {
  const wanted = new Set(hashes);
  const found: Person[] = [];
  for (const identities of known)
    for await (const page of identities(workspaceId))
      for (const identity of page)
        if (wanted.has(tombstones.hashOf(workspaceId, identity))) found.push(await people.find(workspaceId, identity));
  return found;
}
