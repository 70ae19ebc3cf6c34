import type { Clock } from "@ongea/conversation";
import { KeyPresses } from "../key-presses.ts";
import { DTMF_DIGITS } from "./dtmf-in.ts";
import type { RtpSender } from "./sender.ts";

const FRAME_SAMPLES = 160;
const PRESS_BEATS = 5;
/** The end is said three times (RFC 4733 section 2.5.1.4). */
const END_BEATS = 3;
const GAP_BEATS = 3;

/** Presses keys one after the other, as telephone events (RFC 4733). */
export function createDtmfOut(clock: Clock, sender: RtpSender, transmit: (packet: Buffer) => void): KeyPresses {
  let timestamp = 0;
  const play = (key: string, beat: number): void => {
    if (beat === 0) timestamp = sender.timestampAt(clock.now());
    const samples = Math.min(beat + 1, PRESS_BEATS) * FRAME_SAMPLES;
    const press = { timestamp, samples, isFirst: beat === 0, isEnd: beat >= PRESS_BEATS };
    transmit(sender.event(DTMF_DIGITS.indexOf(key), press));
  };
  return new KeyPresses(clock, { sound: PRESS_BEATS + END_BEATS, gap: GAP_BEATS, play });
}
