/** Finds routes, guides and their sections by words, all of which must stand in what is found. */
import type { Description, Operation, Schema } from "./description.ts";
import { docsPaths } from "./places.ts";

export interface DocsEntry {
  title: string;
  note: string;
  to: string;
  method?: string;
  /** What it is found by, in small letters; the weightier part first. */
  heavy: string;
  light: string;
}

const MOST_FOUND = 20;
const DEEPEST = 3;

export function placesOf({ subjects }: Description): DocsEntry[] {
  return subjects.flatMap((subject) =>
    subject.operations.map((operation) => ({
      title: operation.path,
      note: operation.summary,
      to: docsPaths.operation(subject, operation),
      method: operation.method,
      heavy: `${operation.method} ${operation.path} ${subject.name}`.toLowerCase(),
      light: `${operation.summary} ${namesIn(operation).join(" ")}`.toLowerCase(),
    })),
  );
}

export function find(text: string, places: readonly DocsEntry[]): DocsEntry[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [];
  return places
    .map((place) => ({ place, weight: weigh(place, wanted) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, MOST_FOUND)
    .map(({ place }) => place);
}

function weigh({ heavy, light }: DocsEntry, wanted: readonly string[]): number {
  let weight = 0;
  for (const word of wanted) {
    if (heavy.includes(word)) weight += 3;
    else if (light.includes(word)) weight += 1;
    else return 0;
  }
  return weight;
}

function namesIn({ parameters, body, answer }: Operation): string[] {
  const own = parameters.map(({ name }) => name);
  return [...own, ...namesOf(body?.schema, 0), ...namesOf(answer.schema, 1)];
}

function namesOf(schema: Schema | undefined, depth: number): string[] {
  if (!schema || depth > DEEPEST) return [];
  const inside = [...Object.values(schema.properties ?? {}), ...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])];
  return [...Object.keys(schema.properties ?? {}), ...inside.flatMap((one) => namesOf(one, depth + 1))];
}
