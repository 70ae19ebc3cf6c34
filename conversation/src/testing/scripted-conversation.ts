/** A whole conversation on a virtual clock, with a caller, ears, mind and voice that a test commands. */
import type { Conversation, ConversationParts } from "../conversation-parts.ts";
import { openConversation } from "../conversation.ts";
import type { JournalEntry, TurnEntry } from "../journal.ts";
import type { Plan } from "../plan.ts";
import type { ThinkRequest, Thought } from "../ports.ts";
import { ScriptedModel } from "./fake-language-model.ts";
import { PromptedRecogniser } from "./fake-recogniser.ts";
import { loudIsSpeech } from "./fake-voice-activity.ts";
import { BabblingVoice } from "./fake-voice.ts";
import { TestLine } from "./test-line.ts";
import { VirtualClock } from "./virtual-clock.ts";

/** The deep parts of a plan that a test changes. */
export type PlanChanges = {
  [K in keyof Plan]?: Plan[K] extends readonly unknown[] ? Plan[K] : Plan[K] extends object ? Partial<Plan[K]> : Plan[K];
};

export interface ScriptedConversationOptions {
  plan?: PlanChanges;
  answers?: (request: ThinkRequest) => string | readonly Thought[];
  /** Of the recogniser after a pause, the mind's first and further tokens, the voice's first sound, ms. */
  delays?: { wordsMs?: number; firstTokenMs?: number; tokenMs?: number; firstAudioMs?: number };
  parts?: (scripted: ScriptedConversation) => Partial<ConversationParts>;
}

export function examplePlan(changes: PlanChanges = {}): Plan {
  const base: Plan = {
    callId: "scripted",
    direction: "inbound",
    language: "en",
    timeZone: "Africa/Nairobi",
    startedAtEpochMs: 1_795_249_260_000,
    startedAtLocal: "2026-11-21T09:41:00+03:00",
    welcomeMessage: "",
    instructions: "You answer the telephone of Imani Clinic.",
    knowledge: [],
    tools: [],
    keywords: [],
    model: { maxTokens: 150, temperature: 0.1 },
    turnTaking: { endpointingMs: 250, incrementalDelayMs: 900, wordsForInterruption: 2 },
    silence: { hangUpAfterMs: 30_000, promptMessage: "Are you still there?" },
    ending: {
      terminateAfterMs: 600_000,
      hangUpMessage: "",
      stopMessage: "",
      agentMayHangUp: true,
      apology: "Sorry, I cannot answer right now.",
    },
  };
  const merged = { ...base } as unknown as Record<string, unknown>;
  for (const [key, value] of Object.entries(changes)) {
    const old = merged[key];
    merged[key] = isPlain(old) && isPlain(value) ? { ...old, ...value } : value;
  }
  return merged as unknown as Plan;
}

export class ScriptedConversation {
  readonly clock = new VirtualClock();
  readonly line: TestLine;
  readonly recogniser: PromptedRecogniser;
  readonly llm: ScriptedModel;
  readonly voice: BabblingVoice;
  readonly journal: JournalEntry[] = [];
  readonly conversation: Conversation;

  constructor({ plan, answers = () => "All right.", delays = {}, parts }: ScriptedConversationOptions = {}) {
    const { wordsMs = 60, firstTokenMs = 0, tokenMs = 0, firstAudioMs = 0 } = delays;
    this.line = new TestLine(this.clock);
    this.recogniser = new PromptedRecogniser(this.clock, { finalMs: wordsMs });
    this.llm = new ScriptedModel(this.clock, answers, { firstTokenMs, tokenMs });
    this.voice = new BabblingVoice(this.clock, { firstAudioMs });
    this.conversation = openConversation({
      plan: examplePlan(plan),
      line: this.line,
      clock: this.clock,
      voiceActivity: loudIsSpeech(),
      recognisers: [this.recogniser],
      languageModels: [this.llm],
      voices: [this.voice],
      journal: { write: (entry) => this.journal.push(entry) },
      ...parts?.(this),
    });
  }

  /** The caller says something, 250 ms a word, and falls silent; returns when the speech ended. */
  async callerSays(text: string): Promise<number> {
    this.recogniser.prompt(text);
    const ms = text.split(" ").length * 250;
    this.line.say(ms);
    await this.pass(ms + 20);
    return this.clock.now();
  }

  pass(ms: number): Promise<void> {
    return this.clock.pass(ms);
  }

  get turns(): TurnEntry[] {
    return this.journal.filter((entry) => entry.kind === "turn");
  }

  /** `assistant: …` and `caller: …` lines; what was cut ends in `—`. */
  get transcript(): string[] {
    return this.turns.map((turn) => `${turn.by}: ${turn.text}${turn.cut ? "—" : ""}`);
  }

  entries<K extends JournalEntry["kind"]>(kind: K): Extract<JournalEntry, { kind: K }>[] {
    return this.journal.filter((entry): entry is Extract<JournalEntry, { kind: K }> => entry.kind === kind);
  }

  /** When our voice was last on the line. */
  get lastSoundMs(): number {
    return this.line.soundingMs.at(-1) ?? Number.NaN;
  }
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
