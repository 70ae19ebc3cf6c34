import { describe, expect, it } from "vitest";
import type { LineListener } from "./ports.ts";
import { ScriptedConversation } from "./testing/index.ts";

describe("a conversation", () => {
  it("greets, hears a turn, answers it and remembers both", async () => {
    const call = new ScriptedConversation({
      plan: { welcomeMessage: "Imani Clinic, how can I help?" },
      answers: () => "We open at eight.",
    });
    await call.pass(3_000);
    await call.callerSays("when do you open tomorrow morning");
    await call.pass(3_000);
    expect(call.transcript).toEqual([
      "assistant: Imani Clinic, how can I help?",
      "caller: when do you open tomorrow morning",
      "assistant: We open at eight.",
    ]);
    expect(call.llm.requests.at(-1)?.messages).toEqual([
      { role: "assistant", text: "Imani Clinic, how can I help?" },
      expect.objectContaining({ role: "caller", text: "when do you open tomorrow morning" }),
    ]);
  });

  it("answers a whole sentence one endpointing after the true end of speech, with almost nothing on top", async () => {
    const call = new ScriptedConversation();
    await call.pass(500);
    await call.callerSays("I would like an appointment on Thursday");
    await call.pass(2_000);
    const delays = call.turns.at(-1)?.delays;
    expect(delays?.endpointMs).toBe(200);
    expect(delays!.firstSoundMs - delays!.speechEndMs).toBeCloseTo(200, -1);
    expect(delays!.overheadMs).toBeLessThanOrEqual(2);
  });

  it("answers a short whole answer in half of that", async () => {
    const call = new ScriptedConversation();
    await call.pass(500);
    await call.callerSays("yes please");
    await call.pass(2_000);
    expect(call.turns.at(-1)?.delays?.endpointMs).toBe(125);
  });

  it("waits no longer than incremental_delay where it is uncertain whether the caller has finished", async () => {
    const call = new ScriptedConversation({ plan: { turnTaking: { incrementalDelayMs: 450 } } });
    await call.pass(500);
    await call.callerSays("on Thursday");
    await call.pass(3_000);
    expect(call.turns.at(-1)?.delays?.endpointMs).toBe(450);
  });

  it("waits longer than that where the words hang in the air", async () => {
    const call = new ScriptedConversation();
    await call.pass(500);
    await call.callerSays("I would like to come on");
    await call.pass(3_000);
    expect(call.turns.at(-1)?.delays?.endpointMs).toBe(1_750);
  });

  it("lets a caller who pauses go on, and forgets the answer it had begun to prepare", async () => {
    const call = new ScriptedConversation({
      answers: (request) => `You said: ${request.messages.at(-1)?.role === "caller" ? "it" : "nothing"}.`,
    });
    await call.pass(500);
    await call.callerSays("my name is Wanjiku Kamau");
    await call.pass(120);
    call.recogniser.prompt("my name is Wanjiku Kamau and I need a doctor today");
    call.line.say(1_500);
    await call.pass(4_000);
    expect(call.transcript).toEqual(["caller: my name is Wanjiku Kamau and I need a doctor today", "assistant: You said: it."]);
  });

  it("puts its first clause on the line while the rest is still being thought", async () => {
    const call = new ScriptedConversation({
      answers: () => "On Thursday we have, let me look at the book, two free hours in the morning.",
      delays: { firstTokenMs: 300, tokenMs: 20 },
    });
    await call.pass(500);
    await call.callerSays("do you have time on Thursday");
    await call.pass(560);
    expect(call.voice.spoken[0]).toBe("On Thursday we have,");
    expect(call.lastSoundMs).toBeGreaterThan(call.clock.now() - 100);
    await call.pass(9_000);
    const delays = call.turns.at(-1)?.delays;
    expect(delays!.firstClauseMs - delays!.firstTokenMs).toBeLessThanOrEqual(80);
  });
});

