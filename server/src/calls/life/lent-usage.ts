/** Which of what a call uses is asked of accounts that the workspace itself has connected. Pure. */
import type { Entry } from "@ongea/contract";
import type { JournalEntry } from "@ongea/conversation";
import type { Wishes } from "../../engines/speech-hosts/index.ts";

/** Of each stage, ids of the providers that the workspace's connections lend to the call. */
export type Lent = Readonly<Record<"hear" | "think" | "speak", ReadonlySet<string>>>;

export const NOTHING_LENT: Lent = { hear: new Set(), think: new Set(), speak: new Set() };

export function lentIn({ lent }: Pick<Wishes, "lent">): Lent {
  const ids = (settings: readonly { use: string }[] = []): ReadonlySet<string> => new Set(settings.map(({ use }) => use));
  return { hear: ids(lent?.recognisers), think: ids(lent?.minds), speak: ids(lent?.voices) };
}

/** Where both the workspace and the installation have an account at the same provider, it counts as the workspace's. */
export function markedOwn(entry: JournalEntry, lent: Lent): JournalEntry | Extract<Entry, { kind: "usage" }> {
  if (entry.kind !== "usage") return entry;
  const [provider = ""] = entry.by.split(" ");
  return lent[entry.stage].has(provider) ? { ...entry, own: true } : entry;
}
