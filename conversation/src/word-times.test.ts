/** When each word of a caller was said, and whether all of them are known: for those who mask the recording. */
import { expect, test } from "vitest";
import { PromptedRecogniser, ScriptedConversation } from "./testing/index.ts";

test("times of words are the journal's, of each utterance, and after a fallback too", async () => {
  const call = new ScriptedConversation({
    parts: ({ clock, recogniser }) => ({ recognisers: [recogniser, new PromptedRecogniser(clock, { name: "next" })] }),
  });
  await call.pass(500);
  await call.callerSays("when do you open please");
  await call.pass(6_000);
  await call.callerSays("seven two two");
  await call.pass(6_000);
  const said = call.turns.filter(({ by }) => by === "caller");
  expect(said.map(({ hearing }) => hearing?.isWhole)).toEqual([true, true]);
  for (const { text, startMs, endMs, hearing } of said) {
    const times = hearing?.times ?? [];
    expect(times.map((word) => word.text).join(" ")).toBe(text);
    // Speech is noticed within half a second of its beginning.
    expect(times[0]?.startMs).toBeGreaterThanOrEqual(startMs - 50);
    expect(times[0]?.startMs).toBeLessThanOrEqual(startMs + 500);
    expect(times.at(-1)?.endMs).toBeLessThanOrEqual(endMs + 500);
  }
});

test("a turn of which no words are known, or not the last ones, is not whole", async () => {
  const inaudible = new ScriptedConversation();
  await inaudible.pass(500);
  inaudible.line.say(2_000);
  await inaudible.pass(8_000);
  expect(inaudible.turns.find(({ by }) => by === "caller")).toMatchObject({ text: "(inaudible)", hearing: { isWhole: false } });
  const late = new ScriptedConversation({ delays: { wordsMs: 60_000 } });
  await late.pass(500);
  await late.callerSays("my number is seven two two three four");
  await late.pass(8_000);
  expect(late.turns.find(({ by }) => by === "caller")).toMatchObject({ hearing: { isWhole: false } });
});
