/** A leg on its way out, whatever carries it: what it does to whoever has placed it, and what they may do to it. */
import type { AgreedMedia, SipCall } from "@ongea/channels";
import type { Charge } from "../../calls/index.ts";
import type { LegEnd } from "./carrier-leg.ts";

/** What a leg that rings, answers and sounds does to whoever has placed it. */
export interface LegLine {
  ringing?(): void;
  /** SIP says in it where the sound goes. */
  answered(media?: AgreedMedia): void;
  media(media: AgreedMedia): void;
  confirmed(): void;
  packet(data: string): void;
}

export interface PlacedLeg {
  hangUp(): void;
  readonly ended: Promise<LegEnd>;
  /** By SIP alone. */
  refer?: SipCall["refer"] | undefined;
  /** What its company takes for it, where it says so; later than its end, or never. */
  readonly charged?: Promise<Charge>;
}
