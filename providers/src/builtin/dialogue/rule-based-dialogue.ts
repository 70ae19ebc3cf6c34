/**
 * The guided dialogue as a language model (LLM): no weights, no network. It replays the conversation from its messages, so it keeps no state between
 * turns and can take over from another model at any moment.
 */
import type { Expected, LanguageModel, Message, ThinkRequest, Thought } from "@ongea/conversation";
import { END_CALL_TOOL } from "@ongea/conversation";
import { entriesFor } from "./interpreter/interpretation.ts";
import { formWords } from "./interpreter/form-words.ts";
import type { InTimeReader } from "./interpreter/form-reading.ts";
import type { FormWords } from "../form-reader/form-reader.ts";
import { hasOwnAnswer, questionIn, wholeQuestion } from "./slots/found-words.ts";
import type { InterpretRequest, Interpreter } from "./interpreter/interpreter.ts";
import { FollowedCalls, type Replayed } from "./followed-calls.ts";
import { CONFIDENT } from "./intents/take-intents.ts";
import { wordsOfName } from "./forms/kinds.ts";
import { asksSomething } from "./spoken/acts.ts";
import { wordsOf } from "./spoken/plain.ts";
import { Interpretations, type Understood } from "./interpreter/interpretations.ts";
import { cutShort, expectedFrom, followCall, followWords, hear, hearResultOf, leadingIn, type Leading } from "./leading.ts";
import { endWithOffer, type State, type Turn } from "./state.ts";
import { withQuestionMark } from "./spoken/unmarked-questions.ts";
import type { World } from "./world.ts";
import { samplesOf } from "./intents/sample-utterances.ts";
import { worldOf } from "./world.ts";

/** `interpreter`: what a caller meant is asked of it where the rules are not sure; `reader`: which words say the values of a form. */
export function createRuleBasedDialogue(interpreter?: Interpreter, reader?: InTimeReader): LanguageModel {
  const known = new Interpretations();
  const followed = new FollowedCalls();
  return {
    name: "guided dialogue",
    ...(interpreter ? { firstWordsMs: interpreter.limitMs + RULES_MS } : {}),
    readsWholeKnowledge: true,
    ...(interpreter ? { prepare: (request, isFallback) => prepareList(interpreter, request, isFallback) } : {}),
    opening: (request) => withSamples(expectedFrom(leadingIn(request.language)), request),
    expecting: (request) => expecting(request, followed),
    async *think(request, signal) {
      const knowing = knowingAll(request);
      let meant = known.of(request);
      let { leading, turn } = answering(knowing, meant);
      const goOn = (understood: Understood): void => {
        meant = known.keep(request, understood);
        ({ leading, turn } = answering(knowing, meant));
      };
      const read = async function* (): AsyncGenerator<Thought, void> {
        const words = reader && wordsToRead(knowing, meant, leading);
        const reading = words && (yield* reader.read(words, signal));
        if (reading) goOn({ reading: { ...reading, tool: words.tool } });
      };
      yield* read();
      const place = request.messages.length - 1;
      const asked = interpreter && !meant.get(place)?.meant && requestFor(knowing, meant, interpreter, { leading, turn });
      if (asked) {
        const interpretations = yield* interpreter.interpret(asked, signal);
        if (interpretations) {
          goOn({ meant: interpretations });
          yield* read();
        }
      }
      if (signal.aborted) return;
      for (const thought of thoughtsOf(leading, turn, knowing)) {
        yield thought;
        if (signal.aborted) return;
      }
    },
  };
}

/** The caller's last words with the form that is open before or after them; `undefined`: there is none, or they were read for it. */
function wordsToRead(request: ThinkRequest, meant: Meant, after: Leading): (FormWords & { tool: string }) | undefined {
  const { messages } = request;
  const last = messages.at(-1);
  if (last?.role !== "caller" || after.at !== "forms" || after.state.language !== "en") return undefined;
  // Words that were half heard may be any.
  if ((last.confidence ?? 1) < CONFIDENT) return undefined;
  const before = replay({ ...request, messages: messages.slice(0, -1) }, meant).leading;
  const form = (before.at === "forms" ? before.state.task?.form : undefined) ?? after.state.task?.form;
  if (!form || meant.get(messages.length - 1)?.reading?.tool === form.tool) return undefined;
  const question = messages.findLast((message) => message.role === "assistant");
  return { ...formWords(form, question?.text ?? "", last.text), tool: form.tool };
}

