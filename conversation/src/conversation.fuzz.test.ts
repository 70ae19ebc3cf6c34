/** Whole conversations with providers and callers that have no manners: what is accepted is told, and nobody is left in silence. */
import fc from "fast-check";
import { expect, it } from "vitest";
import type { JournalEntry } from "./journal.ts";
import type { Clock, LanguageModel, Listening, Recogniser, RecogniserListener, Synthesiser, Thought } from "./ports.ts";
import { ProviderFailure } from "./ports.ts";
import { babble, ScriptedConversation } from "./testing/index.ts";

interface Manners {
  /** Of the recogniser after a pause: when its words come; undefined: never. */
  wordsMs: number | undefined;
  settles: "once" | "twice" | "empty" | "late-empty";
  recogniserFails: "never" | "on-begin" | "on-pause";
  llm: "answers" | "empty" | "slow" | "fails" | "hangs" | "tools" | "stops-in-the-middle" | "hangs-up";
  voice: "speaks" | "slow" | "silent" | "fails" | "hangs" | "drips";
}

type Act = { do: "say"; ms: number; words: string } | { do: "type" } | { do: "key"; digits: string } | { do: "wait"; ms: number };

const manners: fc.Arbitrary<Manners> = fc.record({
  wordsMs: fc.constantFrom(60, 60, 400, 1_500, 3_500, undefined),
  settles: fc.constantFrom("once" as const, "once" as const, "twice" as const, "empty" as const, "late-empty" as const),
  recogniserFails: fc.constantFrom("never" as const, "never" as const, "on-begin" as const, "on-pause" as const),
  llm: fc.constantFrom(
    "answers" as const,
    "answers" as const,
    "empty" as const,
    "slow" as const,
    "fails" as const,
    "hangs" as const,
    "tools" as const,
    "stops-in-the-middle" as const,
    "hangs-up" as const,
  ),
  voice: fc.constantFrom(
    "speaks" as const,
    "speaks" as const,
    "slow" as const,
    "silent" as const,
    "fails" as const,
    "hangs" as const,
    "drips" as const,
  ),
});

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("say" as const),
      ms: fc.constantFrom(60, 100, 200, 500, 1_500),
      words: fc.constantFrom("", "yes", "mm-hmm", "stop", "I need a doctor on Thursday please", "my name is"),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("type" as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("key" as const), digits: fc.constantFrom("#", "1", "12#", "123") }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("wait" as const), ms: fc.integer({ min: 0, max: 3_000 }) }) },
);

/** Words come when and as often as it likes. */
class RudeRecogniser implements Recogniser {
  readonly name = "rude";
  words = "";
  readonly #clock: Clock;
  readonly #manners: Manners;

  constructor(clock: Clock, how: Manners) {
    this.#clock = clock;
    this.#manners = how;
  }

  listen(_options: unknown, listener: RecogniserListener): Listening {
    const { wordsMs, settles, recogniserFails } = this.#manners;
    const later = (ms: number, act: () => void): void => void this.#clock.at(this.#clock.now() + ms, act);
    const failed = (): void => listener.failed({ code: "unavailable", message: "gone" });
    const nothing = (): void => {};
    return {
      hear: nothing,
      begin: (id) => {
        if (recogniserFails === "on-begin") return later(100, failed);
        if (this.words !== "") later(250, () => listener.partial(id, { text: this.words }));
      },
      pause: (id, pause) => {
        if (recogniserFails === "on-pause") return failed();
        if (wordsMs === undefined) return;
        const text = settles === "empty" ? "" : this.words;
        later(wordsMs, () => listener.settled(id, pause, { text }));
        if (settles === "twice") later(wordsMs + 50, () => listener.settled(id, pause, { text: `${text} again` }));
        if (settles === "late-empty") later(wordsMs + 200, () => listener.settled(id, pause, { text: "" }));
      },
      resume: nothing,
      end: nothing,
      expect: nothing,
      close: nothing,
    };
  }
}

function rudeModel(clock: Clock, { llm }: Manners): LanguageModel {
  const wait = (ms: number): Promise<void> => new Promise((resolve) => void clock.at(clock.now() + ms, resolve));
  return {
    name: llm,
    async *think({ messages }): AsyncGenerator<Thought> {
      if (llm === "slow") await wait(5_000);
      if (llm === "fails") throw new ProviderFailure("unavailable", "down");
      if (llm === "hangs") await new Promise(() => {});
      if (llm === "tools" && messages.at(-1)?.role !== "tool-result")
        yield { kind: "tool", id: "1", name: "look", arguments: "{}" };
      else if (llm !== "empty") yield { kind: "text", text: "All right, " };
      if (llm === "stops-in-the-middle") await new Promise(() => {});
      if (llm === "answers") yield { kind: "text", text: "let me see what we have." };
      if (llm === "hangs-up") yield { kind: "tool", id: "1", name: "end_call", arguments: "{}" };
    },
  };
}

