/** What a workspace's connections lend to a call, as its media thread and its transcript have it. */
import type { Lending, Missing } from "../../engines/connections/index.ts";
import type { Remark } from "../life/call-record.ts";
import type { LentSettings } from "../../engines/speech-hosts/index.ts";

export function lentOf({ recognisers, minds, voices }: Lending): LentSettings {
  return { recognisers, minds, voices };
}

/** Who was to hear, think or speak, and does not. */
export function remarksOn({ missing }: Lending): Pick<Remark, "stage" | "problem" | "recovery">[] {
  return missing.map(({ part, name, why }) => ({
    stage: STAGES[part],
    problem: { code: why, message: `${name} ${WHY[why]}` },
    recovery: "fallback",
  }));
}

const STAGES = { llm: "think", transcriber: "hear", voice: "speak" } as const;
const WHY: Readonly<Record<Missing["why"], string>> = {
  "not-connected": "is not connected",
  refused: "refuses the key of this workspace",
  incomplete: "lacks a credential",
  unusable: "cannot be used for this",
};
