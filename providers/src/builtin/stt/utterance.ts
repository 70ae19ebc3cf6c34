import type { Words } from "@ongea/conversation";
import type { SpeakerLevel } from "./level.ts";
import { type Decoder, Search } from "./search.ts";
import type { Hypothesis } from "./sphinx.ts";
import { LETTERS_WITH_WORDS } from "./letter-words.ts";
import { withNames } from "./spelled-names.ts";
import { UpperBand } from "./upper-band.ts";

export interface UtteranceGuide {
  /** Hears any English. */
  any: Decoder;
  /** Follows the grammar of the answers expected now. */
  guided?: Decoder | undefined;
  /** Free speech is as likely as the grammar. */
  anything: boolean;
  /** A name was asked for. */
  name?: boolean;
  /** Of letters that were heard: listens for the names that they may be. */
  spelled?: ((heard: string) => Decoder | undefined) | undefined;
  /** Letters were asked for with words, which `guided` hears: hears them without. */
  bare?: (() => Decoder | undefined) | undefined;
  /** A question that is answered by yes or no was asked. */
  yesNo?: boolean | undefined;
  /** Of the caller, as heard in earlier utterances. */
  speaker?: SpeakerLevel | undefined;
}

/**
 * Distances (see {@link Hypothesis}) of five voices over the telephone: the grammar's own words 14–48, other words forced into it 38–63;
 * free speech lies 0–25 further off when the grammar fits and 2–25 nearer when it does not.
 */
const FITS = 27;
/** Levelled as it came: nearer than that, or all of it is heard once more. */
const FITS_AT_ONCE = 24;
const HOPELESS = 38;
/** How much further off free speech must be before the grammar's words are believed, more when free speech is sure of itself. */
const FURTHER = -1;
const FURTHER_IF_SURE = 5;
const UNSURE = 0.4;
/** Where nothing else was asked for, an answer may lie so much further off, and a name, whose sounds are guessed by its letters. */
const FURTHER_IF_ASKED = -5;
const FURTHER_IF_NAME = -9;
/** Of letters and names that were spelled: right ones lie 6 nearer to 18 further off than any English, other sentences that were taken for letters 6 to 18 nearer. */
const FURTHER_IF_SPELLED = -6;
/** Names that letters may be lie 4 to 19 nearer to the sound than any letters, and seldom so much further off; other names lie further. */
const NAMES_FURTHER = 2;
/** With words they lie 10 to 18 nearer, for the grammar of any letters has far more words than one can say; other names up to 11. */
const NAMES_FURTHER_WITH_WORDS = -11;
/** Letters that lie so far off were not said. */
const NO_LETTERS = 45;
const LETTERS = /\b[a-z] [a-z] [a-z]\b/;
/** Of so little speech, in 10 ms, free words are mostly wrong: what was asked for may lie so much further off. */
const SHORT_FRAMES = 70;
const FURTHER_IF_SHORT = -8;
/**
 * "No" is short and unlike itself from voice to voice ("nell", "know", "nalbandian"). Where it is one of two answers it is believed although free words lie
 * nearer; whoever did say something else is asked again, and nothing is done. A yes has no such credit.
 */
const FURTHER_IF_REFUSED = -10;
/** Free words that are no surer than this are none. */
const NO_WORDS = 0.1;
const REFUSAL =
  /^(?:(?:no|nope|nah|wrong|incorrect|thanks|thank|you|that's|that|is|it's|it|isn't|not|right|correct|don't|i) ?){1,5}$/;
/** Words that leave out so much of what another search takes for speech were not all that was said. */
const COVERS = 0.7;
/** Of all the sound, but for the quiet around speech, the words of an answer take more: people pause between digits. */
const COVERS_SOUND = 0.3;
const QUIET_FRAMES = 60;
const FRAME_SAMPLES = 160;
/** When so many of free speech's words are the grammar's as well, its others are those misheard: "tuesday at them in the morning". */
const SAME_WORDS = 0.6;
const SAME_WORDS_OF_AT_LEAST = 4;
/** After this much sound it is judged whether the grammar can fit at all. */
const JUDGE_AFTER_SAMPLES = 24_000;
const PARTIAL_EVERY_SAMPLES = 3_200;
const MAX_SAMPLES = 30 * 16_000;

