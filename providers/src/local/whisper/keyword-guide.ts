import type { SearchGuide } from "./search-words.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** A place in the tree of the phrases, by characters. */
interface Place {
  next: Map<string, Place>;
  /** Characters from the root. */
  depth: number;
  isEnd: boolean;
}

/** Phrases that have begun, and what they have been lent until they are whole. */
interface Begun {
  places: readonly Place[];
  kept: number;
  lent: number;
}

/** What each character of a phrase is worth, as a natural logarithm, and a whole phrase at most. */
const BONUS = 0.35;
const MOST = 5;
const MOST_PHRASES = 1_000;
const MOST_CHARACTERS = 60;

/**
 * Contextual biasing (hotwords): phrases that are likely, the agent's names and products, are written a little sooner than the network alone would.
 * What a phrase was lent is taken back where it is not gone on with.
 */
export function keywordGuide(phrases: readonly string[], vocabulary: Vocabulary): SearchGuide<Begun> {
  const root: Place = { next: new Map(), depth: 0, isEnd: false };
  for (const phrase of phrases.slice(0, MOST_PHRASES)) insert(root, ` ${phrase.toLowerCase().slice(0, MOST_CHARACTERS).trim()}`);
  const isEmpty = root.next.size === 0;
  return {
    start: { places: [], kept: 0, lent: 0 },
    allowed: () => undefined,
    after(state, token) {
      const characters = isEmpty ? "" : vocabulary.plainOf(token);
      if (!characters) return { state: { ...state, places: [], lent: 0 }, bonus: -state.lent };
      let { places, kept } = state;
      for (const character of characters) {
        places = [...places, root].flatMap(({ next }) => next.get(character) ?? []);
        for (const place of places) if (place.isEnd) kept += worth(place);
      }
      const lent = Math.max(0, ...places.map((place) => (place.isEnd ? 0 : worth(place))));
      return { state: { places, kept, lent }, bonus: kept + lent - state.kept - state.lent };
    },
    // One that is not whole brings nothing.
    end: ({ lent }) => ({ mayEnd: true, bonus: -lent }),
  };
}

function worth({ depth }: Place): number {
  return Math.min(MOST, depth * BONUS);
}

function insert(root: Place, characters: string): void {
  if (characters.trim() === "") return;
  let at = root;
  for (const character of characters) {
    let next = at.next.get(character);
    if (!next) at.next.set(character, (next = { next: new Map(), depth: at.depth + 1, isEnd: false }));
    at = next;
  }
  at.isEnd = true;
}
