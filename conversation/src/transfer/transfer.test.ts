/** A caller is put through to somebody else: what both hear, and what becomes of the call. */
import { expect, test } from "vitest";
import type { ToolOutcome } from "../ports.ts";
import { ScriptedConversation, TestLine } from "../testing/index.ts";
import { PassingSound } from "./passing-sound.ts";

const TOOL = { name: "transfer_call", description: "Transfers the call to a person.", parameters: {} };
const NOBODY: ToolOutcome = { ok: false, result: '{"ok":false,"reason":"The line is busy."}' };
const DONE: ToolOutcome = { ok: true, result: '{"ok":true}', endsAnswer: true };

class Transferred {
  readonly call: ScriptedConversation;
  readonly person: TestLine;
  /** The tool's answer, which a test gives when it likes. */
  answer: (outcome: ToolOutcome) => void = () => {};
  asked = 0;

  constructor({ waitMessage = "One moment please.", terminateAfterMs = 600_000, limitMs = 60_000 } = {}) {
    this.call = new ScriptedConversation({
      plan: {
        tools: [{ ...TOOL, waitMessage, limitMs }],
        ending: { terminateAfterMs, stopMessage: "I have to go." },
        silence: { hangUpAfterMs: 8_000 },
      },
      answers: ({ messages }) =>
        messages.at(-1)?.role === "caller"
          ? [{ kind: "tool", id: "t", name: TOOL.name, arguments: "{}" }]
          : "Nobody is there, shall I take a message?",
      parts: () => ({
        tools: {
          run: () => {
            this.asked++;
            this.call.conversation.ringing();
            return new Promise((resolve) => (this.answer = resolve));
          },
        },
      }),
    });
    this.person = new TestLine(this.call.clock, 16_000);
  }

  /** The caller has asked for somebody, who is being rung. */
  async rings(): Promise<void> {
    await this.call.pass(500);
    await this.call.callerSays("please put me through to sales");
    await this.call.pass(4_000);
  }

  async joins(): Promise<void> {
    await this.rings();
    this.call.conversation.connect("+254711000001", this.person);
    this.answer(DONE);
    await this.call.pass(500);
  }

  get reasons(): string[] {
    return this.call.entries("closed").map(({ reason }) => reason);
  }
}

test("the caller hears the words before the transfer, then the telephone ringing, and says nothing that is answered", async () => {
  const { call } = new Transferred();
  await call.pass(500);
  await call.callerSays("please put me through to sales");
  await call.pass(4_000);
  expect(call.transcript).toEqual(["caller: please put me through to sales"]);
  expect(call.voice.spoken).toEqual(["One moment please."]);
  const before = call.line.soundingMs.length;
  await call.callerSays("hello is anybody there please");
  await call.pass(12_000);
  expect(call.line.soundingMs.length - before).toBeGreaterThan(50);
  expect(call.voice.spoken).toEqual(["One moment please."]);
  expect(call.entries("closed")).toEqual([]);
});

test("both hear each other, at each one's rate, and the recording keeps them", async () => {
  const talk = new Transferred();
  await talk.joins();
  const { call, person } = talk;
  const [heardBefore, saidBefore] = [person.soundingMs.length, call.line.soundingMs.length];
  call.line.say(2_000);
  await call.pass(2_500);
  expect(person.soundingMs.length - heardBefore).toBeGreaterThan(80);
  expect(call.line.soundingMs.length).toBe(saidBefore);
  person.say(2_000);
  await call.pass(2_500);
  expect(call.line.soundingMs.length - saidBefore).toBeGreaterThan(80);
  expect(call.transcript).toEqual(["caller: please put me through to sales", "assistant: One moment please."]);
  expect(call.llm.requests).toHaveLength(1);
});

test("neither silence nor the agent's time limit ends two people who talk", async () => {
  const talk = new Transferred({ terminateAfterMs: 60_000 });
  await talk.joins();
  await talk.call.pass(600_000);
  expect(talk.reasons).toEqual([]);
  expect([talk.call.line.ended, talk.person.ended]).toEqual([false, false]);
});