describe("a caller who speaks over the assistant", () => {
  const greeting = "Welcome to Imani Clinic, this call may be recorded, our opening hours are eight to five.";

  it("is heard, and the answer stops within 220 ms of the first sound", async () => {
    const call = new ScriptedConversation({ answers: () => greeting });
    await call.pass(500);
    await call.callerSays("hello good morning");
    await call.pass(2_000);
    const spokeAtMs = call.clock.now();
    await call.callerSays("I need a doctor now please");
    const lastMs = call.line.soundingMs.filter((ms) => ms < spokeAtMs + 1_500).at(-1)!;
    expect(lastMs - spokeAtMs).toBeLessThanOrEqual(220);
  });

  it("is answered after twelve seconds without any pause, and greeted however loud it is", async () => {
    const call = new ScriptedConversation({ plan: { welcomeMessage: "Welcome." } });
    call.recogniser.prompt("");
    call.line.say(30_000);
    await call.pass(11_500);
    expect(call.transcript).toEqual(["assistant: Welcome."]);
    await call.pass(2_500);
    expect(call.transcript).toEqual(["assistant: Welcome.", "caller: (inaudible)", "assistant: All right."]);
  });

  it("stops a greeting by words, as soon as two are known", async () => {
    const call = new ScriptedConversation({ plan: { welcomeMessage: greeting } });
    await call.pass(2_000);
    const spokeAtMs = call.clock.now();
    await call.callerSays("I need a doctor now please");
    await call.pass(3_000);
    const lastGreetingMs = call.line.soundingMs.filter((ms) => ms < spokeAtMs + 1_500).at(-1)!;
    expect(lastGreetingMs - spokeAtMs).toBeLessThanOrEqual(520);
    expect(call.transcript[0]).toMatch(/^assistant: Welcome to Imani Clinic, .*—$/);
    expect(call.transcript.slice(1)).toEqual(["caller: I need a doctor now please", "assistant: All right."]);
  });

  it("is told nothing that was not heard: the context keeps only the words before the cut", async () => {
    const call = new ScriptedConversation({ plan: { welcomeMessage: greeting } });
    await call.pass(2_000);
    await call.callerSays("I need a doctor now please");
    await call.pass(3_000);
    const first = call.llm.requests.at(-1)?.messages[0];
    expect(first).toMatchObject({ role: "assistant", cut: true });
    expect(greeting.startsWith((first as { text: string }).text)).toBe(true);
    expect((first as { text: string }).text.length).toBeLessThan(60);
  });

  it("and only says mm-hmm does not take the turn: the voice goes on to its end", async () => {
    const call = new ScriptedConversation({ plan: { welcomeMessage: greeting } });
    await call.pass(2_000);
    await call.callerSays("mm-hmm");
    await call.pass(8_000);
    expect(call.transcript).toEqual([`assistant: ${greeting}`]);
  });

  it("needs as many words as the assistant was set to", async () => {
    const call = new ScriptedConversation({ plan: { welcomeMessage: greeting, turnTaking: { wordsForInterruption: 4 } } });
    await call.pass(1_000);
    await call.callerSays("maybe tomorrow");
    await call.pass(8_000);
    expect(call.transcript).toEqual([`assistant: ${greeting}`]);
  });

  it("is always heard when saying stop", async () => {
    const call = new ScriptedConversation({ plan: { welcomeMessage: greeting, turnTaking: { wordsForInterruption: 4 } } });
    await call.pass(1_000);
    await call.callerSays("wait");
    await call.pass(3_000);
    expect(call.transcript[1]).toBe("caller: wait");
  });
});

