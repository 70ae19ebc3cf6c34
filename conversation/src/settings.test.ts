/** Settings of an agent as a caller notices them: docs/guides/agent-settings.md refers to these by their names. */
import { expect, test } from "vitest";
import { ProviderFailure } from "./ports.ts";
import { AMBIENT_TRACKS, type AmbientTrack } from "./speak/ambience.ts";
import { ScriptedConversation, type PlanChanges } from "./testing/index.ts";

const BACKCHANNEL = { words: "uh-huh", startAfterMs: 5_000, everyMs: 4_000 };

test("a caller who tells something long hears a small word after the start delay, and again after each gap", async () => {
  const call = new ScriptedConversation({ plan: { backchannel: BACKCHANNEL } });
  await call.pass(500);
  const startMs = call.clock.now();
  // Nobody talks on for so long without a breath.
  call.line.say(10_800);
  await call.pass(10_900);
  call.line.say(3_600);
  await call.pass(3_100);
  const heard = startsOf(call.line.soundingMs).map((atMs) => Math.round((atMs - startMs) / 500) / 2);
  expect(heard).toEqual([5, 9, 13]);
  expect(call.transcript).toEqual([]);
});

test("a small word takes no turn: what the caller said is heard whole and answered once", async () => {
  const call = new ScriptedConversation({ plan: { backchannel: { ...BACKCHANNEL, startAfterMs: 1_000 } } });
  await call.pass(500);
  await call.callerSays("I came on Monday and nobody was there so I would like another appointment please");
  await call.pass(3_000);
  expect(call.transcript).toEqual([
    "caller: I came on Monday and nobody was there so I would like another appointment please",
    "assistant: All right.",
  ]);
});

test("nobody hears a small word while the agent speaks, while nobody speaks, or without the setting", async () => {
  const quiet = new ScriptedConversation({ plan: { backchannel: BACKCHANNEL, silence: { hangUpAfterMs: 60_000 } } });
  await quiet.pass(20_000);
  expect(quiet.line.soundingMs).toEqual([]);
  const without = new ScriptedConversation();
  await without.pass(500);
  without.line.say(12_000);
  await without.pass(11_500);
  expect(without.line.soundingMs).toEqual([]);
});

test("a voice that fails at the small word harms nothing", async () => {
  const call = new ScriptedConversation({ plan: { backchannel: { ...BACKCHANNEL, startAfterMs: 500 } } });
  call.voice.failure = new ProviderFailure("unavailable", "no voice");
  await call.pass(500);
  call.line.say(6_000);
  await call.pass(5_000);
  expect(call.line.soundingMs).toEqual([]);
  expect(call.entries("failure")).toEqual([]);
  expect(call.conversation.state).toBe("listening");
});

test("with a small buffer a long sentence is spoken in small pieces, with a large one as a whole", async () => {
  const long =
    "Yes. The clinic is open on every working day of the week and the doctor sees whoever comes before noon without an appointment.";
  const piecesWith = async (mostCharactersAtOnce: number): Promise<string[]> => {
    const call = new ScriptedConversation({ plan: { mostCharactersAtOnce }, answers: () => long });
    await call.pass(500);
    await call.callerSays("when do you open");
    await call.pass(15_000);
    expect(call.transcript.at(-1)).toBe(`assistant: ${long}`);
    return call.voice.spoken;
  };
  const [small, large] = [await piecesWith(50), await piecesWith(400)];
  expect(Math.max(...small.map((piece) => piece.length))).toBeLessThan(65);
  expect(large).toEqual(["Yes.", long.slice(5)]);
});

const VOICEMAIL = { voicemail: { withinMs: 30_000, leastWords: 7 }, direction: "outbound" } as const;
const GREETING = "you have reached Asha please leave a message after the tone";

test("a call that a machine takes is hung up at the words of its greeting, and nothing more is said", async () => {
  const call = new ScriptedConversation({ plan: VOICEMAIL });
  await call.pass(500);
  await call.callerSays(GREETING);
  await call.pass(3_000);
  expect(reasons(call)).toEqual(["voicemail"]);
  expect(call.line.ended).toBe(true);
  expect(call.line.soundingMs).toEqual([]);
});

