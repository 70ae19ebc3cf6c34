/**
 * Vectors of what somebody asks, within the time that a turn has: who does not answer in it is not waited for, and who fails is left alone
 * for a while. An answer that comes late is kept for whoever asks the same again.
 */
import type { Usage } from "@ongea/conversation";
import type { Embedder } from "@ongea/providers";
import type { Choice, Embedders, Used } from "./embedders.ts";
import { spaceOf } from "./embedders.ts";
import { createNothing } from "./nothing.ts";
import { packed } from "./vectors.ts";

export interface VectorQuery {
  workspaceId: string;
  question: string;
  choices: readonly Choice[];
  /** What is not there by then is left out. */
  patienceMs: number;
  /** What was kept already is used for nothing; what comes late is told late. */
  used?: Used | undefined;
}

export interface Questions {
  /** By space. Never rejects. */
  vectorsOf(asked: VectorQuery): Promise<ReadonlyMap<string, Int8Array>>;
  /** What each of these models makes of questions about nothing, by space: what is known by now. The others are asked meanwhile. */
  aboutNothing(workspaceId: string, choices: readonly Choice[]): ReadonlyMap<string, readonly Int8Array[]>;
  /** Somebody of this workspace will soon ask. */
  expect(workspaceId: string, choices: readonly Choice[]): void;
}

/** A turn asks no more models than that. */
const MOST_SPACES = 3;
const MOST_KEPT = 500;
/** An answer later than this helps nobody. */
const LATEST_MS = 3_000;
const FIRST_REST_MS = 2_000;
const LONGEST_REST_MS = 60_000;
const MOST_RESTING = 1_000;

interface Rest {
  untilMs: number;
  nextMs: number;
}

export function createQuestions(embedders: Embedders): Questions {
  const kept = new Map<string, Promise<Int8Array>>();
  const resting = new Map<string, Rest>();
  const nothing = createNothing(embedders);
  /** How long each model took for its last answer: one that is known to be too slow is asked, but not waited for. */
  const took = new Map<string, number>();

  function vectorOf({ workspaceId, question, used }: VectorQuery, choice: Choice): Promise<Int8Array | undefined> {
    const place = `${workspaceId} ${spaceOf(choice) ?? ""}`;
    const key = `${place} ${question}`;
    const known = kept.get(key);
    if (known) return known;
    if (performance.now() < (resting.get(place)?.untilMs ?? 0)) return Promise.resolve(undefined);
    const startedMs = performance.now();
    const vector = make({ workspaceId, question, used }, choice);
    remember(kept, key, vector, MOST_KEPT);
    vector.then(
      () => {
        resting.delete(place);
        remember(took, place, performance.now() - startedMs, MOST_RESTING);
      },
      () => {
        kept.delete(key);
        const nextMs = resting.get(place)?.nextMs ?? FIRST_REST_MS;
        const rest = { untilMs: performance.now() + nextMs, nextMs: Math.min(LONGEST_REST_MS, nextMs * 2) };
        remember(resting, place, rest, MOST_RESTING);
      },
    );
    return vector;
  }

  async function make({ workspaceId, question, used }: Omit<VectorQuery, "choices" | "patienceMs">, choice: Choice) {
    const embedder = await embedders.of(workspaceId, choice);
    if (!embedder) throw new Error("There is no such model");
    const counted = (usage: Usage): void => used?.(embedder.name, usage);
    const [vector] = await embedder.embed([question], "question", AbortSignal.timeout(LATEST_MS), counted);
    if (!vector) throw new Error("The model said nothing");
    return packed(vector);
  }

  return {
    async vectorsOf(wanted) {
      const { workspaceId, choices, patienceMs } = wanted;
      const found = new Map<string, Int8Array>();
      const asked = choices.slice(0, MOST_SPACES).map(async (choice) => {
        const place = `${workspaceId} ${spaceOf(choice) ?? ""}`;
        const isTooSlow = (took.get(place) ?? 0) > patienceMs;
        const vector = vectorOf(wanted, choice).then((one) => one && found.set(spaceOf(choice) ?? "", one));
        vector.catch(() => undefined);
        // What was kept is there at once.
        await Promise.race([vector.catch(() => undefined), ...(isTooSlow ? [soon()] : [])]);
      });
      if (asked.length === 0) return found;
      let late: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => (late = setTimeout(resolve, patienceMs)));
      await Promise.race([Promise.all(asked), patience]);
      clearTimeout(late);
      // What comes after this is for the next who asks it.
      return new Map(found);
    },
    aboutNothing: (workspaceId, choices) => nothing(workspaceId, choices.slice(0, MOST_SPACES)),
    expect(workspaceId, choices) {
      nothing(workspaceId, choices.slice(0, MOST_SPACES));
      for (const choice of choices.slice(0, MOST_SPACES)) {
        const warm = (embedder: Embedder | undefined): void => embedder?.warm();
        embedders.of(workspaceId, choice).then(warm, () => undefined);
      }
    },
  };
}

/** After what is known already. */
function soon(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** The oldest goes first. */
function remember<T>(map: Map<string, T>, key: string, value: T, most: number): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= most) return;
    map.delete(oldest);
  }
}
