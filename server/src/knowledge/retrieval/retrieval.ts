/** Asks the retrieval thread, and keeps there what the database holds. */
import type { Log } from "../../platform/log/log.ts";
import { spaceOf, type Choice, type Used } from "../embedding/embedders.ts";
import type { VectorQuery, Questions } from "../embedding/questions.ts";
import type { ItemFacts, PassageStore } from "../passages/store.ts";
import type { IndexQuery } from "./hybrid-index.ts";
import type { ToRetrieval } from "./messages.ts";
import type { PassageMatch, IndexedPassage } from "./passage-index.ts";
import { createRetrievalThread } from "./retrieval-thread.ts";

export interface RetrievalQuery {
  workspaceId: string;
  question: string;
  /** Absent: as many as the items say that the agent answers from, or as usual. */
  most?: number | undefined;
  /** Whose knowledge; absent: all of the workspace's, for people who look at it. */
  agent?: AgentKnowledge | undefined;
  /** How long models may take to say what the question means; absent: as long as a turn can wait. */
  patienceMs?: number;
  /** Somebody looks at a screen: a thread that has just begun is waited for. */
  byPerson?: true;
  /** Told what a provider counts for the question. */
  used?: Used | undefined;
}

/** What an agent answers from: items that list it as a user, and those that its document names. */
export interface AgentKnowledge {
  id: string;
  named: readonly string[];
}

export interface Retrieval {
  /** False: this agent is known to have no knowledge. What is not known yet is read meanwhile. */
  mayKnow(workspaceId: string, agent: AgentKnowledge): boolean;
  /** The best first. Never rejects: what cannot be had is not found. */
  find(asked: RetrievalQuery): Promise<readonly PassageMatch[]>;
  /** All that this agent answers from, where it is little enough for a prompt; else nothing. */
  whole(workspaceId: string, agent: AgentKnowledge): Promise<readonly IndexedPassage[]>;
  /** What the workspace knows has changed. */
  changed(workspaceId: string): void;
  stop(): Promise<void>;
}

/** Another server on the same database may have added something. */
const LOOK_AGAIN_MS = 5_000;
const AT_ONCE = 200;
/** Workspaces that are held; the one that was asked longest ago goes first. */
const MOST_HELD = 200;
/** What they hold together: passages, and kilobytes of vectors. */
const MOST_WEIGHT = 200_000;
const USUAL_PASSAGES = 4;
/** Some 1,500 tokens: as much as a prompt of its own. */
const WHOLE_CHARACTERS = 6_000;
/** A turn waits 150 ms for everything. */
const PATIENCE_MS = 100;
/** On a busy machine the thread takes seconds to begin; "nothing was found" would not be so. */
const PERSON_WAITS_MS = 20_000;

interface Held {
  stamp: string | undefined;
  weight: number;
  /** What its items are compared by, each space once, with the items. */
  choices: ReadonlyMap<string, { choice: Choice; items: ReadonlySet<string> }>;
  /** Items by the id of the agent that answers from them. */
  usedBy: ReadonlyMap<string, readonly string[]>;
  /** Of the text of each item, by its id. */
  characters: ReadonlyMap<string, number>;
  /** How many passages items ask for, by their ids. */
  topK: ReadonlyMap<string, number>;
  lookedMs: number;
  looking: Promise<void> | undefined;
}

const NOTHING: Readonly<Held> = {
  stamp: undefined,
  weight: 0,
  choices: new Map(),
  usedBy: new Map(),
  characters: new Map(),
  topK: new Map(),
  lookedMs: -Infinity,
  looking: undefined,
};

export interface RetrievalParts {
  store: PassageStore;
  questions: Questions;
  log: Log;
  /** For the thread, from its start on. */
  timeoutMs?: number;
}

export function createRetrieval({ store, questions, log, timeoutMs }: RetrievalParts): Retrieval {
  const held = new Map<string, Held>();
  const thread = createRetrievalThread(log, () => held.clear(), timeoutMs);
  const { tell } = thread;

  return {
    mayKnow(workspaceId, agent) {
      const known = held.get(workspaceId);
      void fresh(workspaceId).then(() => questions.expect(workspaceId, choicesOf(held.get(workspaceId))));
      return known === undefined || known.looking !== undefined || itemsOf(known, agent).length > 0;
    },
    async find({ workspaceId, question, most, agent, patienceMs = PATIENCE_MS, byPerson, used }) {
      const looked = fresh(workspaceId);
      // What changed a moment ago is read anew; what was there before is better than nothing in time.
      if (held.get(workspaceId)?.stamp === undefined) await looked;
      else await noLonger(looked, patienceMs);
      const known = held.get(workspaceId);
      const only = agent && itemsOf(known, agent);
      if (known?.stamp === undefined || only?.length === 0) return [];
      const choices = choicesOf(known, only);
      const meaning = await meaningOf(questions, { workspaceId, question, choices, patienceMs, used });
      return thread.find(
        workspaceId,
        { question, most: most ?? mostOf(known, only), only, ...meaning },
        byPerson && PERSON_WAITS_MS,
      );
    },
    async whole(workspaceId, agent) {
      await fresh(workspaceId);
      return store.passagesOf(workspaceId, littleOf(held.get(workspaceId), agent));
    },
    changed(workspaceId) {
      const known = held.get(workspaceId);
      if (known) known.lookedMs = -Infinity;
    },
    stop: () => thread.stop(),
  };

  /** What the thread holds of this workspace is what the database has, or nearly. */
  function fresh(workspaceId: string): Promise<void> {
    if (!thread.isThere) return Promise.resolve();
    const known = held.get(workspaceId) ?? { ...NOTHING };
    held.delete(workspaceId);
    held.set(workspaceId, known);
    if (known.looking) return known.looking;
    if (performance.now() - known.lookedMs < LOOK_AGAIN_MS) return Promise.resolve();
    known.lookedMs = performance.now();
    known.looking = look(workspaceId, known)
      .catch((error: unknown) => log.warn({ err: error }, "What a workspace knows could not be read"))
      .finally(() => (known.looking = undefined));
    return known.looking;
  }

  async function look(workspaceId: string, known: Held): Promise<void> {
    const stamp = await store.stamp(workspaceId);
    if (stamp === known.stamp) return;
    if (stamp === undefined) {
      const { lookedMs, looking } = known;
      Object.assign(known, NOTHING, { lookedMs, looking });
      return tell({ kind: "forget", workspaceId });
    }
    const facts = await store.facts(workspaceId);
    const filled = await fill(workspaceId, facts, { store, tell });
    // The thread failed meanwhile: it has nothing of this.
    if (held.get(workspaceId) !== known) return;
    const read = { choices: choicesIn(facts), usedBy: itemsByAgent(facts), topK: topKIn(facts) };
    Object.assign(known, { stamp, ...filled, ...read });
    for (const oldest of oldestOf(held)) {
      held.delete(oldest);
      tell({ kind: "forget", workspaceId: oldest });
    }
  }
}