test("a greeting that nobody understands is known by its length, and a tone by itself", async () => {
  const long = new ScriptedConversation({ plan: VOICEMAIL });
  await long.pass(500);
  long.line.say(12_000);
  await long.pass(6_500);
  expect(reasons(long)).toEqual([]);
  await long.pass(2_000);
  expect(reasons(long)).toEqual(["voicemail"]);
  const tone = new ScriptedConversation({ plan: VOICEMAIL });
  await tone.pass(4_000);
  tone.line.play(Int16Array.from({ length: 4_000 }, (_, at) => 8_000 * Math.sin((2 * Math.PI * 1_000 * at) / 8_000)));
  await tone.pass(600);
  expect(reasons(tone)).toEqual(["voicemail"]);
});

const MESSAGE = { voicemail: { ...VOICEMAIL.voicemail, message: "Please call the clinic." }, direction: "outbound" } as const;
const TONE = Int16Array.from({ length: 4_000 }, (_, at) => 8_000 * Math.sin((2 * Math.PI * 1_000 * at) / 8_000));

test("with a message the tone of a machine is waited for, then the message is said whole and the call ends", async () => {
  const call = new ScriptedConversation({ plan: { ...MESSAGE, welcomeMessage: "Hello, this is the clinic of the town." } });
  await call.pass(300);
  await call.callerSays(GREETING);
  const greetedMs = call.clock.now();
  await call.pass(1_000);
  expect(call.transcript).not.toContain("assistant: Please call the clinic.");
  call.line.play(TONE);
  await call.pass(450);
  const before = call.line.soundingMs.filter((atMs) => atMs > greetedMs);
  expect(before).toEqual([]);
  await call.pass(10_000);
  expect(call.transcript.at(-1)).toBe("assistant: Please call the clinic.");
  expect(call.llm.requests).toEqual([]);
  expect(reasons(call)).toEqual(["voicemail"]);
});

test("a machine without a tone gets its message when its greeting is over, and one that greets for ever gets it at last", async () => {
  const silent = new ScriptedConversation({ plan: MESSAGE });
  await silent.pass(500);
  await silent.callerSays(GREETING);
  await silent.pass(1_500);
  expect(silent.transcript.at(-1)).not.toContain("assistant");
  await silent.pass(8_000);
  expect(silent.transcript.at(-1)).toBe("assistant: Please call the clinic.");
  const endless = new ScriptedConversation({ plan: MESSAGE });
  await endless.pass(500);
  endless.line.say(120_000);
  await endless.pass(40_000);
  expect(endless.transcript).toEqual([]);
  await endless.pass(20_000);
  expect([endless.transcript, reasons(endless)]).toEqual([["assistant: Please call the clinic."], ["voicemail"]]);
});

test("a machine that hangs up before or during the message was a machine all the same, and leaves nothing behind", async () => {
  for (const waitMs of [500, 3_200]) {
    const call = new ScriptedConversation({ plan: MESSAGE });
    await call.pass(500);
    await call.callerSays(GREETING);
    await call.pass(waitMs);
    call.line.callerHangsUp();
    await call.pass(100);
    expect([reasons(call), call.clock.pending]).toEqual([["voicemail"], 0]);
  }
});

test("a person who answers is spoken with: who greets, who tells something long later, who speaks of messages", async () => {
  const call = new ScriptedConversation({ plan: VOICEMAIL });
  await call.pass(500);
  await call.callerSays("hello this is Asha speaking who is it");
  await call.pass(3_000);
  await call.callerSays("he is not here");
  await call.pass(4_000);
  call.line.say(11_000);
  await call.pass(20_000);
  await call.callerSays("can I leave a message for him please then");
  await call.pass(3_000);
  expect(reasons(call)).toEqual([]);
  expect(call.transcript).toContain("assistant: All right.");
});

test("without the setting a machine is spoken with like anybody", async () => {
  const call = new ScriptedConversation({ plan: { direction: "outbound" } });
  await call.pass(500);
  await call.callerSays(GREETING);
  await call.pass(3_000);
  expect(call.transcript).toEqual([`caller: ${GREETING}`, "assistant: All right."]);
});

