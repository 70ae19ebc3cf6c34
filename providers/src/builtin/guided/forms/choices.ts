/** Which of the offered values an utterance names. */
import { conceptsOf } from "../spoken/concepts.ts";
import { editDistance, wordsOf } from "../spoken/plain.ts";
import { wordsOfName } from "./kinds.ts";

const ORDER = [
  /\b(?:the )?first(?: one)?\b|\bya kwanza\b|\b(?:le|la) premi(?:er|ère)\b/,
  /\b(?:the )?second(?: one)?\b|\bya pili\b|\b(?:le|la) deuxième\b/,
  /\b(?:the )?third(?: one)?\b|\bya tatu\b|\b(?:le|la) troisième\b/,
  /\b(?:the )?last(?: one)?\b|\bya mwisho\b|\b(?:le|la) derni(?:er|ère)\b/,
];

/** `asked`: the choices were just read out, so "the second one" names one. */
export function choiceIn(
  text: string,
  choices: readonly string[],
  asked: boolean,
): { value: string; confidence: number } | undefined {
  const words = wordsOf(text);
  const concepts = new Set(conceptsOf(text));
  const scored = choices
    .map((choice) => ({ choice, ...fit(choice, words, concepts) }))
    .filter(({ share }) => share > 0.5)
    .toSorted((a, b) => b.share - a.share || b.last - a.last);
  const [best, second] = scored;
  if (best)
    return { value: best.choice, confidence: second && second.share === best.share && second.last === best.last ? 0.4 : 1 };
  if (!asked) return undefined;
  const place = ORDER.findIndex((pattern) => pattern.test(words.join(" ")));
  const named = place < 0 ? undefined : place === 3 ? choices.at(-1) : choices[place];
  return named === undefined ? undefined : { value: named, confidence: 0.8 };
}

/** The share of the choice's words that were said, and where the last of them stands: the one named last counts. */
function fit(choice: string, words: readonly string[], concepts: ReadonlySet<string>): { share: number; last: number } {
  const parts = spokenChoice(choice)
    .split(" ")
    .filter((part) => part !== "");
  let hits = 0;
  let last = -1;
  for (const part of parts) {
    const at = words.findLastIndex(
      (word) => word === part || (part.length >= 5 && editDistance(word, part, 1) <= 1) || word === `${part}s`,
    );
    const byMeaning = at < 0 && conceptsOf(part).some((concept) => concepts.has(concept));
    if (at >= 0 || byMeaning) hits++;
    last = Math.max(last, at);
  }
  return { share: parts.length === 0 ? 0 : hits / parts.length, last };
}

/** "no_water" → "no water". */
export function spokenChoice(choice: string): string {
  return wordsOfName(choice);
}
