/** Putting a caller through to somebody else, as calls ask for it. */
import type { StoredAgent, Transferred } from "../../agents/index.ts";
import type { RunningCall } from "./running-call.ts";

export interface TransferOrder {
  call: RunningCall;
  agent: StoredAgent;
  to: string;
  /** Who takes the call over: the assistant goes on until they are there. Absent: the assistant has asked for somebody. */
  by?: string | undefined;
  /** It is no longer wanted. */
  signal: AbortSignal;
}

export type Transfer = (order: TransferOrder) => Promise<Transferred>;
