import type { GrammarGraph } from "./grammar-graph.ts";
import type { SearchGuide } from "./search-words.ts";
import type { TokenTree } from "./vocabulary.ts";

/** Places of the graph that are reached together; their ways on are found out when they are first asked for. */
interface Places {
  mayEnd: boolean;
  by: Map<string, Places | undefined>;
  reached: readonly number[];
  tokens?: ReadonlyMap<number, Places>;
}

export interface GrammarGuide extends SearchGuide<Places> {
  /** Whether a text, in lower case and with the blank before it, is a sentence of the grammar. */
  accepts(text: string): boolean;
}

/** Lets a search write the sentences of a grammar and nothing else. */
export function grammarGuide(graph: GrammarGraph, tokens: TokenTree): GrammarGuide {
  const known = new Map<string, Places>();
  const placesOf = (from: Iterable<number>): Places => {
    const reached = closure(graph, from);
    const key = reached.join(" ");
    let places = known.get(key);
    if (!places) known.set(key, (places = { reached, mayEnd: reached.includes(graph.end), by: new Map() }));
    return places;
  };
  const led = (places: Places, character: string): Places | undefined => {
    if (places.by.has(character)) return places.by.get(character);
    const next = places.reached.flatMap((place) => graph.by[place]?.get(character) ?? []);
    const to = next.length === 0 ? undefined : placesOf(next);
    places.by.set(character, to);
    return to;
  };
  const collect = (places: Places, tree: TokenTree, found: Map<number, Places>): void => {
    for (const token of tree.tokens) found.set(token, places);
    for (const [character, below] of tree.next) {
      const next = led(places, character);
      if (next) collect(next, below, found);
    }
  };
  const start = placesOf([graph.start]);
  return {
    start,
    accepts(text) {
      let at: Places | undefined = start;
      for (const character of text) at = at && led(at, character);
      return at?.mayEnd ?? false;
    },
    allowed(places) {
      if (!places.tokens) {
        const found = new Map<number, Places>();
        collect(places, tokens, found);
        places.tokens = found;
      }
      return places.tokens;
    },
    after: (state) => ({ state, bonus: 0 }),
    end: ({ mayEnd }) => ({ mayEnd, bonus: 0 }),
  };
}

function closure(graph: GrammarGraph, from: Iterable<number>): number[] {
  const reached = new Set(from);
  for (const place of reached) for (const next of graph.free[place] ?? []) reached.add(next);
  return [...reached].toSorted((a, b) => a - b);
}