/** Items that an agent answers from, where all of them together fit a prompt. */
function littleOf(held: Held | undefined, agent: AgentKnowledge): string[] {
  const only = held?.stamp === undefined ? [] : itemsOf(held, agent);
  const characters = only.reduce((sum, id) => sum + (held?.characters.get(id) ?? 0), 0);
  return characters > WHOLE_CHARACTERS ? [] : only;
}

function topKIn(facts: ReadonlyMap<string, ItemFacts>): Held["topK"] {
  return new Map([...facts].flatMap(([id, { topK }]) => (topK === null ? [] : [[id, topK] as const])));
}

function mostOf(held: Held, only: readonly string[] = []): number {
  const wanted = only.flatMap((id) => held.topK.get(id) ?? []);
  return wanted.length === 0 ? USUAL_PASSAGES : Math.max(...wanted);
}

function itemsOf(held: Held | undefined, { id, named }: AgentKnowledge): string[] {
  return [...new Set([...(held?.usedBy.get(id) ?? []), ...named])];
}

function choicesOf(held: Held | undefined, only?: readonly string[]): Choice[] {
  const there = [...(held?.choices.values() ?? [])];
  return there.filter(({ items }) => !only || only.some((id) => items.has(id))).map(({ choice }) => choice);
}

/** Tells the thread all passages of a workspace; returns their weight, and the length of each item. */
async function fill(
  workspaceId: string,
  facts: ReadonlyMap<string, ItemFacts>,
  { store, tell }: { store: PassageStore; tell(message: ToRetrieval): void },
): Promise<Pick<Held, "weight" | "characters">> {
  tell({ kind: "begin", workspaceId });
  let weight = 0;
  const characters = new Map<string, number>();
  for (let after: Parameters<PassageStore["chunks"]>[1]; ;) {
    const chunks = await store.chunks(workspaceId, after, AT_ONCE);
    weight += chunks.reduce((sum, { vector }) => sum + 1 + (vector?.length ?? 0) / 1_024, 0);
    for (const { itemId, text } of chunks) characters.set(itemId, (characters.get(itemId) ?? 0) + text.length);
    const titled = chunks.map((chunk) => ({ ...chunk, title: facts.get(chunk.itemId)?.title ?? "" }));
    tell({ kind: "passages", workspaceId, passages: titled });
    after = chunks.at(-1);
    if (chunks.length < AT_ONCE) break;
  }
  tell({ kind: "done", workspaceId });
  return { weight, characters };
}

async function meaningOf(questions: Questions, asked: VectorQuery): Promise<Pick<IndexQuery, "vectors" | "nothing">> {
  const vectors = await questions.vectorsOf(asked);
  return { vectors, nothing: questions.aboutNothing(asked.workspaceId, asked.choices) };
}

async function noLonger(work: Promise<void>, ms: number): Promise<void> {
  let late: NodeJS.Timeout | undefined;
  await Promise.race([work, new Promise<void>((resolve) => (late = setTimeout(resolve, ms)))]);
  clearTimeout(late);
}

function choicesIn(facts: ReadonlyMap<string, ItemFacts>): Held["choices"] {
  const choices = new Map<string, { choice: Choice; items: Set<string> }>();
  for (const [id, { title: _title, usedBy: _usedBy, topK: _topK, ...choice }] of facts) {
    const space = spaceOf(choice);
    if (space === undefined) continue;
    const known = choices.get(space) ?? { choice, items: new Set() };
    choices.set(space, known);
    known.items.add(id);
  }
  return choices;
}

function itemsByAgent(facts: ReadonlyMap<string, ItemFacts>): Held["usedBy"] {
  const items = new Map<string, string[]>();
  for (const [id, { usedBy }] of facts)
    for (const agent of usedBy) {
      const known = items.get(agent);
      if (known) known.push(id);
      else items.set(agent, [id]);
    }
  return items;
}

/** Of what is held too much, what was asked longest ago. */
function* oldestOf(held: ReadonlyMap<string, Held>): Generator<string> {
  let left = held.size;
  let weight = [...held.values()].reduce((all, one) => all + one.weight, 0);
  for (const [workspaceId, one] of held) {
    if (left <= MOST_HELD && weight <= MOST_WEIGHT) return;
    if (one.looking) continue;
    left--;
    weight -= one.weight;
    yield workspaceId;
  }
}
