/** Makes one WAV file of what people have: any sound that the browser reads, however many channels. */

/** Enough for a voice, and a quarter of what two minutes at 96 kHz would be. */
export const WAV_RATE_HZ = 24_000;
const HEADER_BYTES = 44;
/** Between two files. */
const PAUSE_SECONDS = 0.5;
const MOST_FILE_BYTES = 60 * 1_048_576;

export class UnreadableSound extends Error {}

/** 16 bits, one channel. Throws {@link UnreadableSound}. */
export async function wavOfFiles(files: readonly Blob[]): Promise<{ bytes: Uint8Array<ArrayBuffer>; seconds: number }> {
  const pieces: Float32Array[] = [];
  for (const file of files) {
    if (pieces.length > 0) pieces.push(new Float32Array(PAUSE_SECONDS * WAV_RATE_HZ));
    pieces.push(await monoOf(file));
  }
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const bytes = new Uint8Array(HEADER_BYTES + length * 2);
  const view = new DataView(bytes.buffer);
  writeHeader(view, length * 2);
  let at = HEADER_BYTES;
  for (const piece of pieces)
    for (const sample of piece) {
      view.setInt16(at, Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), true);
      at += 2;
    }
  return { bytes, seconds: length / WAV_RATE_HZ };
}

async function monoOf(file: Blob): Promise<Float32Array> {
  if (file.size > MOST_FILE_BYTES) throw new UnreadableSound();
  // A context of this rate brings whatever it reads to it.
  const context = new OfflineAudioContext(1, 1, WAV_RATE_HZ);
  const sound = await context.decodeAudioData(await file.arrayBuffer()).catch(() => {
    throw new UnreadableSound();
  });
  const mono = sound.getChannelData(0).slice();
  for (let channel = 1; channel < sound.numberOfChannels; channel++)
    sound.getChannelData(channel).forEach((sample, at) => (mono[at] = (mono[at] ?? 0) + sample));
  return sound.numberOfChannels === 1 ? mono : mono.map((sample) => sample / sound.numberOfChannels);
}

/** RIFF, PCM. */
function writeHeader(view: DataView, dataBytes: number): void {
  const text = (at: number, letters: string): void => [...letters].forEach((one, i) => view.setUint8(at + i, one.charCodeAt(0)));
  text(0, "RIFF");
  view.setUint32(4, HEADER_BYTES - 8 + dataBytes, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, WAV_RATE_HZ, true);
  view.setUint32(28, WAV_RATE_HZ * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, "data");
  view.setUint32(40, dataBytes, true);
}
