/** The reducer alone against a model of the world in which anything may happen at any time, timers in any order. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { examplePlan } from "../../testing/index.ts";
import type { TurnEffect, TurnEvent } from "../events.ts";
import type { TimerName, TurnState } from "../state.ts";
import { initialState } from "../state.ts";
import { reduce } from "./reduce.ts";

const WORDS = ["yes", "mm-hmm", "stop", "I would like an appointment on Thursday", "my name is", "maybe", ""] as const;
const TIMERS = ["endpoint", "verdict", "longest-turn", "answer", "filler", "silence", "keypad", "consent", "close"] as const;

type Command =
  | { do: "began" | "resumed" | "stop" }
  | { do: "paused"; judged?: boolean }
  | { do: "voice" | "wait"; ms: number }
  | { do: "partial" | "settled"; words: number; leftMs?: number | undefined }
  | { do: "judged"; finished: number | undefined }
  | { do: "typed" | "end" }
  | { do: "key"; digit: string }
  | { do: "held"; isHeld: boolean }
  | { do: "away"; kind: "leave" | "join" | "take-over" | "come-back" | "machine" }
  | { do: "fire" | "fire-stale"; timer: TimerName }
  | { do: "sounds" | "finished" | "takes-effect" | "stalls" | "flows"; back: number; hangsUp?: boolean; silent?: boolean };

const words = fc.integer({ min: 0, max: WORDS.length - 1 });
const back = fc.integer({ min: 0, max: 2 });
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom("began" as const, "resumed" as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("paused" as const), judged: fc.boolean() }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant("voice" as const), ms: fc.constantFrom(60, 120, 500, 900) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("wait" as const), ms: fc.integer({ min: 0, max: 5_000 }) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("partial" as const), words }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant("settled" as const), words, leftMs: fc.option(fc.constant(400), { nil: undefined }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("judged" as const),
      finished: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("typed" as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("held" as const), isHeld: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("away" as const),
      kind: fc.constantFrom(
        "leave" as const,
        "leave" as const,
        "come-back" as const,
        "come-back" as const,
        "join" as const,
        "take-over" as const,
        "machine" as const,
      ),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("key" as const), digit: fc.constantFrom("1", "2", "#", "*") }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant("fire" as const), timer: fc.constantFrom(...TIMERS) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("fire-stale" as const), timer: fc.constantFrom(...TIMERS) }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant("sounds" as const), back }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("finished" as const),
      back,
      hangsUp: fc.integer({ min: 0, max: 19 }).map((n) => n === 0),
      silent: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("takes-effect" as const), back }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom("stalls" as const, "flows" as const), back }) },
);

const plans = fc.constantFrom(
  examplePlan({
    silence: { hangUpAfterMs: 10_000, promptAfterMs: 6_000 },
    welcomeMessage: "Welcome.",
    fillers: { words: {}, again: {} },
  }),
  examplePlan({ welcomeMessage: "Welcome.", recording: { consent: "announce", words: "This call is recorded." } }),
  examplePlan({ welcomeMessage: "Welcome.", recording: { consent: "ask", words: "May we record this call?" } }),
  examplePlan({
    silence: { hangUpAfterMs: 10_000 },
    ending: { hangUpMessage: "Goodbye.", stopMessage: "I have to go. Goodbye.", apology: "" },
  }),
);

/** Carries out what the reducer wants, as the shell does, and looks at every state. */
class World {
  state: TurnState;
  nowMs = 1_000;
  voicedMs = 0;
  closed = false;
  readonly timers = new Map<TimerName, { id: number; atMs: number }>();
  readonly replies: { id: number; committed: boolean; sounded: boolean; over: boolean }[] = [];
  readonly accepted: string[] = [];
  /** What the recording waited for, in order, and whether it has begun. */
  readonly recording: string[] = [];
  readonly typed: string[] = [];
  keyed = "";

  constructor(plan: ReturnType<typeof examplePlan>) {
    this.state = freeze(initialState(plan, this.nowMs));
    this.happen({ kind: "open" });
  }

