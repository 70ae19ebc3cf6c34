import type { MissedCallSetting } from "@ongea/contract";

/** A call that its number has rejected, and answers otherwise. */
export interface MissedCallTrait {
  setting: MissedCallSetting;
  /** `new`: it has not ended yet; `waiting`: a job answers it. */
  state: "new" | "waiting" | "answered" | "nothing";
  reason?: string;
  executionId?: string;
  threadId?: string;
}
