/**
 * The realtime model's own voice as a TTS: a clause of its transcript, once the form guard has let it pass, is spoken by the model's sound of it.
 * Vendors say nothing of when each word sounds: where a clause ends is judged by how much of the text it is, at the nearest quiet place.
 */
import { ProviderFailure, type Speech, type Synthesiser } from "@ongea/conversation";

/** Answers whose sound may still be wanted: one that sounds, one that takes its place, one that nobody heard. */
const MOST_TRACKS = 3;
/** Of an answer; nobody listens longer. */
const MOST_SECONDS = 180;
/** While an answer is being made: how much text sounds in a second. */
const LETTERS_PER_SECOND = 12;
/** A clause ends in the quietest of these pieces so near to where it was judged to end. */
const [QUIET_PIECE_MS, NEAR_MS] = [10, 120];
/** Words that do not follow at once are looked for so far ahead, and only where they are no common word. */
const [MOST_LETTERS_AHEAD, FEWEST_LETTERS] = [600, 12];
/** Its text is there, and its sound does not come. */
const SILENCE_MS = 1_500;

/** One answer: what is said in it, and how it sounds. */
export class VoiceTrack {
  readonly sampleRateHz: number;
  /** Letters and digits of all text so far. */
  letters = "";
  /** Of them, those whose clauses were spoken or left out. */
  #passed = 0;
  #samples = new Int16Array(0);
  #length = 0;
  #played = 0;
  #end: { failure?: ProviderFailure } | undefined;
  #wake: () => void = () => {};

  constructor(sampleRateHz: number) {
    this.sampleRateHz = sampleRateHz;
  }

  addText(text: string): void {
    this.letters += lettersOf(text);
    this.#wake();
  }

  addSound(sound: Int16Array): void {
    const kept = sound.subarray(0, Math.max(0, MOST_SECONDS * this.sampleRateHz - this.#length));
    if (this.#length + kept.length > this.#samples.length) {
      const larger = new Int16Array(Math.max(2 * this.#samples.length, this.#length + kept.length, this.sampleRateHz));
      larger.set(this.#samples.subarray(0, this.#length));
      this.#samples = larger;
    }
    this.#samples.set(kept, this.#length);
    this.#length += kept.length;
    this.#wake();
  }

  finish(failure?: ProviderFailure): void {
    this.#end ??= failure ? { failure } : {};
    this.#wake();
  }

  /** Where these letters begin; undefined: they are not in it. */
  find(letters: string): number | undefined {
    if (letters === "") return undefined;
    if (this.letters.startsWith(letters, this.#passed)) return this.#passed;
    const at = letters.length < FEWEST_LETTERS ? -1 : this.letters.indexOf(letters, this.#passed);
    return at < 0 || at - this.#passed > MOST_LETTERS_AHEAD ? undefined : at;
  }

  /** The sound of these letters, as it comes. */
  async *speak(from: number, until: number, signal: AbortSignal): AsyncGenerator<Speech, void, undefined> {
    // What the guard has left out is not heard.
    if (from > this.#passed) this.#played = Math.max(this.#played, this.#quietPlaceNear(this.#placeOf(from)));
    this.#passed = until;
    while (!signal.aborted) {
      const end = this.#endOf(until);
      const there = Math.min(end ?? this.#length, this.#length);
      if (there > this.#played) {
        const samples = this.#samples.slice(this.#played, there);
        this.#played = there;
        yield { samples, sampleRateHz: this.sampleRateHz };
        continue;
      }
      if (this.#end?.failure) throw this.#end.failure;
      if (end !== undefined || this.#end) return;
      await this.#more();
    }
  }

  /** Where a clause ends; undefined: it is not known yet. */
  #endOf(until: number): number | undefined {
    // The last one is heard to the end.
    if (until >= this.letters.length) return this.#end ? this.#length : undefined;
    const place = this.#placeOf(until);
    const isThere = this.#end !== undefined || this.#length >= place + (NEAR_MS * this.sampleRateHz) / 1_000;
    return isThere ? this.#quietPlaceNear(place) : undefined;
  }

  #placeOf(letters: number): number {
    const share = this.#end ? (letters / this.letters.length) * this.#length : (letters / LETTERS_PER_SECOND) * this.sampleRateHz;
    return Math.max(this.#played, Math.round(share));
  }

  #quietPlaceNear(place: number): number {
    const piece = (QUIET_PIECE_MS * this.sampleRateHz) / 1_000;
    const near = (NEAR_MS * this.sampleRateHz) / 1_000;
    let best = Math.min(place, this.#length);
    let least = Number.POSITIVE_INFINITY;
    const last = Math.min(place + near, this.#length - piece);
    for (let at = Math.max(this.#played, place - near); at <= last; at += piece) {
      let loudness = 0;
      for (let i = at; i < at + piece; i++) loudness += Math.abs(this.#samples[i] ?? 0);
      if (loudness < least) [least, best] = [loudness, at];
    }
    return best;
  }

  #more(): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(
        () => reject(new ProviderFailure("timeout", `the model's voice is silent (${SILENCE_MS} ms)`)),
        SILENCE_MS,
      );
      this.#wake = () => {
        clearTimeout(late);
        resolve();
      };
    });
  }
}

/** Of one call. */
export class OwnVoice implements Synthesiser {
  readonly name: string;
  #tracks: VoiceTrack[] = [];

  constructor(name: string) {
    this.name = name;
  }

  begin(sampleRateHz: number): VoiceTrack {
    const track = new VoiceTrack(sampleRateHz);
    this.#tracks = [track, ...this.#tracks].slice(0, MOST_TRACKS);
    return track;
  }

  /** Nobody wants this answer any more. */
  drop(track: VoiceTrack): void {
    track.finish();
    this.#tracks = this.#tracks.filter((one) => one !== track);
  }

  /** Only what the model has said itself: welcome, fillers and the guard's sentences are another voice's. */
  speaks(text: string): boolean {
    return this.#find(text) !== undefined;
  }

  async *speak({ text, written = text }: Parameters<Synthesiser["speak"]>[0], signal: AbortSignal): AsyncGenerator<Speech> {
    const found = this.#find(written);
    if (!found) throw new ProviderFailure("bad-answer", "the model has not said this itself");
    yield* found.track.speak(found.from, found.from + lettersOf(written).length, signal);
  }

  #find(text: string): { track: VoiceTrack; from: number } | undefined {
    const letters = lettersOf(text);
    for (const track of this.#tracks) {
      const from = track.find(letters);
      if (from !== undefined) return { track, from };
    }
    return undefined;
  }
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, "");
}