describe("silence and endings", () => {
  it("asks whether the caller is there, then says goodbye and hangs up", async () => {
    const call = new ScriptedConversation({
      plan: { silence: { promptAfterMs: 6_000, hangUpAfterMs: 10_000 }, ending: { hangUpMessage: "Goodbye." } },
    });
    await call.pass(8_500);
    expect(call.transcript).toEqual(["assistant: Are you still there?"]);
    await call.pass(8_000);
    expect(call.transcript).toEqual(["assistant: Are you still there?", "assistant: Goodbye."]);
    expect(await call.conversation.closed).toBe("silence");
    expect(call.line.ended).toBe(true);
  });

  it("that somebody else ends is not cut off without a word: a goodbye is heard instead of the rest", async () => {
    const stopMessage = "I am sorry, I have to end this call now.";
    const welcomeMessage = "Hello, this is Imani Clinic. What can I do for you on this fine morning?";
    const call = new ScriptedConversation({ plan: { welcomeMessage, ending: { stopMessage } } });
    await call.pass(1_000);
    call.conversation.end("stopped");
    call.conversation.end("stopped");
    await call.pass(6_000);
    expect(call.transcript).toEqual([expect.stringMatching(/^assistant: .+—$/), `assistant: ${stopMessage}`]);
    expect(await call.conversation.closed).toBe("stopped");
    expect(call.line.ended).toBe(true);
  });

  it("that somebody else ends is over within 12 s where no voice says the goodbye", async () => {
    const call = new ScriptedConversation({
      plan: { ending: { stopMessage: "Goodbye." } },
      delays: { firstAudioMs: 60_000 },
    });
    await call.pass(1_000);
    call.conversation.end("stopped");
    await call.pass(12_500);
    expect(call.line.ended).toBe(true);
    expect(await call.conversation.closed).toBe("stopped");
  });

  it("whose person hangs up while we say goodbye is over at once", async () => {
    const call = new ScriptedConversation({ plan: { ending: { stopMessage: "I am sorry, I have to end this call now." } } });
    await call.pass(1_000);
    call.conversation.end("stopped");
    await call.pass(300);
    call.line.callerHangsUp();
    await call.pass(100);
    expect(call.line.ended).toBe(true);
    expect(call.entries("closed")).toHaveLength(1);
  });

  it("is not put off by noise without words", async () => {
    const call = new ScriptedConversation({ plan: { silence: { hangUpAfterMs: 10_000 } } });
    for (let second = 0; second < 8; second += 2) {
      call.recogniser.prompt("");
      call.line.say(200);
      await call.pass(2_000);
    }
    await call.pass(5_000);
    expect(await call.conversation.closed).toBe("silence");
    expect(call.transcript).toEqual([]);
  });

  it("is not watched while the far end holds us: nobody is asked, and silence counts anew when it takes us back", async () => {
    const call = new ScriptedConversation({
      plan: { silence: { promptAfterMs: 6_000, hangUpAfterMs: 10_000 }, ending: { hangUpMessage: "Goodbye." } },
    });
    await call.pass(5_000);
    call.line.holds(true);
    call.line.holds(true);
    await call.pass(300_000);
    expect(call.transcript).toEqual([]);
    expect(call.line.ended).toBe(false);
    call.line.holds(false);
    await call.pass(5_900);
    expect(call.transcript).toEqual([]);
    await call.pass(2_500);
    expect(call.transcript).toEqual(["assistant: Are you still there?"]);
  });

  it("ends a call that the far end has held for ten minutes, and has forgotten", async () => {
    const silence = { promptAfterMs: 6_000, hangUpAfterMs: 10_000 };
    const call = new ScriptedConversation({ plan: { silence, ending: { terminateAfterMs: 3_600_000 } } });
    await call.pass(1_000);
    call.line.holds(true);
    await call.pass(599_000);
    expect(call.line.ended).toBe(false);
    await call.pass(2_000);
    expect(await call.conversation.closed).toBe("silence");
    expect(call.transcript).toEqual([]);
  });

  it("that ends by silence says that it heard nothing, where the plan has words for it", async () => {
    const ending = { stopMessage: "I have to go.", silenceMessage: "I can't hear you. Goodbye." };
    const call = new ScriptedConversation({ plan: { silence: { hangUpAfterMs: 4_000 }, ending } });
    await call.pass(12_000);
    expect(call.transcript).toEqual(["assistant: I can't hear you. Goodbye."]);
  });

  it.each(["silence", "time-limit"] as const)(
    "that ends by %s is not cut off without a word, also without a hang-up message",
    async (reason) => {
      const stopMessage = "I am sorry, I have to end this call now.";
      const silence = { hangUpAfterMs: reason === "silence" ? 4_000 : 60_000 };
      const call = new ScriptedConversation({ plan: { silence, ending: { terminateAfterMs: 5_000, stopMessage } } });
      await call.pass(12_000);
      expect(call.transcript).toEqual([`assistant: ${stopMessage}`]);
      expect(await call.conversation.closed).toBe(reason);
    },
  );

  it("ends a call at its time limit", async () => {
    const call = new ScriptedConversation({ plan: { ending: { terminateAfterMs: 5_000 } } });
    await call.pass(5_100);
    expect(await call.conversation.closed).toBe("time-limit");
  });

  it("hangs up when the mind says so, after its goodbye has been heard", async () => {
    const call = new ScriptedConversation({
      answers: () => [
        { kind: "text", text: "Goodbye, and get well soon." },
        { kind: "tool", id: "1", name: "end_call", arguments: "{}" },
      ],
    });
    await call.pass(500);
    await call.callerSays("thank you goodbye");
    await call.pass(5_000);
    expect(await call.conversation.closed).toBe("mind-hung-up");
    expect(call.transcript.at(-1)).toBe("assistant: Goodbye, and get well soon.");
  });

  it("does not offer the mind to hang up unless it may", async () => {
    const call = new ScriptedConversation({ plan: { ending: { agentMayHangUp: false } } });
    await call.pass(500);
    await call.callerSays("thank you goodbye");
    await call.pass(2_000);
    expect(call.llm.requests[0]?.tools).toEqual([]);
  });

  it("writes down what was being said when the caller hangs up", async () => {
    const call = new ScriptedConversation({ plan: { welcomeMessage: "Welcome to Imani Clinic, how can I help you today?" } });
    await call.pass(1_500);
    call.line.callerHangsUp();
    expect(await call.conversation.closed).toBe("caller-hung-up");
    expect(call.turns).toMatchObject([{ by: "assistant", cut: true }]);
    expect(call.journal.at(-1)).toMatchObject({ kind: "closed", reason: "caller-hung-up" });
  });
});

