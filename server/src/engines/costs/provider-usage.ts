/** Which of what a call uses is asked of accounts that the workspace itself has connected. Pure. */
import type { Entry } from "@ongea/contract";
import type { JournalEntry } from "@ongea/conversation";
import { type Prices, serviceOf } from "@ongea/providers";
import type { SpeechPreferences } from "../speech-hosts/choices.ts";
import { costOfInstallation } from "./cost.ts";

/** Of each stage, ids of the providers that the workspace's connections lend to the call. */
export type ConnectedProviders = Readonly<Record<"hear" | "think" | "speak", ReadonlySet<string>>>;

export const NO_CONNECTED_PROVIDERS: ConnectedProviders = { hear: new Set(), think: new Set(), speak: new Set() };

export function connectedProviders({ lent }: Pick<SpeechPreferences, "lent">): ConnectedProviders {
  const ids = (settings: readonly { use: string }[] = []): ReadonlySet<string> => new Set(settings.map(({ use }) => use));
  const think = new Set((lent?.languageModels ?? []).map(serviceOf));
  return { hear: ids(lent?.recognisers), think, speak: ids(lent?.voices) };
}

type UsageEntry = Extract<JournalEntry, { kind: "usage" }>;

/** Of what a conversation in writing used, what was asked of this installation's accounts; in cents of US dollars. */
export function costOfWriting(
  used: readonly UsageEntry[],
  { lent, prices }: Pick<SpeechPreferences, "lent"> & { prices: Pick<Prices, "priceFor"> },
): number {
  const own = connectedProviders({ lent });
  return costOfInstallation(
    used.filter((entry) => !isOwn(entry, own)),
    prices,
  );
}

/** Where both the workspace and the installation have an account at the same provider, it counts as the workspace's. */
function isOwn({ stage, by }: UsageEntry, lent: ConnectedProviders): boolean {
  const [provider = ""] = by.split(" ");
  return lent[stage].has(provider);
}

export function markedOwn(entry: JournalEntry, lent: ConnectedProviders): JournalEntry | Extract<Entry, { kind: "usage" }> {
  return entry.kind === "usage" && isOwn(entry, lent) ? { ...entry, own: true } : entry;
}
