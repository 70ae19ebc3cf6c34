/** What finding the connections of a call is given, and what it says of those that it does not find. */
import type { SpeechPart } from "@ongea/contract";
import type { ProviderAddresses } from "../../platform/config/provider-addresses.ts";
import type { Credentials } from "./credentials.ts";
import type { StoredConnection } from "./store.ts";
import type { AllowedPrivate } from "./vendor-settings.ts";

/** A provider that the document names, and why it is not lent. */
export interface Missing {
  part: SpeechPart | "realtime";
  /** For people. */
  name: string;
  why: "not-connected" | "refused" | "incomplete" | "unusable";
}

export interface ResolveParts {
  /** Undefined where the key cannot be opened. */
  open(row: StoredConnection): Credentials | undefined;
  allowed: AllowedPrivate;
  addresses?: ProviderAddresses;
}

export function plainUrl(url: string): string {
  return url.replace(/\/+$/u, "").toLowerCase();
}
