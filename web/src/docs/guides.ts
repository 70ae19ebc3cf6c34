/** The guides as they stand in the repository, each fetched when somebody reads it. */
import { CHANGES, GUIDES } from "./places.ts";

const FILES = import.meta.glob<string>("../../../docs/guides/*.md", { query: "?raw", import: "default" });

/** The text of a guide, or nothing where there is none of that name. */
export async function readGuide(name: string): Promise<string | undefined> {
  const isKnown = name === CHANGES || (GUIDES as readonly string[]).includes(name);
  return isKnown ? FILES[`../../../docs/guides/${name}.md`]?.() : undefined;
}
