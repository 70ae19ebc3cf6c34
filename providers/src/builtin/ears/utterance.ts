import type { Words } from "@ongea/conversation";
import type { Hypothesis, SphinxSearch as Search } from "./sphinx.ts";
import { UpperBand } from "./upper-band.ts";

/** The part of a decoder that an utterance needs. */
export interface Decoder {
  start(search: Search): void;
  hear(samples: Int16Array, whole: boolean): void;
  finish(): void;
  best(over: boolean): Hypothesis;
}

export interface UtteranceGuide {
  /** A grammar is set in the decoder. */
  guided: boolean;
  /** Free speech is as likely as the grammar. */
  anything: boolean;
  /** A name was asked for. */
  name?: boolean;
  /** A second decoder whose free search knows what this agent's callers are likely to say, and little else. */
  sampled?: Decoder | undefined;
}

/**
 * Distances (see {@link Hypothesis}) of five voices over the telephone: the grammar's own words 14–48, other words forced into it 38–63;
 * free speech lies 0–25 further off when the grammar fits and 2–25 nearer when it does not.
 */
const FITS = 27;
const HOPELESS = 38;
/** How much further off free speech must be before the grammar's words are believed, more when free speech is sure of itself. */
const FURTHER = -1;
const FURTHER_IF_SURE = 5;
const UNSURE = 0.4;
/**
 * Of sampled words, from which a decoder chooses among few: right ones lie 7 nearer to 9 further off than any English, others 9 to 13 further off, and of the two
 * searches the one that is right is surer of itself.
 */
const SAMPLED_FURTHER = 1;
const SAMPLED_FURTHER_IF_SURER = 12;
/** Where nothing else was asked for, an answer may lie so much further off, and a name, whose sounds are guessed by its letters. */
const FURTHER_IF_ASKED = -5;
const FURTHER_IF_NAME = -9;
/** Of so little speech, in 10 ms, free words are mostly wrong: what was asked for may lie so much further off. */
const SHORT_FRAMES = 70;
const FURTHER_IF_SHORT = -8;
/** Words that leave out so much of what another search takes for speech were not all that was said. */
const COVERS = 0.7;
/** When so many of free speech's words are the grammar's as well, its others are those misheard: "tuesday at them in the morning". */
const SAME_WORDS = 0.6;
const SAME_WORDS_OF_AT_LEAST = 4;
/** After this much sound it is judged whether the grammar can fit at all. */
const JUDGE_AFTER_SAMPLES = 24_000;
const PARTIAL_EVERY_SAMPLES = 3_200;
const MAX_SAMPLES = 30 * 16_000;

/**
 * Listens to one utterance with one decoder. With a grammar it follows that first, because it is cheap and far more often right, and
 * turns to free search, from the beginning, when the grammar does not fit. When both were asked for, free search runs along
 * and the grammar has the last word if its words are much nearer to the sound.
 */
export class UtteranceDecoding {
  readonly #decoder: Decoder;
  readonly #guide: UtteranceGuide;
  #search: Search;
  #running = false;
  /** What {@link settle} said, until the speaker goes on. */
  #settled: Words | undefined;
  /** Heard since then: decoded when the speaker goes on. */
  #since: Int16Array[] = [];
  #heard: Int16Array[] = [];
  #samples = 0;
  #sincePartial = 0;
  /** Free search's words up to the last pause: it goes on from there instead of starting again. */
  #before: Hypothesis[] = [];
  #lastPartial = "";
  readonly #band = new UpperBand();

  constructor(decoder: Decoder, guide: UtteranceGuide) {
    this.#decoder = decoder;
    this.#guide = guide;
    this.#search = guide.guided && !guide.anything ? "guided" : "free";
  }