/**
 * Listens to one utterance with two decoders, which hear it as it comes, so that little is left to do when it is over. Where only certain answers are
 * expected the grammar is followed alone, because it is cheap and far more often right, and any English only when the grammar does not fit. When both were
 * asked for, the grammar has the last word if its words are much nearer to the sound.
 */
export class UtteranceDecoding {
  readonly #free: Search;
  readonly #guided: Search | undefined;
  readonly #guide: UtteranceGuide;
  /** Any English is listened for, too. */
  #isFree: boolean;
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
  readonly #band: UpperBand;
  /** In which band the decoders listen. */
  #isWide: boolean;

  constructor(guide: UtteranceGuide) {
    const { any, guided, speaker } = guide;
    this.#free = new Search(any, speaker);
    this.#guided = guided && new Search(guided, speaker);
    this.#guide = guide;
    this.#isWide = speaker?.isWide ?? false;
    this.#band = new UpperBand(this.#isWide);
    this.#isFree = !this.#guided || guide.anything;
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
    if (this.#band.isWide && !this.#isWide) this.#turnWide();
    else this.#decode(samples);
    this.#sincePartial += samples.length;
    if (this.#sincePartial < PARTIAL_EVERY_SAMPLES) return undefined;
    this.#sincePartial = 0;
    const search = this.#isFree ? this.#free : (this.#guided ?? this.#free);
    const now = search.now();
    if (!this.#isFree && now.distance > HOPELESS) {
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

  #decode(samples: Int16Array): void {
    this.#guided?.hear(samples, this.#isWide);
    if (this.#isFree) this.#free.hear(samples, this.#isWide);
  }

  /** It has turned out that the line goes above a telephone's band: what was heard so far is heard again in that. */
  #turnWide(): void {
    this.#isWide = true;
    this.#before = [];
    for (const search of [this.#free, this.#guided]) search?.end();
    this.#decode(together(this.#heard));
  }

  /** The words up to here, for good unless {@link resume} follows. */
  settle(): Words {
    this.#settled ??= this.#finished();
    return this.#settled;
  }

  /** Of the speaker, after {@link settle}. */
  get level(): SpeakerLevel | undefined {
    return (this.#guided ?? this.#free).level;
  }

  #finished(): Words {
    if (!this.#guided) return freeWords(this.#anyEnglish());
    const soFar = this.#guided.finished();
    if (fits(soFar, FITS_AT_ONCE) && this.#covers(soFar)) return guidedWords(this.#named(soFar));
    if (this.#isHeardFreely(soFar)) return guidedWords(soFar);
    // The names are listened for from the beginning anyway: letters that are heard need not be.
    const named = soFar.distance > NO_LETTERS ? soFar : this.#named(soFar);
    const whole = named === soFar && nearer(soFar, this.#guided.whole(together(this.#heard), this.#isWide));
    const guided = whole ? this.#named(this.#bare(whole)) : named;
    if (!this.#isFree && fits(guided) && this.#covers(guided)) return guidedWords(guided);
    const free = this.#anyEnglish();
    return believes(guided, free, this.#guide) ? guidedWords(guided) : freeWords(free);
  }

  /** Letters that were said without words, where no words were heard with them. */
  #bare(guided: Hypothesis): Hypothesis {
    if (fits(guided) || LETTERS_WITH_WORDS.test(guided.text)) return guided;
    const decoder = this.#guide.bare?.();
    if (!decoder) return guided;
    const search = new Search(decoder, this.#guide.speaker);
    const sound = together(this.#heard);
    search.hear(sound, this.#isWide);
    return nearer(guided, nearer(search.finished(), search.whole(sound, this.#isWide)));
  }

  /** Letters as the names that they may be, where these are as near to the sound. */
  #named(letters: Hypothesis): Hypothesis {
    const isWorded = LETTERS_WITH_WORDS.test(letters.text);
    const decoder = isWorded || LETTERS.test(letters.text) ? this.#guide.spelled?.(letters.text) : undefined;
    if (!decoder) return letters;
    const named = new Search(decoder).whole(together(this.#heard), this.#isWide);
    const further = isWorded ? NAMES_FURTHER_WITH_WORDS : NAMES_FURTHER;
    const isAsNear = named.distance <= letters.distance + further && named.frames >= COVERS * letters.frames;
    return named.text !== "" && isAsNear ? { ...named, text: withNames(named.text) } : letters;
  }

  /** The same words are any English so far: no need to look closer. */
  #isHeardFreely({ text }: Hypothesis): boolean {
    return this.#isFree && text !== "" && text === joined([...this.#before, this.#free.now()]).text;
  }

  /** Any English has not taken much else for speech; nor is it a "goodbye" out of a long sentence. */
  #covers(guided: Hypothesis): boolean {
    if (!this.#isFree) return guided.frames >= COVERS_SOUND * (this.#samples / FRAME_SAMPLES - QUIET_FRAMES);
    const heard = [...this.#before, this.#free.now()].reduce((frames, part) => frames + part.frames, 0);
    return guided.frames >= COVERS * heard;
  }

  /** The speaker goes on. A grammar is followed from the beginning again: it costs little. */
  resume(): void {
    if (!this.#settled) return;
    this.#settled = undefined;
    const missed = this.#since;
    this.#since = [];
    this.#guided?.again(together(this.#heard), this.#isWide);
    if (this.#isFree) this.#free.hear(together(missed), this.#isWide);
  }

  /** Lets go of the decoders. */
  end(): void {
    for (const search of [this.#free, this.#guided]) search?.end();
    this.#heard = [];
    this.#since = [];
  }

  #turnFree(): void {
    this.#isFree = true;
    this.#free.hear(together(this.#heard), this.#isWide);
  }

  #anyEnglish(): Hypothesis {
    if (this.#isFree) this.#before.push(this.#free.finished());
    else {
      this.#isFree = true;
      this.#before = [this.#free.whole(together(this.#heard), this.#isWide)];
    }
    return joined(this.#before);
  }
}

function fits({ text, distance }: Hypothesis, nearer = FITS): boolean {
  return text !== "" && distance <= nearer;
}

/** What was heard as it came, unless it is nearer, or more, when all is heard once more. */
function nearer(soFar: Hypothesis, whole: Hypothesis): Hypothesis {
  return soFar.text !== "" && soFar.distance < whole.distance && soFar.frames >= COVERS * whole.frames ? soFar : whole;
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

function believes(guided: Hypothesis, free: Hypothesis, { anything, name, spelled, yesNo }: UtteranceGuide): boolean {
  if (guided.text === "") return false;
  if (guided.frames < COVERS * free.frames) return false;
  if (guided.distance <= FITS || free.text === "" || sayTheSame(guided.text, free.text)) return true;
  if (yesNo && refuses(guided.text)) {
    const isNothing = free.frames < SHORT_FRAMES && free.posterior < NO_WORDS;
    const further = FURTHER_IF_REFUSED + FURTHER_IF_SURE * Math.max(0, free.posterior - UNSURE);
    if (isNothing || free.distance - guided.distance >= further) return true;
  }
  if (free.frames < SHORT_FRAMES) return free.distance - guided.distance >= FURTHER_IF_SHORT;
  if (LETTERS_WITH_WORDS.test(guided.text) || (spelled && LETTERS.test(guided.text)))
    return free.distance - guided.distance >= FURTHER_IF_SPELLED;
  if (name) return free.distance - guided.distance >= FURTHER_IF_NAME;
  return (
    free.distance - guided.distance >=
    (anything ? FURTHER : FURTHER_IF_ASKED) + FURTHER_IF_SURE * Math.max(0, free.posterior - UNSURE)
  );
}

function refuses(text: string): boolean {
  return (
    /^(?:no|nope|nah|wrong|incorrect|that|it)/.test(text) &&
    /\b(?:no|nope|nah|not|isn't|wrong|incorrect)\b/.test(text) &&
    REFUSAL.test(text)
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
