import type { MediaSlot } from "../../engines/index.ts";

/** Somebody whom the caller is put through to. */
export interface Leg {
  readonly id: string;
  readonly slot: MediaSlot;
  /** The call is over: so is the leg. */
  giveUp(): void;
  /** It has ended by itself. */
  over(): void;
}
