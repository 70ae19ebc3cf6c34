/** Whether a call is recorded, and from when on: what reaches the recorder, of either side. */
import { expect, test } from "vitest";
import { ProviderFailure } from "./ports.ts";
import { agreesIn } from "./turn/phrases/agreement.ts";
import { ScriptedConversation, TestLine, type PlanChanges } from "./testing/index.ts";

const WORDS = "This call is recorded.";
const QUESTION = "May we record this call?";
const ANNOUNCED: PlanChanges = { welcomeMessage: "Welcome to the clinic.", recording: { consent: "announce", words: WORDS } };
const ASKED: PlanChanges = { welcomeMessage: "Welcome to the clinic.", recording: { consent: "ask", words: QUESTION } };

/** A call, all that reached its recorder, and all that those who listen in heard. */
function recorded(plan: PlanChanges) {
  const begun: number[] = [];
  const kept: { side: string; atMs: number }[] = [];
  const tapped: string[] = [];
  const call: ScriptedConversation = new ScriptedConversation({
    plan,
    parts: ({ clock }) => ({
      recorder: { begin: () => begun.push(clock.now()), write: (side, atMs) => kept.push({ side, atMs }) },
      tap: { write: (side) => tapped.push(side) },
    }),
  });
  const steps = (): string[] => call.entries("recording").map(({ how }) => how);
  return { call, begun, kept, tapped, steps };
}

test("nothing of either side is kept before the announcement has been heard out; then everything is", async () => {
  const { call, begun, kept, tapped, steps } = recorded(ANNOUNCED);
  call.line.say(1_000);
  await call.pass(1_000);
  expect([begun, kept, steps()]).toEqual([[], [], []]);
  expect(new Set(tapped)).toEqual(new Set(["caller", "assistant"]));
  await call.pass(3_000);
  const [entry] = call.entries("recording");
  expect(entry).toMatchObject({ how: "announced", text: WORDS });
  expect(begun).toHaveLength(1);
  expect(new Set(kept.map(({ side }) => side))).toEqual(new Set(["caller", "assistant"]));
  expect(Math.min(...kept.map(({ atMs }) => atMs))).toBeGreaterThanOrEqual(entry!.atMs);
  expect(call.voice.spoken).toEqual([WORDS, "Welcome to the clinic."]);
  expect(call.transcript).toEqual(["assistant: Welcome to the clinic."]);
});

test("who speaks over the announcement neither stops it nor begins the recording sooner", async () => {
  const { call, begun, kept } = recorded(ANNOUNCED);
  await call.pass(100);
  call.recogniser.prompt("stop I want to talk to a person now please");
  call.line.say(900);
  await call.pass(1_100);
  expect([begun, kept]).toEqual([[], []]);
  expect(call.entries("recording")).toEqual([]);
  await call.pass(2_500);
  expect(begun).toHaveLength(1);
  expect(call.line.cleared).toBe(0);
});

test("who hangs up within it leaves nothing behind, and the call says why", async () => {
  const { call, begun, kept, steps } = recorded(ANNOUNCED);
  await call.pass(600);
  call.line.callerHangsUp();
  await call.pass(100);
  expect([begun, kept, steps()]).toEqual([[], [], ["unheard"]]);
});

test("who holds us within it hears it again, whole, before anything is kept", async () => {
  const { call, begun, kept } = recorded(ANNOUNCED);
  await call.pass(600);
  call.line.holds(true);
  await call.pass(5_000);
  expect([begun, kept]).toEqual([[], []]);
  call.line.holds(false);
  await call.pass(3_000);
  expect(call.voice.spoken.filter((text) => text === WORDS)).toHaveLength(2);
  expect(begun).toHaveLength(1);
});

test("a call that a person takes over within it is not recorded", async () => {
  const { call, begun, kept, steps } = recorded(ANNOUNCED);
  await call.pass(600);
  call.conversation.connect("+254700000001", new TestLine(call.clock), "Asha");
  await call.pass(5_000);
  call.line.callerHangsUp();
  await call.pass(100);
  expect([begun, kept, steps()]).toEqual([[], [], ["unheard"]]);
});