  happen(what: { kind: TurnEvent["kind"] } & Record<string, unknown>): void {
    const event = freeze({ ...what, atMs: this.nowMs, voicedMs: this.voicedMs }) as unknown as TurnEvent;
    const before = this.state;
    const { state, effects } = reduce(before, event);
    this.state = freeze(state);
    for (const effect of effects) this.#act(effect);
    const armed = Object.entries(state.timers);
    const isKept =
      armed.length === this.timers.size && armed.every(([name, id]) => this.timers.get(name as TimerName)?.id === id);
    must(isKept, "the timers are those that were armed");
    expectNoWordsLost(before, state, effects);
    expectAttended(state, this.closed);
    if (this.closed && !state.stopped) this.happen({ kind: "stop" });
  }

  do(command: Command): void {
    this.nowMs += 20;
    const speaks = this.state.callerSpeaks;
    switch (command.do) {
      case "began":
        this.voicedMs = 0;
        return this.happen({ kind: "began", startMs: this.nowMs - 40 });
      case "voice":
        this.voicedMs = Math.max(this.voicedMs, command.ms);
        return this.happen({ kind: "voice" });
      case "wait":
        this.nowMs += command.ms;
        return;
      case "paused":
        return speaks
          ? this.happen({ kind: "paused", endMs: this.nowMs - 60, isBeingJudged: command.judged === true })
          : undefined;
      case "resumed":
        return speaks ? undefined : this.happen({ kind: "resumed" });
      case "partial":
        return this.happen({ kind: "partial", words: { text: WORDS[command.words] } });
      case "settled":
        return this.happen({ kind: "settled", words: { text: WORDS[command.words] }, ourVoiceLeftMs: command.leftMs });
      case "judged":
        return this.happen({ kind: "judged", finished: command.finished });
      case "typed":
        if (!this.state.stopped) this.typed.push(`line ${this.typed.length}`);
        return this.happen({ kind: "typed", text: this.typed.at(-1) ?? "" });
      case "key":
        if (this.state.phase !== "closing" && this.state.away === undefined && !this.#isNoticed && command.digit !== "#")
          this.keyed += command.digit;
        return this.happen({ kind: "key", digit: command.digit });
      case "held":
        return this.happen({ kind: "held", isHeld: command.isHeld });
      case "away":
        return this.happen({ kind: command.kind });
      case "fire":
        return this.fire(command.timer);
      case "fire-stale":
        return this.happen({ kind: "timer", timer: command.timer, id: 0 });
      case "end":
        return this.happen({ kind: "end", reason: "stopped" });
      case "stop":
        return this.happen({ kind: "stop" });
      default:
        return this.#reply(command);
    }
  }

  fire(timer: TimerName): void {
    const armed = this.timers.get(timer);
    if (!armed) return;
    this.nowMs = Math.max(this.nowMs, armed.atMs);
    this.timers.delete(timer);
    this.happen({ kind: "timer", timer, id: armed.id });
  }

  /** Everybody behaves from now on: the caller is silent, replies are heard, timers fire in their order. */
  runOut(): void {
    if (this.state.away === "ringing") this.happen({ kind: "come-back" });
    if (this.state.callerSpeaks) this.do({ do: "paused" });
    for (let step = 0; step < 60 && !this.state.stopped; step++) {
      if (this.state.callerSpeaks) throw new Error("nobody speaks any more");
      const reply = this.replies.find(({ committed, over }) => committed && !over);
      if (reply && this.state.phase !== "interrupted") {
        if (!reply.sounded) this.#sounds(reply);
        this.#finishes(reply, {});
        continue;
      }
      const next = [...this.timers].toSorted((a, b) => a[1].atMs - b[1].atMs)[0];
      if (next) this.fire(next[0]);
    }
  }

  /** Keys that are pressed while it is said are nobody's number. */
  get #isNoticed(): boolean {
    return this.state.notice === "due";
  }

