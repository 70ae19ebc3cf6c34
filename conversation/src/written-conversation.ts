/**
 * A conversation in writing: the plan, language models, tools, guard and history of a call, without a line, STT, TTS, recorder or turn
 * machine.
 */
import { END_CALL_TOOL, type Expected, type Message, type ToolOutcome, type ToolRunner } from "./ports.ts";
import type { CloseReason } from "./journal.ts";
import { ConversationContext, type TextParts } from "./conversation-context.ts";
import { clausesOf, type TakenBack } from "./think/clauses.ts";
import { History } from "./think/history.ts";
import { makeThinking } from "./think/make-thinking.ts";
import { questionFrame } from "./think/question.ts";
import type { Idea, ThinkStage } from "./think/think-stage.ts";
import { Whispers } from "./think/whispers.ts";

export interface WrittenAnswer {
  /** "" where there is nothing to say. */
  text: string;
  /** Ids of the passages that it was given. */
  sources: readonly string[];
  /** The agent ends the conversation with it, or has put the person through. */
  isLast: boolean;
  /** What it adds to the history after the person's words: for {@link EarlierTurns} of a later conversation. */
  messages: readonly Message[];
  ran: readonly RanTool[];
}

export interface RanTool {
  name: string;
  arguments: string;
  outcome: ToolOutcome;
}

/** What an earlier conversation with the same person has left. */
export interface EarlierTurns {
  messages: readonly Message[];
  ran: readonly RanTool[];
  /** What was spoken last. */
  language: string;
}

export interface WrittenConversation {
  /** The agent's first words; "" where the person begins. */
  readonly welcome: string;
  /** What is spoken now. */
  readonly language: string;
  /** What the person is likely to say next, for STT where their words are spoken. */
  readonly expected: readonly Expected[];
  /** One at a time: rejects while another answer is underway, and once the conversation is closed. */
  answer(text: string, signal: AbortSignal): Promise<WrittenAnswer>;
  close(reason: CloseReason): void;
}

/** `earlier`: it goes on where that one ended, without a welcome. */
export function openWrittenConversation(parts: TextParts, earlier?: EarlierTurns): WrittenConversation {
  return new OpenWrittenConversation(parts, earlier);
}

class OpenWrittenConversation implements WrittenConversation {
  readonly welcome: string;
  readonly #context: ConversationContext;
  readonly #thinking: ThinkStage;
  readonly #history = new History();
  readonly #frame: ReturnType<typeof questionFrame>;
  #turns = 0;
  /** Undefined: the person has said nothing yet. */
  #expected: readonly Expected[] | undefined;
  /** Of the answer that is underway. */
  #ran: RanTool[] = [];
  #isBusy = false;
  #isClosed = false;
  #isPutThrough = false;

  constructor(parts: TextParts, earlier?: EarlierTurns) {
    const { plan } = parts;
    const tools = parts.tools && { run: this.#noticing(parts.tools) };
    this.#context = new ConversationContext({ ...parts, tools }, () => this.close("cannot-answer"));
    this.#thinking = makeThinking(this.#context, new Whispers(), () => {});
    this.#frame = questionFrame(plan, END_CALL_TOOL, { isWritten: true });
    this.welcome = earlier ? "" : plan.welcomeMessage.trim();
    this.#context.write({ kind: "opened", atMs: 0, epochMs: plan.startedAtEpochMs });
    if (earlier) this.#goOn(earlier);
    if (this.welcome === "") return;
    this.#history.add({ role: "assistant", text: this.welcome });
    this.#write("assistant", this.welcome);
  }

  /** The guard knows again what tools have done. */
  #goOn({ messages, ran, language }: EarlierTurns): void {
    this.#context.speakIn(language);
    for (const message of messages) this.#history.add(message);
    for (const { name, arguments: given, outcome } of ran) {
      const tool = this.#context.parts.plan.tools.find((one) => one.name === name);
      this.#context.guard.ran({ id: "", name, arguments: given }, tool, outcome);
    }
  }