it("a caller who has hung up before the line is opened leaves nothing behind", async () => {
  const call = new ScriptedConversation({
    plan: { welcomeMessage: "Welcome to Imani Clinic." },
    parts: ({ line }) => ({ line: Object.assign(line, { open: (listener: LineListener) => listener.closed("caller-hung-up") }) }),
  });
  expect(await call.conversation.closed).toBe("caller-hung-up");
  await call.pass(0);
  expect(call.journal.map(({ kind }) => kind)).toEqual(["opened", "state", "closed"]);
  expect(call.clock.pending).toBe(0);
});

describe("keys and typed words", () => {
  it("a number keyed in and closed with # is a turn", async () => {
    const call = new ScriptedConversation();
    await call.pass(200);
    for (const digit of "4711#") call.line.key(digit);
    await call.pass(2_000);
    expect(call.transcript[0]).toBe("caller: dtmf_number: 4711");
  });

  it("typed words do not swallow spoken ones that wait for their answer", async () => {
    const call = new ScriptedConversation({ delays: { firstTokenMs: 2_000 } });
    await call.pass(300);
    await call.callerSays("I need a doctor tomorrow morning");
    await call.pass(600);
    call.conversation.typed("at nine please");
    await call.pass(5_000);
    expect(call.transcript).toEqual([
      "caller: I need a doctor tomorrow morning",
      "caller: at nine please",
      "assistant: All right.",
    ]);
  });

  it("typed words are a turn and stop the voice", async () => {
    const call = new ScriptedConversation({ plan: { welcomeMessage: "Welcome to Imani Clinic, how can I help you today?" } });
    await call.pass(1_000);
    call.conversation.typed("I need a doctor");
    await call.pass(3_000);
    expect(call.transcript.slice(1)).toEqual(["caller: I need a doctor", "assistant: All right."]);
  });
});
