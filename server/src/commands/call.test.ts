import { expect, test } from "vitest";
import { deafness, parseCall, slowness } from "./call.ts";

test("what is said is kept in its order, with the number that is shown", () => {
  expect(parseCall(["--to", "front_desk", "--say", "hello", "--wav", "a.wav", "--from", "+254712345678"])).toEqual({
    to: "front_desk",
    from: "+254712345678",
    speech: [{ say: "hello" }, { wav: "a.wav" }],
    patienceMs: 15_000,
  });
});

test.each([
  [["--to", "front_desk", "--frob"], "Unknown option '--frob'."],
  [["hello"], "Unexpected argument 'hello'."],
  [["--say", "hello"], "--to is missing."],
  [["--to", "front_desk", "--from", "Mary"], "--from takes a number, such as +254712345678."],
  [["--to", "front_desk", "--patience", "long"], "--patience takes a number of seconds."],
])("%j is refused with what is wrong, then with how it is called", (argv, why) => {
  expect(() => parseCall(argv)).toThrow(`${why}\nnpm run call -- --to <agent or number>`);
});

test("before the call it says why callers are not heard, and nothing where they are", () => {
  const llm = { part: "mind", name: "guided dialogue", ready: false };
  expect(deafness([{ part: "ears", name: "PocketSphinx", ready: true }, llm])).toEqual([]);
  expect(deafness([{ part: "ears", name: "none", ready: false, note: "Callers cannot be heard. Run: apt-get" }])).toEqual([
    "Callers cannot be heard. Run: apt-get.",
  ]);
  expect(deafness([{ part: "ears", name: "Whisper", ready: false, note: "Too slow for calls" }])).toEqual([
    "Whisper: Too slow for calls.",
  ]);
});

test("after the call it says that the machine was too slow, and nothing where words came in time", () => {
  const answer = (ms: number) => ({ text: "All right.", delays: { speechEndMs: 0, wordsFinalMs: ms } });
  expect(slowness([answer(400), answer(500)])).toEqual([]);
  expect(slowness([answer(2_500), answer(3_100)]).join(" ")).toContain(
    "too slow for speech recognition in this call: words came 2.5 s",
  );
});
