/** What we are saying: clauses, their sound at the line's rate, and how much of it has been heard. */

/** Longest sound of one utterance; what comes later is dropped. At 16 kHz 4 minutes are 7.7 MB, and nobody listens that long. */
const MAX_SECONDS = 240;
/** Used to guess the length of a clause whose sound is not complete. */
const CHARACTERS_PER_SECOND = 15;

interface Clause {
  text: string;
  startSample: number;
  /** Absent while its sound is still coming. */
  endSample?: number;
  /** Said because the answer was slow to come: heard by the caller, no part of the answer. */
  isFiller: boolean;
}

export class SpokenUtterance {
  readonly sampleRateHz: number;
  readonly clauses: Clause[] = [];
  #samples: Int16Array;
  #length = 0;
  #finished = false;
  /** The next sample to be sent. */
  position = 0;
  /** Called whenever there is more to send, or no more is to come. */
  onMore: () => void = () => {};
  /** Called when the first sound that is no filler goes out. */
  onAnswer: () => void = () => {};
  #answerAt = Number.POSITIVE_INFINITY;

  constructor(sampleRateHz: number) {
    this.sampleRateHz = sampleRateHz;
    this.#samples = new Int16Array(sampleRateHz);
  }

  get samplesAhead(): number {
    return this.#length - this.position;
  }

  get finished(): boolean {
    return this.#finished;
  }

  /** Without fillers. */
  get text(): string {
    return joinClauses(this.clauses.filter(({ isFiller }) => !isFiller).map((clause) => clause.text));
  }

  /** So far nothing but fillers. */
  get isFilling(): boolean {
    return this.clauses.length > 0 && this.clauses.every(({ isFiller }) => isFiller);
  }

  beginClause(text: string, isFiller = false): void {
    if (!isFiller && this.isFilling) this.#answerAt = this.#length;
    this.clauses.push({ text, startSample: this.#length, isFiller });
  }

  append(sound: Int16Array): void {
    const room = MAX_SECONDS * this.sampleRateHz - this.#length;
    const kept = sound.length > room ? sound.subarray(0, Math.max(0, room)) : sound;
    if (this.#length + kept.length > this.#samples.length) {
      const larger = new Int16Array(Math.max(this.#samples.length * 2, this.#length + kept.length));
      larger.set(this.#samples.subarray(0, this.#length));
      this.#samples = larger;
    }
    this.#samples.set(kept, this.#length);
    this.#length += kept.length;
    this.onMore();
  }

  endClause(): void {
    const clause = this.clauses.at(-1);
    if (clause) clause.endSample = this.#length;
  }

  finish(): void {
    this.#finished = true;
    this.onMore();
  }

  /** Copies the next frame, padded with silence; returns how many samples were speech. */
  take(frame: Int16Array): number {
    const count = Math.min(frame.length, this.samplesAhead);
    for (let i = 0; i < count; i++) frame[i] = this.#samples[this.position + i]!;
    frame.fill(0, count);
    this.position += count;
    if (this.position > this.#answerAt) {
      this.#answerAt = Number.POSITIVE_INFINITY;
      this.onAnswer();
    }
    return count;
  }

  rewind(ms: number): void {
    this.position = Math.max(0, this.position - Math.round((ms * this.sampleRateHz) / 1_000));
  }

  /** The words that were on the line before the present position: whole words only. */
  heardText(withFillers = true): string {
    const heard: string[] = [];
    for (const clause of this.clauses) {
      if (clause.startSample >= this.position) break;
      if (clause.isFiller && !withFillers) continue;
      const guessed = clause.startSample + (clause.text.length / CHARACTERS_PER_SECOND) * this.sampleRateHz;
      const endSample = clause.endSample ?? Math.max(this.#length, guessed);
      const share = Math.min(1, (this.position - clause.startSample) / Math.max(1, endSample - clause.startSample));
      heard.push(share >= 1 ? clause.text : wordsWithin(clause.text, share));
    }
    return joinClauses(heard.filter(Boolean));
  }
}

function wordsWithin(text: string, share: number): string {
  const limit = text.length * share;
  let end = 0;
  for (const match of text.matchAll(/\S+/g)) {
    if (match.index + match[0].length > limit) break;
    end = match.index + match[0].length;
  }
  return text.slice(0, end);
}

function joinClauses(texts: readonly string[]): string {
  return texts.join(" ").replace(/\s+/g, " ").trim();
}