  #reply(command: Extract<Command, { back: number }>): void {
    const reply = this.replies.at(-1 - command.back);
    if (!reply) return;
    if (command.do === "stalls" || command.do === "flows") return this.happen({ kind: `reply-${command.do}`, id: reply.id });
    if (command.do === "takes-effect") return this.happen({ kind: "reply-takes-effect", id: reply.id });
    if (!reply.committed || reply.over || this.state.phase === "interrupted") return;
    if (command.do === "sounds") this.#sounds(reply);
    else {
      if (!reply.sounded) this.#sounds(reply);
      this.#finishes(reply, command);
    }
  }

  #sounds(reply: World["replies"][number]): void {
    if (!reply.sounded) this.happen({ kind: "reply-sounds", id: reply.id });
    reply.sounded = true;
  }

  #finishes(reply: World["replies"][number], { hangsUp = false, silent = false }: { hangsUp?: boolean; silent?: boolean }): void {
    if (reply.over) return;
    reply.over = true;
    const text = silent ? "" : "All right.";
    this.happen({ kind: "reply-finished", id: reply.id, heardText: text, text, hangsUp, modelIsLost: false });
  }

  #act(effect: TurnEffect): void {
    if (effect.kind === "arm") this.timers.set(effect.timer, effect);
    else if (effect.kind === "cancel") this.timers.delete(effect.timer);
    else if (effect.kind === "think" || effect.kind === "say")
      this.replies.push({ id: effect.id, committed: false, sounded: false, over: false });
    else if (effect.kind === "commit") this.replies.find(({ id }) => id === effect.id)!.committed = true;
    else if (effect.kind === "cut") this.replies.find(({ id }) => id === effect.id)!.over = true;
    else if (effect.kind === "accept") this.accepted.push(effect.turn.words.text);
    else if (effect.kind === "end-utterance") this.voicedMs = 0;
    else if (effect.kind === "close") this.closed = true;
    else if (effect.kind === "noticed") this.recording.push(effect.how);
    else if (effect.kind === "record") this.recording.push("begins");
    else if (effect.kind === "journal" && effect.entry.kind === "recording") this.recording.push(effect.entry.how);
  }
}

/** Words that were known are told, or go on, or were a sign of listening over our voice. */
function expectNoWordsLost(before: TurnState, after: TurnState, effects: readonly TurnEffect[]): void {
  const text = before.turn?.words.text ?? "";
  if (text === "" || after.turn?.startMs === before.turn?.startMs) return;
  const told = effects.some((effect) => effect.kind === "accept");
  must(told || before.reply?.sounded === true, `“${text}” is told in ${before.phase}`);
}

/** Somebody speaks, or something is waited for that ends: we are never mute for good. */
function expectAttended(state: TurnState, closed: boolean): void {
  const { phase, turn, reply, timers, digits, owed, callerSpeaks, stopped, away } = state;
  const isPending = reply?.committed === true && (!reply.sounded || reply.stalled);
  /** Whoever holds us is told only when they take us back. */
  const isHeldBack = state.notice === "due" && state.heldSinceMs !== undefined;
  const broken = Object.entries({
    "a conversation that is over has no timer": stopped && Object.keys(timers).length > 0,
    "a call has a time limit": !stopped && !closed && phase !== "closing" && timers.limit === undefined,
    "nothing but the time limit, our voice and a goodbye goes on while the caller is with somebody else":
      away !== undefined && phase !== "closing" && Object.keys(timers).some((name) => name !== "limit"),
    "who closes hangs up": !stopped && !closed && phase === "closing" && timers.close === undefined,
    ...(stopped || closed || phase === "closing" || away !== undefined
      ? {}
      : {
          "digits are entered": digits !== "" && timers.keypad === undefined,
          "accepted words are answered": owed && !turn && !reply && !isHeldBack,
          "an answer has a deadline": isPending && phase !== "interrupted" && timers.answer === undefined,
          "what is prepared is for an open turn": reply?.committed === false && (!turn || timers.endpoint === undefined),
          "we speak when our voice sounds": (phase === "speaking") !== (reply?.sounded === true && phase !== "interrupted"),
          "a held voice is decided on": phase === "interrupted" && !(reply && turn && (callerSpeaks || timers.verdict)),
          "who thinks has an answer on its way": phase === "thinking" && reply?.committed !== true,
          "a pause ends": phase === "listening" && turn && !callerSpeaks && timers.endpoint === undefined,
          "silence is watched": !turn && !reply && digits === "" && state.notice !== "asked" && timers.silence === undefined,
          "who was asked has a deadline": state.notice === "asked" && timers.consent === undefined,
          "a turn has a longest": turn && phase !== "thinking" && timers["longest-turn"] === undefined,
          "silence is watched only then": timers.silence !== undefined && (turn || reply || owed) && !isHeldBack,
        }),
  }).find(([, isBroken]) => isBroken);
  must(!broken, `${broken?.[0]}: ${JSON.stringify({ phase, turn, callerSpeaks, reply, timers, digits, owed })}`);
}