/** What can be meant when a call begins. A sentence model, which each media thread loads for itself, is left out of calls that an LLM answers. */
function prepareList(interpreter: Interpreter, request: Omit<ThinkRequest, "messages">, isFallback = false): void {
  if (isFallback && interpreter.asksFor === "wishes") return;
  const { language, localTime } = request;
  const leading = leadingIn(language);
  if (leading.at !== "forms") return;
  const world = worldOf(knowingAll({ ...request, messages: [] }));
  interpreter.prepare({ entries: entriesFor(leading.state, "", world), language, localTime });
}

/** The rules themselves answer within so much, ms. */
const RULES_MS = 1_000;

/** Fewer words are an answer, a greeting or thanks. */
const FEWEST_WORDS = 3;

/**
 * What an interpreter is asked: what the rules did not understand. A small language model knows less of the rest than they do, and callers wait for it;
 * a sentence model is asked of each wish and question in its language.
 */
function requestFor(
  request: ThinkRequest,
  meant: Meant,
  { asksFor }: Interpreter,
  { leading: after, turn }: Replayed,
): InterpretRequest | undefined {
  const { messages, localTime } = request;
  const last = messages.at(-1);
  if (last?.role !== "caller" || wordsOf(last.text).length < FEWEST_WORDS || after.at !== "forms") return undefined;
  const isUnsure = turn.isUnsure === true || after.state.asked === "which-intent";
  const asks = questionIn(last.text, meant.get(messages.length - 1)?.reading);
  const isAsked = asksFor === "wishes" && asks !== undefined && !hasOwnAnswer(last.text);
  if (!isUnsure && !isAsked && !(turn.isWish && asksFor === "wishes")) return undefined;
  const { leading } = replay({ ...request, messages: messages.slice(0, -1) }, meant);
  if (leading.at !== "forms") return undefined;
  const answer = { isUnsure, tool: after.state.task?.form.tool ?? turn.tool?.name, said: turn.say };
  const done = new Set(leading.state.done.flatMap(({ form }) => (form.looksUp ? [] : [form.tool])));
  const entries = entriesFor(leading.state, last.text, worldOf(request)).map((entry) =>
    entry.interpretation.kind === "tool" && done.has(entry.interpretation.tool) ? { ...entry, wasDone: true } : entry,
  );
  const topic = topicOf(leading.state);
  const asked = { messages, entries, language: request.language, localTime, answer, ...(topic !== undefined && { topic }) };
  if (asksFor === "unknown") return turn.isUnsure ? asked : undefined;
  // Words that were half heard may be any: the rules guess nothing from them, either.
  if (after.state.language !== "en" || turn.hangUp || (last.confidence ?? 1) < CONFIDENT) return undefined;
  if (turn.isWish) return asked;
  // Within a form a question alone: what is no answer to ours may still be one, and is no other wish.
  const isQuestion = isAsked || (isUnsure && asksSomething(last.text));
  if (!isQuestion) return undefined;
  return {
    ...asked,
    entries: entries.filter(({ interpretation }) => interpretation.kind === "fact"),
    ...(asks && { asks: wholeQuestion(last.text, asks) }),
  };
}

/** What is being done, else what was done last. */
function topicOf({ task, done }: State): string | undefined {
  const tool = task?.form.tool ?? done.at(-1)?.form.tool;
  return tool === undefined ? undefined : wordsOfName(tool);
}

/** Its facts are sought among all that the agent knows, where that is little, and among the passages that were found otherwise. */
function knowingAll(request: ThinkRequest): ThinkRequest {
  const { knowledge, knowledgeBase = [] } = request;
  return knowledgeBase.length === 0 ? request : { ...request, knowledge: [...knowledge, ...knowledgeBase] };
}

