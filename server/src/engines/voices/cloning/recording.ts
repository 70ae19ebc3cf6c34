/** Whether what was sent is a recording of somebody who speaks. Pure. */
import { RECORDING_SECONDS, SOUND_FAULTS, type RecordingOf, type SoundFault } from "@ongea/contract";
import { NotWav, readWav, wavOf } from "@ongea/conversation";
import { refuse } from "../../../platform/http/refuse.ts";

export interface Recording {
  /** One channel, 16 bits. */
  wav: Buffer;
  seconds: number;
  samples: Int16Array;
  sampleRateHz: number;
}

const RATES = { least: 16_000, most: 48_000 };
const FRAMES_A_SECOND = 50;
/** Of full scale, as speech into a microphone has it at least: -46 dB. */
const HEARD_RMS = 0.005;
/** Of the least length of the recording: as much must be heard. */
const LEAST_HEARD_SHARE = 0.35;
const FULL = 32_767;
/** Samples at full scale; speech that was not cut off has next to none. */
const MOST_CLIPPED_SHARE = 0.002;
/** Between its louder and its quieter moments speech changes far more than a hum, a tone or noise: 10 dB. */
const LEAST_RANGE = 3.16;

/** Refuses with "request.invalid", whose detail says what is wrong with the sound (`SOUND_FAULTS`). */
export function checkedRecording(bytes: Uint8Array, which: RecordingOf): Recording {
  const { samples, sampleRateHz } = soundIn(bytes);
  if (sampleRateHz < RATES.least || sampleRateHz > RATES.most) throw unfit("sound_unreadable");
  const { least, most } = RECORDING_SECONDS[which];
  const seconds = samples.length / sampleRateHz;
  if (seconds < least) throw unfit("sound_too_short");
  if (seconds > most) throw unfit("sound_too_long");
  const levels = levelsOf(samples, Math.round(sampleRateHz / FRAMES_A_SECOND));
  const heard = levels.filter((level) => level > HEARD_RMS).length / FRAMES_A_SECOND;
  if (heard < least * LEAST_HEARD_SHARE) throw unfit("sound_silent");
  if (clippedShare(samples) > MOST_CLIPPED_SHARE) throw unfit("sound_clipped");
  const sorted = levels.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  if (at(0.9) < at(0.1) * LEAST_RANGE) throw unfit("sound_not_speech");
  return { wav: Buffer.from(wavOf(samples, sampleRateHz)), seconds, samples, sampleRateHz };
}

export function unfit(type: SoundFault): Error {
  return refuse("request.invalid", [{ type, loc: ["body"], msg: SOUND_FAULTS[type] }]);
}

function soundIn(bytes: Uint8Array): ReturnType<typeof readWav> {
  try {
    return readWav(bytes);
  } catch (error) {
    if (error instanceof NotWav) throw unfit("sound_unreadable");
    throw error;
  }
}

/** Root mean squares of frames, 0…1. */
function levelsOf(samples: Int16Array, frame: number): number[] {
  return Array.from({ length: Math.floor(samples.length / frame) }, (_, at) => {
    let sum = 0;
    for (let i = at * frame; i < (at + 1) * frame; i++) sum += (samples[i] ?? 0) ** 2;
    return Math.sqrt(sum / frame) / FULL;
  });
}

function clippedShare(samples: Int16Array): number {
  let clipped = 0;
  for (const sample of samples) if (Math.abs(sample) >= FULL - 1) clipped++;
  return clipped / samples.length;
}