function must(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(`not true: ${what}`);
}

function freeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
  return value;
}

it("whatever happens in whatever order, nothing is lost and nobody waits for ever", () => {
  fc.assert(
    fc.property(plans, fc.array(command, { maxLength: 120 }), (plan, commands) => {
      const world = new World(plan);
      for (const each of commands) world.do(each);
      world.runOut();
      expect(world.state.stopped).toBe(true);
      expect(world.timers.size).toBe(0);
      for (const line of world.typed) expect(world.accepted).toContain(line);
      const keyed = world.accepted.filter((text) => text.startsWith("dtmf_number: ")).map((text) => text.slice(13));
      expect(keyed.join("")).toBe(world.keyed);
    }),
    { numRuns: 2_000 },
  );
});

it("an announcement that is cut for a machine, while the far end holds us, leaves nobody speaking and is said when they take us back", () => {
  const world = new World(
    examplePlan({ welcomeMessage: "Welcome.", recording: { consent: "announce", words: "This call is recorded." } }),
  );
  world.do({ do: "sounds", back: 0 });
  world.do({ do: "away", kind: "machine" });
  world.do({ do: "held", isHeld: true });
  world.happen({ kind: "come-back" });
  expect(world.state).toMatchObject({ phase: "listening", reply: undefined });
  world.do({ do: "held", isHeld: false });
  expect(world.state.reply).toMatchObject({ purpose: "notice" });
});

/** What may have happened to a recording when a call is over, by what the call was to do. */
const RECORDED = {
  announce: [["announced", "begins"], ["unheard"]],
  ask: [["asked", "agreed", "begins"], ["asked", "declined"], ["asked", "unclear"], ["unheard"]],
  free: [[]],
};

it("a recording begins only after its notice was heard out, and where it asks, after a yes; and each call says what came of it", () => {
  fc.assert(
    fc.property(plans, fc.array(command, { maxLength: 60 }), (plan, commands) => {
      const world = new World(plan);
      for (const each of commands) world.do(each);
      world.do({ do: "stop" });
      const consent = plan.recording?.consent ?? "free";
      expect(consent === "never" ? [] : RECORDED[consent]).toContainEqual(world.recording);
    }),
    { numRuns: 2_000 },
  );
});

it("a conversation that stops at any moment has told everything and leaves no timer", () => {
  fc.assert(
    fc.property(
      plans,
      fc.array(command, { maxLength: 60 }),
      fc.constantFrom("end" as const, "stop" as const),
      (plan, commands, how) => {
        const world = new World(plan);
        for (const each of commands) world.do(each);
        const open = world.state.turn?.words.text ?? "";
        const wasStopped = world.state.stopped;
        world.do({ do: how });
        world.do({ do: "stop" });
        expect(open === "" || wasStopped || world.accepted.includes(open)).toBe(true);
        expect([world.state.stopped, world.timers.size]).toEqual([true, 0]);
        for (const line of world.typed) expect(world.accepted).toContain(line);
      },
    ),
    { numRuns: 1_000 },
  );
});