/** Somebody on a line who joins a call that is recorded, and what was kept of the call since. */
async function joined(plan: PlanChanges, told: (call: ScriptedConversation) => void = () => undefined) {
  const world = recorded(plan);
  const { call, kept } = world;
  await call.pass(2_000);
  if (plan === ASKED) await call.callerSays("yes please");
  await call.pass(4_000);
  expect(world.begun).toHaveLength(1);
  told(call);
  const person = new TestLine(call.clock, 16_000);
  kept.splice(0);
  call.conversation.connect("+254711000001", person);
  const sides = (): string[] => [...new Set(kept.splice(0).map(({ side }) => side))];
  return { ...world, person, sides };
}

test("who joins a recorded call is told so alone, and is heard and kept only from then on", async () => {
  const { call, person, sides, steps } = await joined(ANNOUNCED);
  const before = call.line.soundingMs.length;
  person.say(500);
  call.line.say(500);
  person.key("7");
  await call.pass(600);
  // The words alone: about what they would sound without the caller.
  expect([call.voice.spoken.at(-1), person.soundingMs.length > 0, steps()]).toEqual([WORDS, true, ["announced"]]);
  expect([sides(), call.line.pressed]).toEqual([["caller"], ""]);
  await call.pass(2_000);
  expect(call.entries("recording").at(-1)).toMatchObject({ how: "told" });
  sides();
  const heard = [person.soundingMs.length, call.line.soundingMs.length];
  person.say(1_000);
  call.line.say(1_000);
  await call.pass(1_500);
  expect(person.soundingMs.length - heard[0]!).toBeGreaterThan(40);
  expect(call.line.soundingMs.length - heard[1]!).toBeGreaterThan(40);
  expect(sides().toSorted()).toEqual(["assistant", "caller"]);
  expect(call.line.soundingMs.length).toBeGreaterThan(before);
});

test("who would have to be asked is joined at once, and nothing of their sound is kept", async () => {
  const { call, person, sides, steps } = await joined(ASKED);
  person.say(1_000);
  call.line.say(1_000);
  const before = call.line.soundingMs.length;
  await call.pass(1_500);
  expect(call.line.soundingMs.length - before).toBeGreaterThan(40);
  expect([sides(), steps()]).toEqual([["caller"], ["asked", "agreed", "left-out"]]);
});

test("who could not be told is joined all the same, and nothing of their sound is kept", async () => {
  const { call, person, sides, steps } = await joined(ANNOUNCED, ({ voice }) => {
    voice.failure = new ProviderFailure("unavailable", "no voice");
  });
  await call.pass(1_000);
  person.say(1_000);
  call.line.say(1_000);
  const before = call.line.soundingMs.length;
  await call.pass(1_500);
  expect(call.line.soundingMs.length - before).toBeGreaterThan(40);
  expect([sides(), steps()]).toEqual([["caller"], ["announced", "left-out"]]);
});

test("who joins and hangs up while they are told has not been joined, and the call is over", async () => {
  const { call, person, sides, steps } = await joined(ANNOUNCED);
  await call.pass(200);
  person.callerHangsUp();
  await call.pass(2_000);
  expect([steps(), call.entries("closed").length, sides().includes("assistant")]).toEqual([["announced"], 1, false]);
});

test("who joins a call that is not recorded is told nothing", async () => {
  const { call } = recorded({ ...ANNOUNCED, recording: { consent: "never" } });
  await call.pass(3_000);
  const spoken = call.voice.spoken.length;
  call.conversation.connect("+254711000001", new TestLine(call.clock));
  await call.pass(2_000);
  expect([call.voice.spoken.length, call.entries("recording").map(({ how }) => how)]).toEqual([spoken, ["off"]]);
});

test("a voice that cannot say it records nothing", async () => {
  const { call, begun, kept } = recorded(ANNOUNCED);
  call.voice.failure = new ProviderFailure("unavailable", "no voice");
  await call.pass(20_000);
  expect([begun, kept]).toEqual([[], []]);
});