/** What the assistant's last words ask for, where another model has said them and a form knows such a question. */
function expecting(request: ThinkRequest, followed: FollowedCalls): readonly Expected[] {
  const last = request.messages.at(-1);
  if (last?.role !== "assistant") return [];
  const world = worldOf(request);
  const { leading } = followed.replay(
    { messages: request.messages.slice(0, -1), forms: world.forms },
    {
      begin: () => beginning(request),
      follow: (before, message) => follow(before, message, { world, understood: undefined }),
    },
  );
  if (leading.at !== "forms") return [];
  leading.state.asked = "how-can-i-help";
  followWords(leading, last.text, world);
  return withSamples(expectedFrom(leading, world.country), request);
}

/**
 * The answer to the last message; where that asks for none (another speaker's words before a tool that it did not get to, a result that means nothing
 * here), to what the caller said last: whoever is asked to answer is not silent. No tool is used a second time.
 */
function answering(request: ThinkRequest, meant: Meant): Replayed {
  const replayed = replay(request, meant);
  const { say, tool, hangUp } = replayed.turn;
  const last = request.messages.findLastIndex(({ role }) => role === "caller");
  if (say.length > 0 || tool || hangUp || last < 0 || last === request.messages.length - 1) return replayed;
  const { leading, turn } = replay({ ...request, messages: request.messages.slice(0, last + 1) }, meant);
  const used = request.messages.slice(last + 1).some(({ role }) => role === "tool-call");
  if (!turn.tool || !used) return { leading, turn };
  const { tool: _, ...silent } = turn;
  if (turn.say.length === 0 && leading.at === "forms") endWithOffer(leading.state, silent);
  return { leading, turn: silent };
}

/** Who leads after all messages, and the turn that answers the last one. */
function replay(request: ThinkRequest, meant: Meant): Replayed {
  const world = worldOf(request);
  let replayed = beginning(request);
  for (const [at, message] of request.messages.entries())
    replayed = follow(replayed, message, { world, understood: meant.get(at) });
  return replayed;
}

/** Before the first message. */
function beginning({ language }: ThinkRequest): Replayed {
  return { leading: leadingIn(language), turn: { say: [], sources: [], hangUp: false } };
}

/** By the message's place. */
type Meant = ReadonlyMap<number, Understood>;

interface Following {
  world: World;
  understood: Understood | undefined;
}

function follow({ leading, turn }: Replayed, message: Message, { world, understood }: Following): Replayed {
  switch (message.role) {
    case "caller":
      return hear(
        leading,
        {
          text: withQuestionMark(message.text),
          confidence: message.confidence ?? 1,
          words: message.words,
          ...understood,
        },
        world,
      );
    case "tool-result":
      return { leading, turn: hearResultOf(leading, message.name, message.result, world) };
    case "assistant":
      if (!sameWords(message.text, turn.say.join(" "))) followWords(leading, message.text, world);
      if (message.cut) cutShort(leading, message.text);
      return { leading, turn: { say: [], sources: [], hangUp: false } };
    case "tool-call":
      followCall(leading, message, world);
      return { leading, turn };
  }
}

/** Whether these are the dialogue's own words, or the part of them that was heard. */
function sameWords(heard: string, said: string): boolean {
  const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  return bare(said) !== "" && (bare(said).startsWith(bare(heard)) || bare(heard).endsWith(bare(said)));
}

/** What else may be said is likely to be what this agent's callers say. */
function withSamples(expected: readonly Expected[], request: Omit<ThinkRequest, "messages">): readonly Expected[] {
  const { language } = leadingIn(request.language).state;
  const samples = language === "en" ? samplesOf(request) : [];
  if (samples.length === 0) return expected;
  return [{ kind: "utterances", samples }, ...expected];
}

function* thoughtsOf(leading: Leading, turn: Turn, request: ThinkRequest): Generator<Thought> {
  yield { kind: "language", language: leading.state.language };
  yield { kind: "expect", expected: withSamples(expectedFrom(leading, worldOf(request).country), request) };
  if (turn.sources.length > 0) yield { kind: "sources", ids: turn.sources };
  for (const [index, sentence] of turn.say.entries()) yield { kind: "text", text: index === 0 ? sentence : ` ${sentence}` };
  if (turn.tool)
    yield { kind: "tool", id: `guided-${turn.tool.name}`, name: turn.tool.name, arguments: JSON.stringify(turn.tool.arguments) };
  if (turn.hangUp) yield { kind: "tool", id: "guided-end", name: END_CALL_TOOL, arguments: "{}" };
}
