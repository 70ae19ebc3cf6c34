/** What a field's description says of its choices: "small is for 10 people, medium for 25, large for 50". Pure. */
import { conceptsOf } from "../spoken/concepts.ts";
import { plain } from "../spoken/plain.ts";
import { quantitiesIn } from "../spoken/quantities.ts";
import { spokenChoice } from "./choices.ts";
import type { Field } from "./form.ts";

type Glossed = Pick<Field, "choices" | "description">;

/** The choice that is meant by what only its gloss has: "the one of ten thousand litres". */
export function glossedChoice(text: string, field: Glossed, asked: boolean): string | undefined {
  const glosses = glossesOf(field);
  if (glosses.length < 2) return undefined;
  const numbers = quantitiesIn(text).map(({ value }) => value);
  const said = new Set(conceptsOf(text));
  const shared = (concepts: readonly string[]): boolean => concepts.some((concept) => said.has(concept));
  const isCounted = glosses.some(({ concepts }) => shared(concepts));
  const byNumber = glosses.filter((one) => one.numbers.some((value) => numbers.includes(value)));
  if (byNumber.length === 1 && (asked || isCounted)) return byNumber[0]?.choice;
  const byWords = glosses.filter(({ choice, concepts }) =>
    shared(concepts.filter((concept) => !glosses.some((other) => other.choice !== choice && other.concepts.includes(concept)))),
  );
  return asked && byWords.length === 1 && byNumber.length === 0 ? byWords[0]?.choice : undefined;
}

function glossesOf({ choices, description }: Glossed): { choice: string; numbers: number[]; concepts: readonly string[] }[] {
  const text = description.toLowerCase();
  const found = choices.flatMap((choice) => {
    const name = spokenChoice(choice).toLowerCase();
    const at = new RegExp(`(?<![\\p{L}\\p{N}])${name.replace(/[^\p{L}\p{N} ]/gu, ".")}(?![\\p{L}\\p{N}])`, "u").exec(text)?.index;
    return at === undefined ? [] : [{ choice, at, to: at + name.length }];
  });
  const inOrder = found.toSorted((a, b) => a.at - b.at);
  return inOrder.map(({ choice, to }, place) => {
    const gloss = text.slice(to, inOrder[place + 1]?.at);
    return { choice, numbers: quantitiesIn(plain(gloss)).map(({ value }) => value), concepts: conceptsOf(gloss) };
  });
}