  get language(): string {
    return this.#context.language();
  }

  get expected(): readonly Expected[] {
    return (this.#expected ??= this.#thinking.opening(this.#frame(0, this.language)));
  }

  async answer(text: string, signal: AbortSignal): Promise<WrittenAnswer> {
    if (this.#isClosed) throw new Error("The conversation is closed");
    if (this.#isBusy) throw new Error("Another answer is underway");
    this.#isBusy = true;
    try {
      return await this.#answer(text, signal);
    } finally {
      this.#isBusy = false;
      // What an answer cost stands with it.
      if (!this.#isClosed) this.#context.usage.tell();
    }
  }

  close(reason: CloseReason): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#context.end(reason);
  }

  /** A tool that ends the answer has put the person through. */
  #noticing(tools: ToolRunner): ToolRunner["run"] {
    return async (...call) => {
      const outcome = await tools.run(...call);
      const [{ name, arguments: given }] = call;
      this.#ran.push({ name, arguments: given, outcome });
      this.#isPutThrough ||= outcome.ok && outcome.endsAnswer === true;
      return outcome;
    };
  }

  async #answer(text: string, signal: AbortSignal): Promise<WrittenAnswer> {
    this.#history.add({ role: "caller", text });
    this.#write("caller", text);
    const said = new Said(this.#history);
    this.#ran = [];
    // Those of the question before; this answer asks its own.
    this.#expected = [];
    let hangsUp = false;
    const sources: string[] = [];
    const ideas = this.#thinking.answer(
      {
        messages: [...this.#history.messages],
        turn: this.#history.turns,
        committed: Promise.resolve(),
        takesEffect: () => {},
        remember: (message) => said.before(message),
        request: this.#frame(this.#context.sinceMs, this.language),
      },
      signal,
    );
    const checked = this.#context.guard.answer(this.#context.language);
    for await (const clause of clausesOf(this.#texts(ideas, sources, () => (hangsUp = true)))) said.add(checked.clause(clause));
    said.add(checked.rest());
    const answer = said.close();
    if (answer !== "") this.#write("assistant", answer, sources);
    return { text: answer, sources, isLast: hangsUp || this.#isPutThrough, messages: said.messages, ran: this.#ran };
  }

  async *#texts(ideas: AsyncIterable<Idea>, sources: string[], hangUp: () => void): AsyncGenerator<string | TakenBack> {
    for await (const idea of ideas) {
      if (idea.kind === "text") yield idea.text;
      else if (idea.kind === "afresh") yield { again: "" };
      else if (idea.kind === "language") this.#context.speakIn(idea.language);
      else if (idea.kind === "sources") sources.push(...idea.ids);
      else if (idea.kind === "expect") this.#expected = idea.expected;
      else if (idea.kind === "hang-up") hangUp();
    }
  }

  #write(by: "caller" | "assistant", text: string, sources: readonly string[] = []): void {
    const { atMs } = this.#context;
    const more = sources.length > 0 ? { sources: [...sources] } : {};
    this.#context.write({ kind: "turn", by, index: this.#turns++, text, startMs: atMs, endMs: atMs, loudness: [], ...more });
  }
}

/** The clauses of one answer: those before a tool call stand before it in the history. */
class Said {
  readonly #history: History;
  readonly #all: string[] = [];
  readonly messages: Message[] = [];
  #pending: string[] = [];

  constructor(history: History) {
    this.#history = history;
  }

  add(clause: string): void {
    if (clause === "") return;
    this.#all.push(clause);
    this.#pending.push(clause);
  }

  before(message: Message): void {
    if (message.role === "tool-call") this.#flush();
    this.#add(message);
  }

  /** The whole answer. */
  close(): string {
    this.#flush();
    return this.#all.join(" ");
  }

  #flush(): void {
    if (this.#pending.length > 0) this.#add({ role: "assistant", text: this.#pending.join(" ") });
    this.#pending = [];
  }

  #add(message: Message): void {
    this.messages.push(message);
    this.#history.add(message);
  }
}
