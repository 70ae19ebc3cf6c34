/** Reproduced cases of turn-taking, each told on a whole conversation. */
import { describe, expect, it } from "vitest";
import type { Clock, Recogniser, Thought } from "../ports.ts";
import { PromptedRecogniser, ScriptedConversation } from "../testing/index.ts";

const greeting = "Welcome to Imani Clinic, how can I help you today?";
const withSilence = { promptAfterMs: 6_000, hangUpAfterMs: 10_000 };

function answersCount(): { answers: () => string; asked: () => number } {
  let count = 0;
  return { answers: () => `Answer ${++count}.`, asked: () => count };
}

function keys(call: ScriptedConversation, digits: string): void {
  for (const digit of digits) call.line.key(digit);
}

/** Something comes in time each time, and never a word. */
async function* hintsWithoutWords({ clock }: ScriptedConversation): AsyncGenerator<Thought> {
  for (;;) {
    await new Promise<void>((resolve) => clock.at(clock.now() + 5_000, resolve));
    yield { kind: "expect", expected: [] };
  }
}

async function* oneClauseAndHints(scripted: ScriptedConversation): AsyncGenerator<Thought> {
  yield { kind: "text", text: "We open at eight, and" };
  yield* hintsWithoutWords(scripted);
}

/** Tells the first words once more when all of them have settled. */
function guessesLate(recogniser: Recogniser, clock: Clock): Recogniser {
  return {
    name: "guesses late",
    listen: (options, listener) =>
      recogniser.listen(options, {
        ...listener,
        settled(id, pause, words) {
          listener.settled(id, pause, words);
          clock.at(clock.now() + 20, () => listener.partial(id, { text: words.text.split(" ").slice(0, 2).join(" ") }));
        },
      }),
  };
}

/** A sound without words. */
async function cough(call: ScriptedConversation, ms = 200): Promise<void> {
  call.recogniser.prompt("");
  call.line.say(ms);
  await call.pass(ms);
}

describe("a number on the keypad", () => {
  it("is answered although the caller coughs while the answer is thought of", async () => {
    const call = new ScriptedConversation({ delays: { firstTokenMs: 800 } });
    await call.pass(300);
    keys(call, "12345#");
    await call.pass(100);
    await cough(call);
    await call.pass(6_000);
    expect(call.transcript).toEqual(["caller: dtmf_number: 12345", "assistant: All right."]);
    expect(call.llm.requests).toHaveLength(1);
  });

  it("that is only a # says nothing: silence is watched as before", async () => {
    const call = new ScriptedConversation({ plan: { silence: withSilence } });
    await call.pass(1_000);
    keys(call, "#");
    await call.pass(9_000);
    expect(call.transcript).toEqual(["assistant: Are you still there?"]);
    await call.pass(10_000);
    expect(await call.conversation.closed).toBe("silence");
  });

  it("that is only a # does not stop the greeting", async () => {
    const call = new ScriptedConversation({ plan: { welcomeMessage: greeting, silence: withSilence } });
    await call.pass(1_000);
    keys(call, "#");
    await call.pass(5_000);
    expect(call.transcript).toEqual([`assistant: ${greeting}`]);
    await call.pass(20_000);
    expect(await call.conversation.closed).toBe("silence");
  });

  it("keyed over our voice stops it and is answered", async () => {
    const call = new ScriptedConversation({ plan: { welcomeMessage: greeting } });
    await call.pass(1_000);
    keys(call, "47");
    await call.pass(6_000);
    expect(call.transcript.slice(1)).toEqual(["caller: dtmf_number: 47", "assistant: All right."]);
    expect(call.turns[0]?.cut).toBe(true);
  });

  it("that was not closed when the caller hung up is in the transcript", async () => {
    const call = new ScriptedConversation();
    await call.pass(300);
    keys(call, "47");
    call.line.callerHangsUp();
    expect(call.transcript).toEqual(["caller: dtmf_number: 47"]);
    expect(call.journal.at(-1)?.kind).toBe("closed");
  });
});

describe("what is said before the greeting is heard", () => {
  it("is answered, and the greeting is not said over it", async () => {
    const call = new ScriptedConversation({ plan: { welcomeMessage: greeting }, delays: { firstAudioMs: 3_000 } });
    await call.pass(300);
    await call.callerSays("do you open on Sunday");
    await call.pass(8_000);
    expect(call.transcript).toEqual(["caller: do you open on Sunday", "assistant: All right."]);
  });

  it("and is only noise leaves the greeting as it is", async () => {
    const call = new ScriptedConversation({ plan: { welcomeMessage: greeting }, delays: { firstAudioMs: 1_000 } });
    await call.pass(300);
    await cough(call);
    await call.pass(6_000);
    expect(call.transcript).toEqual([`assistant: ${greeting}`]);
  });
});

