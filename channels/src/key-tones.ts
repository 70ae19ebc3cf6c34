import { type Clock, FRAME_MS } from "@ongea/conversation";
import { KeyPresses } from "./key-presses.ts";

const KEYPAD = "123A456B789C*0#D";
const ROW_HZ = [697, 770, 852, 941];
const COLUMN_HZ = [1209, 1336, 1477, 1633];
const PRESS_BEATS = 5;
const GAP_BEATS = 4;
const AMPLITUDE = 8_000;

/**
 * Keys as tones in the sound (ITU-T Q.23): for peers that are not told of keys in another way. The emitted frame is reused. `isFirst`: a gap
 * in sending was before it.
 */
export function createKeyTones(clock: Clock, rateHz: number, emit: (frame: Int16Array, isFirst: boolean) => void): KeyPresses {
  const frame = new Int16Array((rateHz / 1_000) * FRAME_MS);
  const play = (key: string, beat: number): void => {
    const place = KEYPAD.indexOf(key);
    const row = ((ROW_HZ[place >> 2] ?? 0) * 2 * Math.PI) / rateHz;
    const column = ((COLUMN_HZ[place & 3] ?? 0) * 2 * Math.PI) / rateHz;
    for (let i = 0; i < frame.length; i++) {
      const at = beat * frame.length + i;
      frame[i] = Math.round(AMPLITUDE * (Math.sin(row * at) + Math.sin(column * at)));
    }
    emit(frame, beat === 0);
  };
  return new KeyPresses(clock, { sound: PRESS_BEATS, gap: GAP_BEATS, play });
}
