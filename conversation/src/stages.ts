/** Makes the stages of a call out of what it was given: hearing, turn-taking, thinking, speaking, and what stands beside them. */
import { END_CALL_TOOL } from "./ports.ts";
import type { Usage } from "./ports.ts";
import type { CloseReason } from "./journal.ts";
import type { CallContext } from "./call-context.ts";
import { AnsweringMachine } from "./hear/answering-machine.ts";
import { HearStage, type HearStageListener } from "./hear/hear-stage.ts";
import { Reply } from "./reply.ts";
import { Ambience } from "./speak/ambience.ts";
import { Fillers } from "./speak/fillers.ts";
import { Playout } from "./speak/playout.ts";
import { SpokenUtterance } from "./speak/spoken-utterance.ts";
import { History } from "./think/history.ts";
import { questionFrame } from "./think/question.ts";
import { makeThinking } from "./think/make-thinking.ts";
import type { Whispers } from "./think/whispers.ts";
import { Backchannel } from "./turn/backchannel.ts";
import { TurnController } from "./turn/turn-controller.ts";

export function makePlayout(call: CallContext, tick: () => void): Playout {
  const { parts, clock, openedAtMs, recording, loudness } = call;
  const { line, plan } = parts;
  const ambience = plan.ambience && new Ambience(plan.ambience, line.sampleRateHz);
  return new Playout({ line, clock, openedAtMs, recording, loudness: loudness.assistant, ambience, tick });
}

export interface TurnHooks {
  whispers: Whispers;
  hearing(): HearStage;
  close(reason: CloseReason): void;
  broke(cause: unknown): void;
}

/** Turn-taking, with the stage that thinks of its answers. */
export function makeTurns(call: CallContext, playout: Playout, hooks: TurnHooks): TurnController {
  const { clock, guard, language, loudness, openedAtMs, recording, sayAs } = call;
  const { plan, line, voices } = call.parts;
  const frame = questionFrame(plan, END_CALL_TOOL);
  const fillers = new Fillers(plan.fillers, plan.callId);
  let latest: Reply | undefined;
  const thinking = makeThinking(call, hooks.whispers, () => latest?.noteFirstToken());
  const saying = {
    again: () => fillers.again(language()),
    clock,
    playout,
    sampleRateHz: line.sampleRateHz,
    voice: {
      voices,
      clock,
      language,
      sayAs,
      speakIn: (spoken: string) => call.speakIn(spoken),
      failed: call.failed.bind(call, "speak"),
      used: (by: string, usage: Usage) => call.usage.add("speak", by, usage),
      first: { failuresInRow: 0 },
    },
    mostCharacters: plan.mostCharactersAtOnce,
    checked: () => guard.answer(language),
  };
  return new TurnController({
    clock,
    plan,
    openedAtMs,
    history: new History(),
    playout,
    loudness,
    close: hooks.close,
    broke: hooks.broke,
    stt: hooks.hearing,
    opening: thinking.opening(frame(0, language())),
    reply: (ideas, listener) => (latest = new Reply(saying, ideas, listener)),
    answer: (question, signal) => thinking.answer({ ...question, request: frame(call.sinceMs, language()) }, signal),
    filler: () => fillers.next(language()),
    modelIsLost: () => thinking.isLost,
    wasNotSpoken: () => thinking.wasNotSpoken(),
    record: () => recording.begin(call.sinceMs),
    journal: (entry) => call.write(entry),
  });
}

/** Signs of listening; absent where the plan has none. */
export function makeBackchannel(call: CallContext, playout: Playout, turns: TurnController): Backchannel | undefined {
  const { plan, line } = call.parts;
  const rules = plan.backchannel;
  if (!rules) return undefined;
  const words = new SpokenUtterance(line.sampleRateHz);
  const parts = {
    clock: call.clock,
    rules,
    // Without a voice the agent says nothing.
    prepare: () => void call.sayAside(words, rules.words).then((isWhole) => isWhole && words.finish()),
    isListening: () => turns.state === "listening" && !playout.busy && !playout.through,
    say: () => playout.aside(words),
  };
  return new Backchannel(parts, turns);
}

/** Looks for an answering machine, where the plan says so. `close` ends the call where there is no message for one. */
export function makeMachine(
  call: CallContext,
  turns: TurnController,
  next: HearStageListener,
  close: () => void,
): AnsweringMachine | undefined {
  const { voicemail: rules } = call.parts.plan;
  if (!rules) return undefined;
  const message = rules.message ?? "";
  const parts = {
    clock: call.clock,
    rules,
    sampleRateHz: call.parts.line.sampleRateHz,
    detected: () => (message.trim() === "" ? close() : turns.away("machine")),
    listens: () => turns.leaveMessage(message),
  };
  return new AnsweringMachine(parts, next);
}

export function makeHearing(call: CallContext, listener: HearStageListener): HearStage {
  const { plan, line, voiceActivity, recognisers, endOfTurn } = call.parts;
  const parts = {
    sampleRateHz: line.sampleRateHz,
    voiceActivity,
    recognisers,
    endOfTurn,
    options: { language: plan.language, keywords: plan.keywords },
    used: (by: string, usage: Usage) => call.usage.add("hear", by, usage),
  };
  return new HearStage(parts, listener);
}
