/** Models for tests. */
import type { Embedders } from "../embedding/embedders.ts";

export const NO_EMBEDDERS: Embedders = {
  local: async () => undefined,
  services: async () => [],
  of: async () => undefined,
};

const MEANINGS: readonly (readonly string[])[] = [
  ["vehicle", "car", "motor", "gari", "automobile"],
  ["money", "price", "cost", "fee", "shillings", "bei"],
  ["doctor", "physician", "clinic", "daktari"],
  ["ferry", "boat", "ship", "meli"],
];

/** As a model would see it that knows these meanings and nothing else: a number for each, and one for all the rest. */
export function meaningOf(text: string): number[] {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return [...MEANINGS.map((same) => words.filter((word) => same.includes(word)).length), 0.5];
}