describe("noise while an answer is thought of", () => {
  it("costs no answer, and the mind is not asked twice after a tool has run", async () => {
    let booked = 0;
    const call = new ScriptedConversation({
      answers: (request) =>
        request.messages.some((m) => m.role === "tool-result")
          ? "You are booked."
          : [{ kind: "tool", id: "t1", name: "book", arguments: "{}" }],
      parts: (scripted) => ({
        tools: {
          run: () =>
            new Promise((resolve) => {
              booked++;
              scripted.clock.at(scripted.clock.now() + 2_000, () => resolve({ ok: true, result: "booked" }));
            }),
        },
      }),
    });
    await call.pass(500);
    await call.callerSays("book me for Thursday please");
    await call.pass(700);
    await cough(call);
    await call.pass(8_000);
    expect(booked).toBe(1);
    expect(call.transcript).toEqual(["caller: book me for Thursday please", "assistant: You are booked."]);
  });

  it("after words that wait for their answer: they are answered", async () => {
    const call = new ScriptedConversation({ delays: { firstTokenMs: 1_500 } });
    await call.pass(500);
    await call.callerSays("I need a doctor tomorrow");
    await call.pass(500);
    await cough(call);
    await call.pass(6_000);
    expect(call.transcript).toEqual(["caller: I need a doctor tomorrow", "assistant: All right."]);
  });
});

describe("a tool that takes its time", () => {
  const order = { name: "check_order", description: "", parameters: {}, waitMessage: "One moment, I am looking." };
  const slow = (scripted: ScriptedConversation) => ({
    tools: {
      run: () =>
        new Promise<{ ok: boolean; result: string }>((resolve) => {
          scripted.clock.at(scripted.clock.now() + 5_000, () => resolve({ ok: true, result: "sent" }));
        }),
    },
  });
  const asked = { kind: "tool" as const, id: "t1", name: "check_order", arguments: "{}" };

  it("is bridged by the words that its operator wrote for it", async () => {
    const call = new ScriptedConversation({
      plan: { tools: [order] },
      answers: ({ messages }) => (messages.some(({ role }) => role === "tool-result") ? "It was sent." : [asked]),
      parts: slow,
    });
    await call.pass(500);
    await call.callerSays("where is my order");
    await call.pass(1_500);
    expect(call.clock.now() - call.lastSoundMs).toBeLessThan(200);
    await call.pass(10_000);
    expect(call.transcript.join(" ")).toMatch(/One moment, I am looking\..*It was sent\.$/);
  });

  it("asks to wait once in an answer, however often the model looks something up", async () => {
    const results = (messages: readonly { role: string }[]) => messages.filter(({ role }) => role === "tool-result").length;
    const call = new ScriptedConversation({
      plan: { tools: [order] },
      answers: ({ messages }) =>
        results(messages) >= 3
          ? "It was sent."
          : [{ ...asked, id: `t${results(messages)}`, arguments: `{"n":${results(messages)}}` }],
      parts: slow,
    });
    await call.pass(500);
    await call.callerSays("where is my order");
    await call.pass(30_000);
    const said = call.transcript.join(" ");
    expect(said).toMatch(/It was sent\.$/);
    expect(said.match(/One moment/g)).toHaveLength(1);
  });

  it("says nothing of its own where the model has said what it does", async () => {
    const call = new ScriptedConversation({
      plan: { tools: [order] },
      answers: ({ messages }) =>
        messages.some(({ role }) => role === "tool-result") ? "It was sent." : [{ kind: "text", text: "Let me see. " }, asked],
      parts: slow,
    });
    await call.pass(500);
    await call.callerSays("where is my order");
    await call.pass(12_000);
    expect(call.transcript.join(" ")).toMatch(/Let me see\. It was sent\.$/);
  });
});

describe("typed words", () => {
  it("while the caller speaks: both are told, and both are answered at once", async () => {
    const { answers, asked } = answersCount();
    const call = new ScriptedConversation({ answers });
    await call.pass(300);
    call.recogniser.prompt("I need a doctor tomorrow morning");
    call.line.say(1_500);
    await call.pass(800);
    call.conversation.typed("my number is 4711");
    await call.pass(5_000);
    expect(call.transcript).toEqual([
      "caller: my number is 4711",
      "caller: I need a doctor tomorrow morning",
      `assistant: Answer ${asked()}.`,
    ]);
    expect(call.llm.requests.at(-1)?.messages.map((m) => (m.role === "caller" ? m.text : ""))).toEqual([
      "my number is 4711",
      "I need a doctor tomorrow morning",
    ]);
  });

  it("while the caller coughs are answered", async () => {
    const call = new ScriptedConversation();
    await call.pass(300);
    call.recogniser.prompt("");
    call.line.say(300);
    await call.pass(150);
    call.conversation.typed("at nine please");
    await call.pass(5_000);
    expect(call.transcript).toEqual(["caller: at nine please", "assistant: All right."]);
  });

  it("one after the other are answered together", async () => {
    const call = new ScriptedConversation({ delays: { firstTokenMs: 1_000 } });
    await call.pass(300);
    call.conversation.typed("first");
    await call.pass(300);
    call.conversation.typed("second");
    await call.pass(4_000);
    expect(call.transcript).toEqual(["caller: first", "caller: second", "assistant: All right."]);
  });

  it("in our last words are in the transcript", async () => {
    const call = new ScriptedConversation({ plan: { ending: { stopMessage: "Goodbye and have a good day." } } });
    await call.pass(300);
    call.conversation.end("stopped");
    await call.pass(500);
    call.conversation.typed("thank you");
    await call.pass(5_000);
    expect(call.transcript).toEqual(["caller: thank you", "assistant: Goodbye and have a good day."]);
  });
});