function reasons(call: ScriptedConversation): string[] {
  return call.entries("closed").map(({ reason }) => reason);
}

test("with ambient noise there is a room behind the voice from the first frame to the last, never silence", async () => {
  for (const track of AMBIENT_TRACKS) {
    const { levels, gaps } = await heardWith({ ambience: track });
    expect([track, gaps]).toEqual([track, 0]);
    expect(Math.min(...levels)).toBeGreaterThan(20);
    expect(Math.max(...levels)).toBeLessThan(1_000);
  }
});

test("each track of ambient noise is another room, and without one the line is silent", async () => {
  const loudness = async (track: AmbientTrack) => mean((await heardWith({ ambience: track })).levels);
  const [office, cafe, callCentre] = [
    await loudness("office-ambience"),
    await loudness("coffee-shop"),
    await loudness("call-center"),
  ];
  expect(office).toBeLessThan(cafe);
  expect(cafe).toBeLessThan(callCentre);
  expect(Math.max(...(await heardWith({})).levels)).toBe(0);
});

test("the agent's words are told while they are said, word by word, and no more once the caller has cut them", async () => {
  const welcomeMessage = "Welcome to the clinic. We are open from eight in the morning until five in the evening.";
  const whole = new ScriptedConversation({ plan: { welcomeMessage } });
  await whole.pass(1_000);
  expect(whole.turns).toEqual([]);
  expect(whole.entries("saying").at(-1)?.text).toMatch(/^Welcome to/);
  await whole.pass(20_000);
  const said = whole.entries("saying").map(({ text }) => text);
  expect(said.length).toBeGreaterThan(8);
  for (const [at, text] of said.entries())
    expect([text, welcomeMessage.startsWith(text), text.length > (said[at - 1]?.length ?? 0)]).toEqual([text, true, true]);
  const [turn] = whole.turns;
  expect(turn?.text).toBe(welcomeMessage);
  for (const { atMs } of whole.entries("saying")) expect(atMs).toBeLessThanOrEqual(turn!.endMs);

  const cut = new ScriptedConversation({ plan: { welcomeMessage } });
  await cut.pass(1_500);
  await cut.callerSays("I would like an appointment on Thursday morning");
  const [greeting] = cut.turns;
  expect(greeting).toMatchObject({ cut: true });
  const ofGreeting = cut.entries("saying").filter(({ text }) => welcomeMessage.startsWith(text));
  expect(greeting?.text.startsWith(ofGreeting.at(-1)?.text ?? "?")).toBe(true);
  expect(ofGreeting.at(-1)?.atMs).toBeLessThanOrEqual(greeting!.endMs + 100);
});

test("the room goes on while the agent thinks, and the answer comes all the same", async () => {
  const call = new ScriptedConversation({ plan: { ambience: "coffee-shop" }, delays: { firstTokenMs: 800 } });
  await call.pass(500);
  await call.callerSays("when do you open tomorrow morning");
  await call.pass(4_000);
  expect(gapsIn(call.line.sentMs)).toBe(0);
  expect(call.transcript.at(-1)).toBe("assistant: All right.");
});

/** The loudness of each frame of two seconds in which nobody speaks, and how many frames were left out. */
async function heardWith(plan: PlanChanges): Promise<{ levels: number[]; gaps: number }> {
  const call = new ScriptedConversation({ plan });
  const levels: number[] = [];
  const send = call.line.send.bind(call.line);
  call.line.send = (frame) => {
    levels.push(Math.sqrt(frame.reduce((sum, sample) => sum + sample * sample, 0) / frame.length));
    send(frame);
  };
  await call.pass(2_000);
  return { levels, gaps: gapsIn(call.line.sentMs) };
}

function gapsIn(sentMs: readonly number[]): number {
  return sentMs.filter((atMs, at) => at > 0 && atMs - sentMs[at - 1]! > 25).length;
}

/** Where sound begins after at least a second without. */
function startsOf(soundingMs: readonly number[]): number[] {
  return soundingMs.filter((atMs, at) => at === 0 || atMs - soundingMs[at - 1]! > 1_000);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