test("whoever hangs up hangs up for both, and the journal says with whom the caller talked", async () => {
  const byCaller = new Transferred();
  await byCaller.joins();
  await byCaller.call.pass(5_000);
  byCaller.call.line.callerHangsUp();
  await byCaller.call.pass(100);
  expect([byCaller.reasons, byCaller.person.ended]).toEqual([["caller-hung-up"], true]);
  const byPerson = new Transferred();
  await byPerson.joins();
  await byPerson.call.pass(5_000);
  byPerson.person.callerHangsUp();
  await byPerson.call.pass(100);
  expect([byPerson.reasons, byPerson.call.line.ended]).toEqual([["transferred"], true]);
  const [entry] = byPerson.call.entries("transfer");
  expect(entry?.to).toBe("+254711000001");
  expect((entry?.endMs ?? 0) - (entry?.startMs ?? 0)).toBeGreaterThan(5_000);
  expect(byPerson.call.clock.pending).toBe(0);
});

test("keys go through to the other one", async () => {
  const talk = new Transferred();
  await talk.joins();
  talk.call.line.key("4");
  talk.person.key("7");
  expect([talk.person.pressed, talk.call.line.pressed]).toEqual(["4", "7"]);
});

test("nobody answers: the agent is back, says so, and listens again", async () => {
  const talk = new Transferred();
  await talk.rings();
  talk.answer(NOBODY);
  await talk.call.pass(50);
  talk.call.conversation.comeBack();
  await talk.call.pass(6_000);
  expect(talk.call.transcript.slice(1)).toEqual(["assistant: One moment please. Nobody is there, shall I take a message?"]);
  await talk.call.callerSays("yes please do that for me");
  await talk.call.pass(4_000);
  expect(talk.asked).toBe(2);
});

test("nobody answers after the words for the wait were cut off: it is told all the same", async () => {
  const talk = new Transferred({ waitMessage: "" });
  await talk.rings();
  talk.call.conversation.typed("hello?");
  talk.answer(NOBODY);
  await talk.call.pass(50);
  talk.call.conversation.comeBack();
  await talk.call.pass(6_000);
  expect(talk.call.transcript).toContain("assistant: Nobody is there, shall I take a message?");
  expect(talk.call.transcript).toContain("caller: hello?");
});

test("a call that is near its time limit when nobody answers still hears so", async () => {
  const talk = new Transferred({ terminateAfterMs: 20_000 });
  await talk.rings();
  await talk.call.pass(30_000);
  expect(talk.reasons).toEqual([]);
  talk.answer(NOBODY);
  talk.call.conversation.comeBack();
  await talk.call.pass(6_000);
  expect(talk.call.transcript.at(-1)).toContain("Nobody is there");
  await talk.call.pass(30_000);
  expect(talk.reasons).toHaveLength(1);
});

test("a caller who hangs up while it rings, or a call that is stopped, lets nobody in", async () => {
  const gone = new Transferred();
  await gone.rings();
  gone.call.line.callerHangsUp();
  await gone.call.pass(100);
  expect(gone.call.conversation.connect("sales", gone.person)).toBe(false);
  const stopped = new Transferred();
  await stopped.rings();
  stopped.call.conversation.end("stopped");
  expect(stopped.call.conversation.connect("sales", stopped.person)).toBe(false);
  await stopped.call.pass(4_000);
  expect(stopped.call.transcript.at(-1)).toBe("assistant: I have to go.");
  expect(stopped.reasons).toEqual(["stopped"]);
});

test("a call that is stopped while two people talk ends for both at once", async () => {
  const talk = new Transferred();
  await talk.joins();
  talk.call.conversation.end("stopped");
  await talk.call.pass(100);
  expect([talk.reasons, talk.person.ended, talk.call.line.ended]).toEqual([["stopped"], true, true]);
});

test("somebody who never answers is given up when the tool's time is over", async () => {
  const talk = new Transferred({ limitMs: 30_000 });
  await talk.rings();
  await talk.call.pass(30_000);
  const [tool] = talk.call.entries("tool");
  expect(tool).toMatchObject({ ok: false, result: "The tool did not answer in time." });
});

test("sound that comes late or in bursts is passed on in whole frames, and never grows old", () => {
  const passing = new PassingSound(8_000, 8_000);
  const frame = new Int16Array(160);
  passing.push(new Int16Array(160).fill(7));
  passing.take(frame);
  expect(frame[0]).toBe(0);
  for (let n = 0; n < 40; n++) passing.push(new Int16Array(160).fill(n));
  const taken: number[] = [];
  for (let n = 0; n < 12; n++) {
    passing.take(frame);
    taken.push(frame[159] ?? 0);
  }
  expect(taken).toEqual([30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 0, 0]);
});