test("who says yes is recorded from there on, is greeted, and the mind hears nothing of it", async () => {
  const { call, begun, kept, steps } = recorded(ASKED);
  await call.pass(2_000);
  expect(steps()).toEqual(["asked"]);
  await call.callerSays("yes please");
  expect(kept).toEqual([]);
  await call.pass(3_000);
  expect(steps()).toEqual(["asked", "agreed"]);
  expect(begun).toHaveLength(1);
  expect(Math.min(...kept.map(({ atMs }) => atMs))).toBeGreaterThanOrEqual(call.entries("recording")[1]!.atMs);
  expect(call.transcript).toEqual(["caller: yes please", "assistant: Welcome to the clinic."]);
  await call.callerSays("I want an appointment");
  await call.pass(2_000);
  expect(call.llm.requests.at(-1)?.messages.map(({ role }) => role)).toEqual(["assistant", "caller"]);
});

test("who says no is not recorded, and the call goes on and says why", async () => {
  const { call, begun, kept, steps } = recorded(ASKED);
  await call.pass(2_000);
  await call.callerSays("no thank you");
  await call.pass(3_000);
  await call.callerSays("I want an appointment");
  await call.pass(2_000);
  expect([begun, kept, steps()]).toEqual([[], [], ["asked", "declined"]]);
  expect(call.transcript.slice(1)).toEqual([
    "assistant: Welcome to the clinic.",
    "caller: I want an appointment",
    "assistant: All right.",
  ]);
});

test("who says neither is not recorded, and what they said is answered", async () => {
  const { call, kept, steps } = recorded(ASKED);
  await call.pass(2_000);
  await call.callerSays("I want an appointment");
  await call.pass(3_000);
  expect([kept, steps()]).toEqual([[], ["asked", "unclear"]]);
  expect(call.transcript).toEqual(["caller: I want an appointment", "assistant: All right."]);
});

test("who says nothing is not recorded, and is greeted after eight seconds", async () => {
  const { call, kept, steps } = recorded(ASKED);
  await call.pass(9_000);
  expect(call.transcript).toEqual([]);
  await call.pass(4_000);
  expect([kept, steps()]).toEqual([[], ["asked", "unclear"]]);
  expect(call.transcript).toEqual(["assistant: Welcome to the clinic."]);
});

test("an answer may be typed", async () => {
  const { call, begun, steps } = recorded(ASKED);
  await call.pass(2_000);
  call.conversation.typed("Ndiyo.");
  await call.pass(100);
  expect([begun.length, steps()]).toEqual([1, ["asked", "agreed"]]);
});

test("a call that may not be recorded says so, and nothing is kept", async () => {
  const { call, begun, kept, steps } = recorded({ ...ANNOUNCED, recording: { consent: "never" } });
  await call.pass(5_000);
  expect([begun, kept, steps()]).toEqual([[], [], ["off"]]);
  expect(call.transcript).toEqual(["assistant: Welcome to the clinic."]);
});

test("without any rule everything is kept from the first frame on", async () => {
  const { call, begun, kept, steps } = recorded({ welcomeMessage: "Welcome." });
  await call.pass(500);
  expect([begun.length, steps()]).toEqual([1, []]);
  expect(Math.min(...kept.map(({ atMs }) => atMs))).toBeLessThan(40);
});

test.each([
  ["Yes.", true],
  ["yes, that is fine", true],
  ["Sawa", true],
  ["Oui, bien sûr", true],
  ["Pode", true],
  ["نعم", true],
  ["Bẹ́ẹ̀ni", true],
  ["አዎ", true],
  ["Yebo", true],
  ["No problem", true],
  ["No, I would rather not", false],
  ["Hapana, asante", false],
  ["Non merci", false],
  ["Não, obrigado", false],
  ["لا، شكرا", false],
  ["A'a", false],
  ["Rárá", false],
  ["አይ", false],
  ["Cha", false],
  ["yes but do not record", undefined],
  ["okay what is this about", undefined],
  ["who are you", undefined],
  ["yes no", undefined],
  ["(inaudible)", undefined],
  ["", undefined],
])("“%s” agrees: %s", (said, agrees) => {
  expect(agreesIn(said)).toBe(agrees);
});
