import { knownModels } from "@ongea/providers/hosts";
import { pino } from "pino";
import { expect, test } from "vitest";
import { choose } from "../speech-hosts/choices.ts";
import { createSttCapacity } from "./stt-capacity.ts";

const whisper = knownModels().filter(({ id }) => id === "whisper-base");

function room(callsAtOnce: number) {
  const said: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void said.push(line) });
  let choices = choose({}, whisper, new Map([["whisper-base", callsAtOnce]]));
  const ears = createSttCapacity(() => choices, log);
  const isSpared = (callId: string, language = "en-KE", preferences = {}): boolean =>
    ears.taken(callId, { language }, preferences).sparesLocalEars === true;
  return { ears, said, isSpared, grows: (more: number) => (choices = choose({}, whisper, new Map([["whisper-base", more]]))) };
}

test("so many calls as they carry in real time have the local ears; the next ones have the built-in ones, and the log says so", () => {
  const { ears, said, isSpared } = room(2);
  expect(["a", "b", "c"].map((call) => isSpared(call))).toEqual([false, false, true]);
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(/Whisper base.*PocketSphinx.*others hear this one/);
  ears.released("a");
  ears.released("a");
  ears.released("c");
  expect(["d", "e"].map((call) => isSpared(call))).toEqual([false, true]);
});

test("a language that nobody else knows is heard by them all the same, and takes its place", () => {
  const { isSpared } = room(1);
  expect([isSpared("a"), isSpared("b", "sw-KE"), isSpared("c")]).toEqual([false, false, true]);
});

test("a call that hears by a connected provider takes no place", () => {
  const { isSpared } = room(1);
  const lent = { recognisers: [{ use: "builtin" as const }], languageModels: [], voices: [] };
  expect([isSpared("a", "en", { lent }), isSpared("b")]).toEqual([false, false]);
});

test("what is measured later counts for the next call", () => {
  const { isSpared, grows } = room(1);
  expect([isSpared("a"), isSpared("b")]).toEqual([false, true]);
  grows(5);
  expect(isSpared("c")).toBe(false);
});
