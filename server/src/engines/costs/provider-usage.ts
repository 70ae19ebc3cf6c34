/** Which of what a call uses is asked of accounts that the workspace itself has connected. Pure. */
import type { Entry } from "@ongea/contract";
import type { JournalEntry } from "@ongea/conversation";
import { type Prices, serviceOf } from "@ongea/providers";
import type { SpeechPreferences } from "../speech-hosts/choices.ts";
import { costOfInstallation } from "./cost.ts";

/** Of each stage, the providers that the workspace's connections lend to the call, each with the id of its connection. */
export type ConnectedProviders = Readonly<Record<"hear" | "think" | "speak", ReadonlyMap<string, string | undefined>>>;

export const NO_CONNECTED_PROVIDERS: ConnectedProviders = { hear: new Map(), think: new Map(), speak: new Map() };

export function connectedProviders({ lent }: Pick<SpeechPreferences, "lent">): ConnectedProviders {
  if (!lent) return NO_CONNECTED_PROVIDERS;
  const { realtime, recognisers, languageModels, voices, connections = {} } = lent;
  // One session hears, thinks and may speak.
  const all = realtime ? [[realtime.use, connections.realtime] as const] : [];
  return {
    hear: new Map([...all, ...recognisers.map(({ use }) => [use, connections.transcriber] as const)]),
    think: new Map([...all, ...languageModels.map((llm) => [serviceOf(llm), connections.llm] as const)]),
    speak: new Map([...all, ...voices.map(({ use }) => [use, connections.voice] as const)]),
  };
}

/** Of the name by which journals tell of it. */
export function providerIn(by: string): string {
  const [provider = ""] = by.split(" ");
  return provider;
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
  return lent[stage].has(providerIn(by));
}

export function markedOwn(entry: JournalEntry, lent: ConnectedProviders): JournalEntry | Extract<Entry, { kind: "usage" }> {
  return entry.kind === "usage" && isOwn(entry, lent) ? { ...entry, own: true } : entry;
}