describe("a recogniser", () => {
  it("whose words come after the answer was begun is believed: the true words are answered", async () => {
    const call = new ScriptedConversation({ delays: { wordsMs: 3_100, firstTokenMs: 2_000 } });
    await call.pass(300);
    call.recogniser.prompt("I need a doctor");
    call.line.say(600);
    await call.pass(9_000);
    expect(call.transcript).toEqual(["caller: I need a doctor", "assistant: All right."]);
    expect(call.llm.requests.at(-1)?.messages.at(-1)).toMatchObject({ role: "caller", text: "I need a doctor" });
  });

  it("that settles twice with other words is answered by the last", async () => {
    const call = new ScriptedConversation({
      parts: (scripted) => ({
        recognisers: [new PromptedRecogniser(scripted.clock, { finalMs: 30, settlesAgain: "I need a dentist" })],
      }),
    });
    await call.pass(300);
    call.line.say(1_000);
    await call.pass(5_000);
    expect(call.transcript).toEqual(["caller: I need a dentist", "assistant: All right."]);
  });

  it("whose guess comes after the final words of a pause is answered by the final words", async () => {
    const call = new ScriptedConversation({
      parts: ({ clock, recogniser }) => ({ recognisers: [guessesLate(recogniser, clock)] }),
    });
    await call.pass(300);
    await call.callerSays("when do you open please");
    await call.pass(5_000);
    expect(call.transcript).toEqual(["caller: when do you open please", "assistant: All right."]);
  });

  it("that knows nothing any more after a pause does not take back what was said", async () => {
    const call = new ScriptedConversation();
    await call.pass(300);
    await call.callerSays("my name is Wanjiku Kamau");
    await call.pass(120);
    call.recogniser.prompt("");
    call.line.say(200);
    await call.pass(5_000);
    expect(call.transcript).toEqual(["caller: my name is Wanjiku Kamau", "assistant: All right."]);
  });

  it("that is gone for good leaves us neither deaf nor mute: whoever speaks is told so", async () => {
    const call = new ScriptedConversation();
    await call.pass(300);
    call.line.say(1_200);
    await call.pass(300);
    call.recogniser.breakDown();
    await call.pass(8_000);
    expect(call.transcript).toEqual(["caller: (inaudible)", "assistant: All right."]);
  });
});

describe("we are never mute until the time limit", () => {
  it("an answer that never comes is apologised for, and a second one ends the call", async () => {
    const call = new ScriptedConversation({
      parts: (scripted) => ({ languageModels: [{ name: "slow", think: () => hintsWithoutWords(scripted) }] }),
    });
    await call.pass(300);
    await call.callerSays("when do you open please");
    await call.pass(45_000);
    expect(call.transcript).toEqual(["caller: when do you open please", "assistant: Sorry, I cannot answer right now."]);
    await call.callerSays("hello are you there");
    await call.pass(45_000);
    expect(await call.conversation.closed).toBe("cannot-answer");
  });

  it("an answer that stops in the middle is given up after a while, and apologised for", async () => {
    const call = new ScriptedConversation({
      parts: (scripted) => ({ languageModels: [{ name: "stops", think: () => oneClauseAndHints(scripted) }] }),
    });
    await call.pass(300);
    await call.callerSays("when do you open please");
    await call.pass(26_000);
    expect(call.transcript).toEqual([
      "caller: when do you open please",
      "assistant: We open at eight,—",
      "assistant: Sorry, I cannot answer right now.",
    ]);
  });

  it("an answer of which nothing can be spoken is apologised for, and does not end the call", async () => {
    const call = new ScriptedConversation({ answers: () => "👍" });
    await call.pass(300);
    await call.callerSays("all good then");
    await call.pass(3_000);
    expect(call.transcript).toEqual(["caller: all good then", "assistant: Sorry, I cannot answer right now."]);
    expect(call.entries("closed")).toEqual([]);
  });
});

describe("when a conversation is over", () => {
  it("no timer is left that would keep it in memory", async () => {
    for (const how of ["greeting", "thinking", "silence", "keys", "speech"] as const) {
      const call = new ScriptedConversation({
        plan: { welcomeMessage: how === "greeting" ? greeting : "" },
        delays: { firstTokenMs: 3_000 },
      });
      await call.pass(700);
      if (how === "keys") keys(call, "12");
      if (how === "speech") call.line.say(2_000);
      if (how === "thinking") call.conversation.typed("hello");
      await call.pass(300);
      call.line.callerHangsUp();
      // What fake providers still wait for runs out meanwhile.
      await call.pass(5_000);
      expect([how, call.clock.pending]).toEqual([how, 0]);
    }
  });
});
