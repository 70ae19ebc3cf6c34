/** A mind before which fixed answers stand: a sentence of the caller's that is like an example of one is answered by its words, and nobody thinks. */
import { besideThinking } from "./beside-thinking.ts";
import type { LanguageModel, Message, Thought } from "../ports.ts";
import type { Route } from "../plan.ts";
import { wordsOf } from "../turn/phrases/words-of.ts";

/** Words count for less than meanings, for which thresholds are written: so much less is enough. */
const WORDS_COUNT_LESS = 0.15;
/** Of a word that stands in most sentences. */
const COMMON_WEIGHT = 0.3;
/** English, Swahili, French, Portuguese, Hausa. */
const COMMON = new Set(
  wordsOf(`a an the i you he she it we they me my your his her our their is are was were be been am do does did have has had can could will
  would should may to of in on at for from with by and or but so not no yes that this these those there here what who whom whose when where
  why how which if as about please tell want know just ok okay hello hi ya wa na za la kwa ni je mimi wewe yeye sisi hii hiyo huyo nini nani
  lini wapi gani au kama le les un une des de du et ou je tu il elle nous vous ils elles est sont ai as ont que qui quoi quand comment
  pourquoi ce cette mon ma votre vos pour dans sur avec o os um uma do da dos das e eu ele ela quem onde como qual para com por em meu
  minha seu sua da don me ina yaya wane mene`),
);
const LEAST_STEM = 4;
const STEM_SHARE = 0.7;

interface Example {
  words: readonly string[];
  weight: number;
}

export function withRoutes(llm: LanguageModel, routes: readonly Route[]): LanguageModel {
  if (routes.length === 0) return llm;
  const known = routes.map((route) => ({ route, examples: route.examples.map(exampleOf) }));
  return {
    ...besideThinking(llm),
    async *think(request, signal): AsyncIterable<Thought> {
      const last = request.messages.at(-1);
      const found = last?.role === "caller" ? bestOf(known, last.text) : undefined;
      if (!found) return yield* llm.think(request, signal);
      yield { kind: "sources", ids: [found.name] };
      yield { kind: "text", text: answerOf(found, request.messages) };
    },
  };
}

function bestOf(known: readonly { route: Route; examples: readonly Example[] }[], text: string): Route | undefined {
  const said = exampleOf(text);
  if (said.words.length === 0) return undefined;
  let best: Route | undefined;
  let bestBy = 0;
  for (const { route, examples } of known) {
    const score = Math.max(0, ...examples.map((example) => likeness(example, said)));
    const by = score - (route.threshold - WORDS_COUNT_LESS);
    if (score === 0 || by < 0 || (best && by <= bestBy)) continue;
    best = route;
    bestBy = by;
  }
  return best;
}

/** Several answers are given in turn. */
function answerOf({ answers }: Route, messages: readonly Message[]): string {
  const turns = messages.filter(({ role }) => role === "caller").length;
  return answers[(turns - 1) % answers.length] ?? "";
}

/** How much of what both say is the same, 0…1 (Dice), common words counting little. */
function likeness(one: Example, other: Example): number {
  const left = [...other.words];
  let shared = 0;
  for (const word of one.words) {
    const at = left.findIndex((candidate) => isSame(word, candidate));
    const same = left[at];
    if (same === undefined) continue;
    shared += Math.min(weightOf(word), weightOf(same));
    left.splice(at, 1);
  }
  return (2 * shared) / (one.weight + other.weight);
}

/** "Election" and "elections", "vote" and "voted". */
function isSame(one: string, other: string): boolean {
  if (one === other) return true;
  const longest = Math.max(one.length, other.length);
  let same = 0;
  while (same < Math.min(one.length, other.length) && one[same] === other[same]) same++;
  return same >= LEAST_STEM && same / longest >= STEM_SHARE;
}

function exampleOf(text: string): Example {
  const words = wordsOf(text).slice(0, 60);
  return { words, weight: words.reduce((sum, word) => sum + weightOf(word), 0) };
}

function weightOf(word: string): number {
  return COMMON.has(word) ? COMMON_WEIGHT : 1;
}
