/** The calls of a demo workspace that can be heard: the same in every workspace, so that they are spoken once an installation. */
import { SHARED_RECORDINGS } from "../../engines/index.ts";

export interface SpokenCall {
  /** Among the stories' organisations. */
  organisation: number;
  seed: string;
  /** Below the recordings folder; shared, so no deleted call takes it along. */
  recording: string;
}

export const SPOKEN: readonly SpokenCall[] = [
  { organisation: 0, seed: "spoken-clinic" },
  { organisation: 4, seed: "spoken-electricity" },
  { organisation: 8, seed: "spoken-clinique" },
  { organisation: 2, seed: "spoken-sacco" },
  { organisation: 7, seed: "spoken-water" },
  { organisation: 9, seed: "spoken-insurance" },
].map((call) => ({ ...call, recording: `${SHARED_RECORDINGS}${call.seed}.wav` }));
