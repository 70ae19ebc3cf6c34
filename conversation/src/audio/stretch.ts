/** Sound in more or less time at the same pitch, and at another pitch in the same time. Pure. */

const FRAME_MS = 30;
/** How far a piece may be moved to where its wave continues the one before. */
const SEARCH_MS = 8;
/** Every fourth sample is compared when looking for that place: enough for a voice, a sixteenth of the work. */
const COARSE = 4;
const TAPS = 12;

/** WSOLA: pieces of the sound laid over one another at another distance, each where its wave fits. `times`: of the length. */
export function stretched(sound: Int16Array, sampleRateHz: number, times: number): Int16Array {
  const half = Math.round((sampleRateHz * FRAME_MS) / 2_000);
  const frame = half * 2;
  if (times === 1 || sound.length <= frame * 2) return sound;
  const search = Math.round((sampleRateHz * SEARCH_MS) / 1_000);
  const made = new Float32Array(Math.round(sound.length * times) + frame);
  const last = sound.length - frame;
  for (let to = 0, next = 0; to + frame <= made.length; to += half) {
    const aim = Math.min(last, Math.round(to / times));
    const from = to === 0 ? 0 : fitting(sound, next, { aim, search, half, last });
    for (let i = 0; i < frame; i++) made[to + i]! += sound[from + i]! * (0.5 - 0.5 * Math.cos((Math.PI * (i + 0.5)) / half));
    next = Math.min(last, from + half);
  }
  // The first half of the first piece has nothing under it: it comes in whole.
  made.set(sound.subarray(0, half));
  return Int16Array.from(made.subarray(0, Math.round(sound.length * times)), clipped);
}

interface Where {
  aim: number;
  search: number;
  half: number;
  last: number;
}

/** The place near `aim` whose wave is most like what would have come next. */
function fitting(sound: Int16Array, next: number, { aim, search, half, last }: Where): number {
  const likeness = (from: number): number => {
    let product = 0;
    let power = 1;
    for (let i = 0; i < half; i += COARSE) {
      const here = sound[from + i]!;
      product += here * sound[next + i]!;
      power += here * here;
    }
    return product / Math.sqrt(power);
  };
  let best = aim;
  let most = -Infinity;
  const consider = (from: number): void => {
    if (from < 0 || from > last) return;
    const like = likeness(from);
    if (like > most) [most, best] = [like, from];
  };
  for (let from = aim - search; from <= aim + search; from += COARSE) consider(from);
  const near = best;
  for (let from = near - COARSE + 1; from < near + COARSE; from++) consider(from);
  return best;
}

/** Higher or lower by so many semitones, in the same time. */
export function pitched(sound: Int16Array, sampleRateHz: number, semitones: number): Int16Array {
  if (semitones === 0) return sound;
  const ratio = 2 ** (semitones / 12);
  return readAt(stretched(sound, sampleRateHz, ratio), sound.length, (at) => at * ratio, ratio);
}

/** The sound at other places than its samples: `placeOf` the result's, `ratio` faster at most. */
export function readAt(sound: Int16Array, length: number, placeOf: (at: number) => number, ratio = 1): Int16Array {
  const cutoff = Math.min(1, 1 / ratio);
  return Int16Array.from({ length }, (_, at) => {
    const place = placeOf(at);
    const first = Math.floor(place) - TAPS + 1;
    let sum = 0;
    let weights = 0;
    for (let i = 0; i < 2 * TAPS; i++) {
      const weight = kernel(place - (first + i), cutoff);
      weights += weight;
      sum += (sound[first + i] ?? 0) * weight;
    }
    return clipped(weights === 0 ? 0 : sum / weights);
  });
}

/** A sinc below a Hann window. */
function kernel(distance: number, cutoff: number): number {
  if (Math.abs(distance) >= TAPS) return 0;
  const x = Math.PI * distance * cutoff;
  return (x === 0 ? 1 : Math.sin(x) / x) * (0.5 + 0.5 * Math.cos((Math.PI * distance) / TAPS));
}

export function clipped(value: number): number {
  return Math.max(-32_768, Math.min(32_767, Math.round(value)));
}