function rudeVoice(clock: Clock, { voice }: Manners): Synthesiser {
  const wait = (ms: number): Promise<void> => new Promise((resolve) => void clock.at(clock.now() + ms, resolve));
  return {
    name: voice,
    async *speak({ text }) {
      if (voice === "slow") await wait(3_000);
      if (voice === "fails") throw new ProviderFailure("bad-answer", "no");
      if (voice === "hangs") await new Promise(() => {});
      if (voice === "silent") return;
      for (let i = 0; i < (voice === "drips" ? 8 : 1); i++) {
        if (voice === "drips") await wait(900);
        yield { samples: babble(voice === "drips" ? 100 : text.length * 40, 16_000), sampleRateHz: 16_000 };
      }
    },
  };
}

async function hold(how: Manners, acts: readonly Act[]): Promise<{ call: ScriptedConversation; typed: string[]; keyed: string }> {
  let stt: RudeRecogniser | undefined;
  const call = new ScriptedConversation({
    plan: {
      welcomeMessage: "Welcome, how can I help?",
      silence: { hangUpAfterMs: 10_000, promptAfterMs: 6_000 },
      ending: { terminateAfterMs: 3_600_000, hangUpMessage: "Goodbye.", stopMessage: "I have to go. Goodbye." },
    },
    parts: ({ clock }) => ({
      recognisers: [(stt = new RudeRecogniser(clock, how))],
      languageModels: [rudeModel(clock, how)],
      voices: [rudeVoice(clock, how)],
      tools: {
        run: () => new Promise((resolve) => void clock.at(clock.now() + 2_000, () => resolve({ ok: true, result: "seen" }))),
      },
    }),
  });
  const typed: string[] = [];
  let keyed = "";
  for (const each of acts) {
    if (call.line.ended) break;
    if (each.do === "say") {
      stt!.words = each.words;
      call.line.say(each.ms);
    } else if (each.do === "type") {
      typed.push(`line ${typed.length}`);
      call.conversation.typed(typed.at(-1)!);
    } else if (each.do === "key") {
      for (const digit of each.digits) {
        if (call.conversation.state !== "closing" && digit !== "#") keyed += digit;
        call.line.key(digit);
      }
    }
    await call.pass(each.do === "wait" ? each.ms : 40);
  }
  return { call, typed, keyed };
}

const callerTexts = (journal: readonly JournalEntry[]): string[] =>
  journal.flatMap((entry) => (entry.kind === "turn" && entry.by === "caller" ? [entry.text] : []));

it("whatever callers and providers do, all is told, and who is silent is not left waiting", { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(manners, fc.array(act, { maxLength: 14 }), async (how, acts) => {
      const { call, typed, keyed } = await hold(how, acts);
      // From now on the caller is silent: we notice, long before the time limit.
      await call.pass(150_000);
      expect(call.line.ended).toBe(true);
      expect(call.journal.at(-1)).toMatchObject({ kind: "closed" });
      expect(await call.conversation.closed).not.toBe("time-limit");
      const told = callerTexts(call.journal);
      for (const line of typed) expect(told).toContain(line);
      const digits = told.filter((text) => text.startsWith("dtmf_number: ")).map((text) => text.slice(13));
      expect(digits.join("")).toBe(keyed);
      await call.pass(20_000);
      expect(call.clock.pending).toBe(0);
    }),
    { numRuns: 100 },
  );
});

it("who hangs up at any moment leaves a whole transcript and nothing else", { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(manners, fc.array(act, { maxLength: 14 }), async (how, acts) => {
      const { call, typed } = await hold(how, acts);
      call.line.callerHangsUp();
      expect(call.journal.at(-1)).toMatchObject({ kind: "closed" });
      const entries = call.journal.length;
      for (const line of typed) expect(callerTexts(call.journal)).toContain(line);
      await call.pass(30_000);
      expect(call.journal.slice(entries).map(({ kind }) => kind)).toEqual([]);
      expect(call.clock.pending).toBe(0);
    }),
    { numRuns: 100 },
  );
});
