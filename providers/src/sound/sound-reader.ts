import { ProviderFailure, type Speech } from "@ongea/conversation";
import { PcmReader } from "./pcm-reader.ts";
import { WavReader } from "./wav-reader.ts";

/** Raw PCM, or WAV where the service sends that whatever it was asked for. */
export class SoundReader {
  heard = false;
  readonly #rateHz: number;
  readonly #pcm = new PcmReader();
  #kept: Buffer = Buffer.alloc(0);
  #wav: WavReader | undefined;
  #begun = false;

  /** The rate of raw sound; a WAV says its own. */
  constructor(rateHz: number) {
    this.#rateHz = rateHz;
  }

  push(chunk: Buffer): Speech | undefined {
    const bytes = this.#begun ? chunk : this.#beginning(chunk);
    if (!bytes) return undefined;
    if (this.#wav) return this.#note(this.#wav.push(bytes));
    const samples = this.#pcm.push(bytes);
    return samples.length === 0 ? undefined : this.#note({ samples, sampleRateHz: this.#rateHz });
  }

  /** What has come so far, once it is enough to tell what it is. */
  #beginning(chunk: Buffer): Buffer | undefined {
    const bytes = (this.#kept = Buffer.concat([this.#kept, chunk]));
    if (bytes.length < 12) return undefined;
    this.#begun = true;
    if (bytes.toString("latin1", 0, 4) === "RIFF") this.#wav = new WavReader();
    else if (bytes.toString("latin1", 0, 3) === "ID3" || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2))
      throw new ProviderFailure("bad-answer", "the provider sends MP3 where raw sound was asked for");
    return bytes;
  }

  #note(speech: Speech | undefined): Speech | undefined {
    if (speech) this.heard = true;
    return speech;
  }
}
