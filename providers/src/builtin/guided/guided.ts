/**
 * The guided dialogue as a language model (LLM): no weights, no network. It replays the conversation from its messages, so it keeps no state between
 * turns and can take over from another model at any moment.
 */
import type { Expected, LanguageModel, Message, ThinkRequest, Thought } from "@ongea/conversation";
import { END_CALL_TOOL } from "@ongea/conversation";
import { hearCaller, hearTool } from "./dialogue.ts";
import type { State, Turn } from "./state.ts";
import { expectedAfter, freshState } from "./state.ts";
import { takeCall, takeOver } from "./taking-over.ts";
import type { World } from "./world.ts";
import { samplesOf } from "./wishes/sample-utterances.ts";
import { languageFor, worldOf } from "./world.ts";

export function createGuidedDialogue(): LanguageModel {
  return {
    name: "guided dialogue",
    opening: (request) => withSamples(expectedAfter(freshState(languageFor(request.language))), request),
    // oxlint-disable-next-line require-await -- the port is asynchronous, this model is not
    async *think(request, signal) {
      const { state, turn } = replay(request);
      if (signal.aborted) return;
      for (const thought of thoughtsOf(state, turn, request)) {
        yield thought;
        if (signal.aborted) return;
      }
    },
  };
}

/** The state after all messages, and the turn that answers the last one. */
function replay(request: ThinkRequest): { state: State; turn: Turn } {
  const world = worldOf(request);
  const state = freshState(languageFor(request.language));
  let turn: Turn = { say: [], sources: [], hangUp: false };
  for (const message of request.messages) turn = follow(state, message, world, turn);
  return { state, turn };
}

function follow(state: State, message: Message, world: World, before: Turn): Turn {
  switch (message.role) {
    case "caller":
      return hearCaller(state, { text: message.text, confidence: message.confidence ?? 1, words: message.words }, world);
    case "tool-result":
      return hearTool(state, message.name, message.result, world);
    case "assistant":
      if (!sameWords(message.text, before.say.join(" "))) {
        takeOver(state, message.text, world);
        if (!state.wasAskedIfThere) state.lastSaid = message.text;
      }
      return { say: [], sources: [], hangUp: false };
    case "tool-call":
      takeCall(state, message, world);
      return before;
  }
}

/** Whether these are the dialogue's own words, or the part of them that was heard. */
function sameWords(heard: string, said: string): boolean {
  const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  return bare(said) !== "" && (bare(said).startsWith(bare(heard)) || bare(heard).endsWith(bare(said)));
}

/** What else may be said is likely to be what this agent's callers say. */
function withSamples(expected: readonly Expected[], request: Omit<ThinkRequest, "messages">): readonly Expected[] {
  const samples = languageFor(request.language) === "en" ? samplesOf(request) : [];
  if (samples.length === 0) return expected;
  return [{ kind: "utterances", samples }, ...expected];
}

function* thoughtsOf(state: State, turn: Turn, request: ThinkRequest): Generator<Thought> {
  yield { kind: "language", language: state.language };
  yield { kind: "expect", expected: withSamples(expectedAfter(state, worldOf(request).country), request) };
  if (turn.sources.length > 0) yield { kind: "sources", ids: turn.sources };
  for (const [index, sentence] of turn.say.entries()) yield { kind: "text", text: index === 0 ? sentence : ` ${sentence}` };
  if (turn.tool)
    yield { kind: "tool", id: `guided-${turn.tool.name}`, name: turn.tool.name, arguments: JSON.stringify(turn.tool.arguments) };
  if (turn.hangUp) yield { kind: "tool", id: "guided-end", name: END_CALL_TOOL, arguments: "{}" };
}
