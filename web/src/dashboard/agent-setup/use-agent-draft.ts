/** What is being changed: kept in this tab until it is saved or discarded, whatever happens to the page meanwhile. */
import { type AgentDocument, type Difference, differencesOf, valueAt, withValue } from "@ongea/contract";
import { useMemo, useState } from "react";
import type { Path } from "./controls.ts";

export interface Read {
  /** 0: it has never been saved. */
  version: number;
  /** Of the draft that it was read from; 0: from the live version. */
  revision: number;
  document: AgentDocument;
}

export interface AgentDraft {
  document: AgentDocument;
  /** What it was when it was read. */
  base: Read;
  /** From what was read to what is being written. */
  changes: readonly Difference[];
  set(path: Path, value: unknown): void;
  /** What stands on the server now is this; nothing is unsaved. */
  saved(read: Read): void;
  /** Lays one's own changes over what somebody else has saved. */
  rebase(read: Read): void;
}

interface Kept {
  base: Read;
  document: AgentDocument;
}

/** `read` is what stood on the server when the editor was opened. */
export function useAgentDraft(key: string, read: Read): AgentDraft {
  const name = `draft:agent-${key}`;
  const [kept, setKept] = useState<Kept>(() => recalled(name) ?? { base: read, document: read.document });
  const changes = useMemo(() => differencesOf(kept.base.document, kept.document), [kept]);
  const keep = (next: Kept): void => {
    setKept(next);
    remember(name, next);
  };
  return {
    document: kept.document,
    base: kept.base,
    changes,
    set: (path, value) =>
      setKept((before) => {
        const first = valueAt(before.base.document, path);
        // What was empty in another way and is empty again has not changed.
        const wanted = value === "" && (first === null || first === undefined) ? first : value;
        const next = { ...before, document: withValue(before.document, path, wanted) };
        remember(name, next);
        return next;
      }),
    saved: (next) => keep({ base: next, document: next.document }),
    rebase: (next) =>
      keep({
        base: next,
        document: changes.reduce((document, { path, after }) => withValue(document, path, after), next.document),
      }),
  };
}

/** What was read is newer than what the editor began from. */
export function isNewer(read: Read, base: Read): boolean {
  const isGone = read.revision === 0 && base.revision > 0;
  return read.version > base.version || read.revision > base.revision || isGone;
}

/** What is being written stands on the server already. */
export function isSame(read: Read, { document }: Pick<AgentDraft, "document">): boolean {
  return differencesOf(read.document, document).length === 0;
}

function recalled(name: string): Kept | undefined {
  try {
    const text = sessionStorage.getItem(name);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kept by this editor, of an agent that may be half written
    const kept = text === null ? undefined : (JSON.parse(text) as Kept);
    return kept && { ...kept, base: { ...kept.base, revision: kept.base.revision ?? 0 } };
  } catch {
    return undefined;
  }
}

function remember(name: string, { base, document }: Kept): void {
  try {
    if (JSON.stringify(base.document) === JSON.stringify(document)) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify({ base, document }));
  } catch {
    // Then it lives as long as the page.
  }
}
