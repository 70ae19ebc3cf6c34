/** Callers who pause in the middle of what they say, and what is made of it, each told on a whole conversation. */
import { describe, expect, it } from "vitest";
import type { EndOfTurn } from "../ports.ts";
import { ScriptedConversation, type ScriptedConversationOptions } from "../testing/index.ts";

/** What an agent has whose operator sets nothing. */
const turnTaking = { endpointingMs: 250, incrementalDelayMs: 400, wordsForInterruption: 2 };

function callOf(options: ScriptedConversationOptions = {}): ScriptedConversation {
  return new ScriptedConversation({ ...options, plan: { turnTaking, ...options.plan } });
}

/** A model of the sound that takes its time, and says the same each time; undefined: it fails. */
function withJudge(finished: number | undefined, tookMs: number): ScriptedConversationOptions {
  return {
    parts: ({ clock }) => {
      const judge: EndOfTurn = {
        name: "told",
        async judge() {
          await new Promise<void>((resolve) => clock.at(clock.now() + tookMs, resolve));
          if (finished === undefined) throw new Error("the model is gone");
          return finished;
        },
      };
      return { endOfTurn: judge };
    },
  };
}

/** Says a sentence and waits for its answer. */
async function turn(call: ScriptedConversation, text: string): Promise<number | undefined> {
  await call.callerSays(text);
  await call.pass(4_000);
  return call.turns.at(-1)?.delays?.endpointMs;
}

/** Says the first part, pauses, and says the rest. */
async function inTwo(call: ScriptedConversation, [first, rest]: readonly [string, string], pauseMs: number): Promise<void> {
  await call.callerSays(first);
  await call.pass(pauseMs);
  call.recogniser.prompt(`${first} ${rest}`);
  call.line.say(rest.split(" ").length * 250);
  await call.pass(5_000);
}

describe("a caller who pauses", () => {
  it.each([
    ["I would like to", "book an appointment"],
    ["It is um", "about my bill"],
    ["my account is four four one", "nine two seven"],
  ])("after “%s” for 900 ms is not cut in on, whatever incremental_delay is", async (...parts) => {
    const call = callOf();
    await call.pass(300);
    await inTwo(call, parts, 900);
    expect(call.transcript).toEqual([`caller: ${parts.join(" ")}`, "assistant: All right."]);
  });

  it("in Swahili, French or Portuguese where the words hang is waited for by the words of that language", async () => {
    for (const [language, first, rest] of [
      ["sw", "nataka kuja na", "mtoto wangu"],
      ["fr", "je cherche euh", "le docteur"],
      ["pt", "eu gostaria de", "marcar uma consulta"],
    ] as const) {
      const call = callOf({ plan: { language } });
      await call.pass(300);
      await inTwo(call, [first, rest], 900);
      expect([language, call.transcript[0]]).toEqual([language, `caller: ${first} ${rest}`]);
    }
  });

  it("and was cut in on is given more time from then on, and a caller who never pauses is not", async () => {
    const call = callOf({ answers: () => "This is an answer that takes a while." });
    await call.pass(300);
    expect(await turn(call, "I need an appointment please")).toBe(200);
    await call.callerSays("I need an appointment please");
    await call.pass(500);
    await call.callerSays("for my daughter you know");
    await call.pass(5_000);
    const waitedMs = await turn(call, "the meter is broken again");
    expect(waitedMs).toBeGreaterThan(400);
    expect(waitedMs).toBeLessThanOrEqual(1_200);
    expect(await turn(call, "yes please")).toBe(125);
  });

  it("and does so no more is answered as soon as anybody after some turns", async () => {
    const call = callOf();
    await call.pass(300);
    await inTwo(call, ["maybe tomorrow", "at nine would be good"], 350);
    expect(await turn(call, "the meter is broken again")).toBeGreaterThan(200);
    for (let i = 0; i < 4; i++) await turn(call, "the meter is broken again");
    expect(await turn(call, "the meter is broken again")).toBe(200);
  });
});

describe("a model that hears whether a caller has finished", () => {
  it("is waited for where the words look whole, and what it says lengthens the wait beyond incremental_delay", async () => {
    const call = callOf(withJudge(0.05, 190));
    await call.pass(300);
    await inTwo(call, ["I need an appointment", "for my daughter"], 900);
    expect(call.transcript).toEqual(["caller: I need an appointment for my daughter", "assistant: All right."]);
  });

  it("shortens the wait where the words are not enough to tell", async () => {
    const call = callOf(withJudge(0.95, 70));
    await call.pass(300);
    expect(await turn(call, "Thursday")).toBe(200);
  });

  it("delays no whole answer, and no whole sentence longer than incremental_delay if it is slow or gone", async () => {
    const slow = callOf(withJudge(0.05, 5_000));
    await slow.pass(300);
    expect(await turn(slow, "yes please")).toBe(125);
    expect(await turn(slow, "I need an appointment please")).toBe(400);
    const gone = callOf(withJudge(undefined, 20));
    await gone.pass(300);
    expect(await turn(gone, "I need an appointment please")).toBe(200);
  });

  it("and is wrong about a caller's voice again and again is believed no more in this call", async () => {
    const call = callOf(withJudge(0.05, 70));
    await call.pass(300);
    const waits: (number | undefined)[] = [];
    for (let i = 0; i < 4; i++) waits.push(await turn(call, "I need an appointment please"));
    expect(waits).toEqual([1_200, 400, 200, 200]);
  });
});

describe("a sound over our voice", () => {
  const greeting = "Welcome to Imani Clinic, how can I help you today, we are open from eight until six.";

  async function over(text: string, ms: number): Promise<string[]> {
    const call = callOf({ plan: { welcomeMessage: greeting } });
    await call.pass(1_000);
    call.recogniser.prompt(text);
    call.line.say(ms);
    await call.pass(8_000);
    return call.transcript;
  }

  it("that is a short sharp “stop” takes the turn", async () => {
    expect((await over("stop", 110))[1]).toBe("caller: stop");
  });

  it("that begins with hardly any sound keeps that beginning", async () => {
    const call = callOf({ plan: { welcomeMessage: greeting }, delays: { wordsMs: 300 } });
    await call.pass(1_000);
    call.recogniser.prompt("I want a doctor");
    call.line.say(20);
    await call.pass(200);
    call.line.say(900);
    await call.pass(6_000);
    expect(call.transcript[1]).toBe("caller: I want a doctor");
    const began = call.turns[1]?.startMs ?? 0;
    expect(began).toBeLessThan(1_060);
  });

  it("that is as short and no word does not", async () => {
    expect(await over("", 110)).toEqual([`assistant: ${greeting}`]);
  });

  it("and is a long-drawn sign of listening gives it back", async () => {
    expect(await over("oh okay I see yes", 1_900)).toEqual([`assistant: ${greeting}`]);
  });

  it("and begins like a sign of listening, but is none, takes it", async () => {
    expect((await over("that is my sister", 1_000))[1]).toBe("caller: that is my sister");
  });
});