  /** Returns new words so far, when there are any. */
  hear(sound: Int16Array): Words | undefined {
    if (this.#samples + sound.length > MAX_SAMPLES) return undefined;
    const samples = this.#band.fill(sound);
    this.#heard.push(samples);
    this.#samples += samples.length;
    if (this.#settled) {
      this.#since.push(samples);
      return undefined;
    }
    this.#run();
    this.#decoder.hear(samples, false);
    this.#sincePartial += samples.length;
    if (this.#sincePartial < PARTIAL_EVERY_SAMPLES) return undefined;
    this.#sincePartial = 0;
    const now = this.#decoder.best(false);
    if (this.#search === "guided" && now.distance > HOPELESS) {
      if (this.#samples > JUDGE_AFTER_SAMPLES) this.#turnFree();
      return undefined;
    }
    const text = [...this.#before, now]
      .map((part) => part.text)
      .join(" ")
      .trim();
    if (text === this.#lastPartial) return undefined;
    this.#lastPartial = text;
    return text ? { text } : undefined;
  }

  /** The words up to here, for good unless {@link resume} follows. */
  settle(): Words {
    this.#settled ??= this.#finished();
    return this.#settled;
  }

  #finished(): Words {
    this.#run();
    this.#decoder.finish();
    this.#running = false;
    if (this.#search === "guided") {
      const guided = this.#whole("guided");
      return guided.distance <= FITS && guided.text !== "" ? guidedWords(guided) : this.#compare(guided);
    }
    this.#before.push(this.#decoder.best(true));
    const free = this.#nearest(joined(this.#before));
    if (!this.#guide.guided) return freeWords(free);
    const guided = this.#whole("guided");
    return believes(guided, free, this.#guide) ? guidedWords(guided) : freeWords(free);
  }

  /** The speaker goes on. A grammar is followed from the beginning again: it costs little. */
  resume(): void {
    if (!this.#settled) return;
    this.#settled = undefined;
    const missed = this.#search === "guided" ? this.#heard : this.#since;
    this.#since = [];
    this.#run();
    this.#decoder.hear(together(missed), false);
  }

  /** Lets go of the decoder. */
  end(): void {
    if (this.#running) this.#decoder.finish();
    this.#running = false;
    this.#heard = [];
    this.#since = [];
  }

  #run(): void {
    if (this.#running) return;
    this.#decoder.start(this.#search);
    this.#running = true;
  }

  #turnFree(): void {
    this.#decoder.finish();
    this.#search = "free";
    this.#decoder.start("free");
    this.#decoder.hear(together(this.#heard), false);
  }

  #compare(guided: Hypothesis): Words {
    this.#search = "free";
    const any = this.#whole("free");
    this.#before = [any];
    const free = this.#nearest(any);
    return believes(guided, free, this.#guide) ? guidedWords(guided) : freeWords(free);
  }

  /** Any English, or the likely words, unless the sound is too far from them. */
  #nearest(free: Hypothesis): Hypothesis {
    const { sampled } = this.#guide;
    if (!sampled || free.text === "") return free;
    const likely = this.#whole("free", sampled);
    if (likely.text === "" || likely.frames < COVERS * free.frames) return free;
    const further = SAMPLED_FURTHER + SAMPLED_FURTHER_IF_SURER * (likely.posterior - free.posterior);
    return likely.distance - free.distance <= further ? likely : free;
  }

  /** All of the utterance at once, through one search. */
  #whole(search: Search, decoder = this.#decoder): Hypothesis {
    decoder.start(search);
    decoder.hear(together(this.#heard), true);
    decoder.finish();
    return decoder.best(true);
  }
}

function together(parts: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function believes(guided: Hypothesis, free: Hypothesis, { anything, name }: UtteranceGuide): boolean {
  if (guided.text === "") return false;
  if (guided.frames < COVERS * free.frames) return false;
  if (guided.distance <= FITS || free.text === "" || sayTheSame(guided.text, free.text)) return true;
  if (free.frames < SHORT_FRAMES) return free.distance - guided.distance >= FURTHER_IF_SHORT;
  if (name) return free.distance - guided.distance >= FURTHER_IF_NAME;
  return (
    free.distance - guided.distance >=
    (anything ? FURTHER : FURTHER_IF_ASKED) + FURTHER_IF_SURE * Math.max(0, free.posterior - UNSURE)
  );
}

function sayTheSame(guided: string, free: string): boolean {
  const [expected, heard] = [guided.split(" "), free.split(" ")];
  const longer = Math.max(expected.length, heard.length);
  return longer >= SAME_WORDS_OF_AT_LEAST && inBoth(expected, heard) >= SAME_WORDS * longer;
}

/** How many words stand in both, in the same order. */
function inBoth(first: readonly string[], second: readonly string[]): number {
  let row = second.map(() => 0);
  for (const word of first) {
    let before = 0;
    let best = 0;
    row = row.map((above, at) => {
      best = Math.max(best, above, word === second[at] ? before + 1 : 0);
      before = above;
      return best;
    });
  }
  return row.at(-1) ?? 0;
}

function guidedWords({ text, distance }: Hypothesis): Words {
  return { text, confidence: text === "" ? 1 : sureOfDigits(text) / (1 + Math.exp((distance - FITS - 9) / 4)) };
}

/** "Five" is heard as "nine" now and then, and fits as well: the more digits, the surer one of them is wrong. */
const RIGHT_A_DIGIT = 0.92;
const DIGIT = /\b(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)\b/g;
const FEW_DIGITS = 3;

function sureOfDigits(text: string): number {
  const count = text.match(DIGIT)?.length ?? 0;
  return count < FEW_DIGITS ? 1 : RIGHT_A_DIGIT ** count;
}

function freeWords({ text, posterior }: Hypothesis): Words {
  return { text, confidence: text === "" ? 1 : posterior };
}

function joined(parts: readonly Hypothesis[]): Hypothesis {
  const said = parts.filter((part) => part.text !== "");
  const mean = (of: (part: Hypothesis) => number): number =>
    said.reduce((sum, part) => sum + of(part), 0) / Math.max(1, said.length);
  return {
    text: said.map((part) => part.text).join(" "),
    frames: said.reduce((sum, part) => sum + part.frames, 0),
    distance: mean((part) => part.distance),
    posterior: mean((part) => part.posterior),
  };
}
