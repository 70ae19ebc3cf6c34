/** What a workspace's connections lend to a call, as its media thread and its transcript have it. */
import type { ResolvedProviders, Missing, ResolvedSettings } from "../../engines/index.ts";
import type { Entry } from "@ongea/contract";

export function resolvedSettings({ missing: _missing, ...resolved }: ResolvedProviders): ResolvedSettings {
  return resolved;
}

/** Who was to hear, think or speak, and does not. */
export function remarksOn({
  missing,
}: ResolvedProviders): Pick<Extract<Entry, { kind: "failure" }>, "stage" | "problem" | "recovery">[] {
  return missing.map(({ part, name, why }) => ({
    stage: STAGES[part],
    problem: { code: why, message: `${name} ${WHY[why]}` },
    recovery: "fallback",
  }));
}

const STAGES = { realtime: "think", llm: "think", transcriber: "hear", voice: "speak" } as const;
const WHY: Readonly<Record<Missing["why"], string>> = {
  "not-connected": "is not connected",
  refused: "refuses the key of this workspace",
  incomplete: "lacks a credential",
  unusable: "cannot be used for this",
};
