/** Opens demo workspaces: one for a visit however often its code is sent, and no more than the installation carries. */
import { refuse } from "../../platform/http/refuse.ts";

export interface Opening {
  /** What the visitor's browser is known by; undefined when it came without a cookie. */
  visit: string | undefined;
  codeId: string;
  /** Makes the workspace; returns its id. */
  open(): Promise<string>;
}

export interface DemoOpeningsParts {
  /** How many there are: in all, and of visits by this code. */
  count(codeId: string): Promise<{ inAll: number; ofCode: number }>;
  /** Of the whole installation. */
  most: number;
  nowMs(): number;
}

/** A code that went round the world must not fill the disk. */
const MOST_OF_CODE = 100;
/** A browser that sends its code again and again sends its old cookie, too. */
const REMEMBERED_MS = 3_600_000;
const MOST_REMEMBERED = 1_000;

/** Returns the workspace of this visit. Refuses with "demo.full". */
export function createDemoOpenings({ count, most, nowMs }: DemoOpeningsParts): (opening: Opening) => Promise<string> {
  const opened = new Map<string, { workspaceId: Promise<string>; atMs: number }>();
  let underWay = 0;

  async function openOne({ codeId, open }: Opening): Promise<string> {
    underWay++;
    try {
      const { inAll, ofCode } = await count(codeId);
      if (inAll + underWay > most || ofCode + underWay > MOST_OF_CODE) throw refuse("demo.full");
      return await open();
    } finally {
      underWay--;
    }
  }

  return (opening) => {
    const { visit } = opening;
    if (visit === undefined) return openOne(opening);
    for (const [key, { atMs }] of opened) {
      if (opened.size < MOST_REMEMBERED && nowMs() - atMs < REMEMBERED_MS) break;
      opened.delete(key);
    }
    const before = opened.get(visit);
    if (before) return before.workspaceId;
    const workspaceId = openOne(opening);
    opened.set(visit, { workspaceId, atMs: nowMs() });
    workspaceId.catch(() => opened.delete(visit));
    return workspaceId;
  };
}
