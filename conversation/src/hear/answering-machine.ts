/**
 * Notices that an answering machine has taken a call that we placed: by what it says, by how long it greets, or by its tone. It stands
 * between the ears and turn-taking, and changes nothing of what turn-taking hears.
 */
import type { Clock, Problem, Timer, Words } from "../ports.ts";
import type { FailedProvider } from "../journal.ts";
import type { VoicemailRules } from "../plan.ts";
import type { HearStageListener } from "./hear-stage.ts";
import { ToneDetector } from "./tone.ts";

/** What greetings say, in the languages of the dashboard; Yoruba ones are in English. */
const PHRASES =
  /leave (?:a|your|me a|us a) (?:short |brief |voice )?message|(?:after|at) the (?:tone|beep|signal)|voice ?mail|mail ?box|record your message|answering machine|acha ujumbe|baada ya mlio|laiss(?:ez|er) (?:un|votre) message|apr[eè]s le (?:bip|signal)|messagerie vocale|deix[ea] (?:a sua |uma |sua )?mensagem|ap[oó]s o (?:sinal|bip)|correio de voz|caixa postal|shiya umyalezo|اترك رسالة|مل[እዕ]ክት ይተዉ|bar sa[kƙ]o/iu;
/** Nobody greets a caller for so long in one breath … */
const LONG_GREETING_MS = 7_000;
/** … who begins within this time; later it is an answer. */
const GREETING_BEGINS_MS = 5_000;

/** A machine that has been silent for so long has said all, and has no tone … */
const GREETING_OVER_MS = 2_000;
/** … and whatever it plays, it is spoken to by then. */
const MOST_GREETING_MS = 45_000;

export interface AnsweringMachineParts {
  clock: Clock;
  rules: VoicemailRules;
  sampleRateHz: number;
  /** Once. Nothing that is heard goes on to turn-taking from then on. */
  detected(): void;
  /** After that, once: its tone is over, or its greeting; it takes a message now. */
  listens(): void;
}

export class AnsweringMachine implements HearStageListener {
  readonly #parts: AnsweringMachineParts;
  readonly #next: HearStageListener;
  readonly #tone: ToneDetector;
  readonly #openedMs: number;
  #isDetected = false;
  #isGreeting = false;
  #isSilent = false;
  #isInTone = false;
  #takesMessage: Timer | undefined;
  #mostGreeting: Timer | undefined;
  #isOver = false;
  /** Of the utterances before this one. */
  #said = "";
  #latest = "";

  constructor(parts: AnsweringMachineParts, next: HearStageListener) {
    this.#parts = parts;
    this.#next = next;
    this.#tone = new ToneDetector(parts.sampleRateHz);
    this.#openedMs = parts.clock.now();
  }

  /** A frame of the person's line. */
  hear(frame: Int16Array): void {
    if (this.#isOver) return;
    if (!this.#isDetected && !this.#isWatching()) return;
    const isTone = this.#tone.hear(frame);
    if (isTone && !this.#isDetected) this.#detect();
    if (isTone) this.#isInTone = true;
    else if (this.#isInTone) this.#listens();
  }

  /** It is a machine that has answered. */
  get isDetected(): boolean {
    return this.#isDetected;
  }

  close(): void {
    this.#isOver = true;
    this.#takesMessage?.cancel();
    this.#mostGreeting?.cancel();
  }

  began(startMs: number): void {
    this.#goesOn();
    this.#isGreeting = startMs - this.#openedMs <= GREETING_BEGINS_MS;
    this.#said = `${this.#said} ${this.#latest}`;
    this.#latest = "";
    if (!this.#isDetected) this.#next.began(startMs);
  }

  continues(voicedMs: number): void {
    if (this.#isGreeting && voicedMs >= LONG_GREETING_MS && this.#isWatching()) this.#detect();
    if (!this.#isDetected) this.#next.continues(voicedMs);
  }

  paused(endMs: number, isBeingJudged: boolean): void {
    this.#isSilent = true;
    if (this.#isDetected) this.#awaitEnd();
    if (!this.#isDetected) this.#next.paused(endMs, isBeingJudged);
  }

  resumed(): void {
    this.#goesOn();
    if (!this.#isDetected) this.#next.resumed();
  }

  partial(words: Words): void {
    this.#read(words);
    if (!this.#isDetected) this.#next.partial(words);
  }

  settled(words: Words): void {
    this.#read(words);
    if (!this.#isDetected) this.#next.settled(words);
  }

  judged(finished: number | undefined): void {
    if (!this.#isDetected) this.#next.judged(finished);
  }

  failed(problem: Problem, recovery: "fallback" | "none", who: FailedProvider): void {
    if (!this.#isDetected) this.#next.failed(problem, recovery, who);
  }

  #read({ text }: Words): void {
    this.#latest = text;
    if (!this.#isWatching()) return;
    const heard = `${this.#said} ${text}`.trim();
    if (heard.split(/\s+/u).length >= this.#parts.rules.leastWords && PHRASES.test(heard)) this.#detect();
  }

  #isWatching(): boolean {
    const { clock, rules } = this.#parts;
    return !this.#isDetected && clock.now() - this.#openedMs <= rules.withinMs;
  }

  #detect(): void {
    const { clock } = this.#parts;
    this.#isDetected = true;
    this.#parts.detected();
    if (this.#isOver) return;
    this.#mostGreeting = clock.at(clock.now() + MOST_GREETING_MS, () => this.#listens());
    if (this.#isSilent) this.#awaitEnd();
  }

  #goesOn(): void {
    this.#isSilent = false;
    this.#takesMessage?.cancel();
  }

  #awaitEnd(): void {
    if (this.#isOver) return;
    const { clock } = this.#parts;
    this.#takesMessage?.cancel();
    this.#takesMessage = clock.at(clock.now() + GREETING_OVER_MS, () => this.#listens());
  }

  #listens(): void {
    if (this.#isOver) return;
    this.close();
    this.#parts.listens();
  }
}
