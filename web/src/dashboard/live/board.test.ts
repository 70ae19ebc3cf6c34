import type { BoardCall, Entry, Execution, LiveBoard } from "@ongea/contract";
import { expect, test } from "vitest";
import { EMPTY_BOARD, lastWords, withAnswer, withEvents } from "./board.ts";

const BEGUN = "2026-03-01T08:00:00.000Z";
const NOW = "2026-03-01T08:01:00.000Z";
const callOf = (id: string, status: Execution["status"] = "in-progress", created_at = BEGUN): Execution =>
  ({ id, status, created_at }) as Execution;
const answer = (
  ids: readonly string[],
  entries: Entry[] = [],
  line: BoardCall["line"] = null,
): Pick<LiveBoard, "calls" | "now"> => ({
  now: NOW,
  calls: ids.map((id) => ({ call: callOf(id), answered_at: BEGUN, line, entries })),
});
const turn = (index: number, by: "caller" | "assistant", text: string): Entry => ({
  kind: "turn",
  by,
  index,
  text,
  startMs: index * 1_000,
  endMs: index * 1_000 + 900,
  loudness: [],
});
const told = (id: string, entry: Entry) => ({ event: "entry", execution_id: id, entry }) as const;

test("a call that rings appears, shows the caller's words while they are said, and goes when it ends", () => {
  let board = withEvents(EMPTY_BOARD, [{ event: "call", call: callOf("a", "ringing") }]);
  board = withEvents(board, [
    told("a", { kind: "opened", atMs: 0, epochMs: 5 }),
    told("a", { kind: "partial", atMs: 900, text: "how mu" }),
    told("a", { kind: "partial", atMs: 1_000, text: "how much" }),
  ]);
  const [call] = board.calls.values();
  expect(call).toMatchObject({ answeredMs: 5, doing: "caller" });
  expect(call && lastWords(call)).toEqual({ by: "caller", text: "how much", goesOn: true });
  board = withEvents(board, [told("a", turn(0, "caller", "how much is it"))]);
  const [said] = board.calls.values();
  expect(said && lastWords(said)).toMatchObject({ text: "how much is it" });
  expect(withEvents(board, [{ event: "call", call: callOf("a", "completed") }]).calls.size).toBe(0);
});

test("the agent's words are shown while they are said, until its turn has them all", () => {
  let board = withEvents(EMPTY_BOARD, [
    { event: "call", call: callOf("a", "in-progress") },
    told("a", { kind: "state", atMs: 10, state: "speaking" }),
    told("a", { kind: "saying", atMs: 400, text: "We open" }),
  ]);
  const words = () => [...board.calls.values()].map(lastWords)[0];
  expect(words()).toEqual({ by: "assistant", text: "We open", goesOn: true });
  board = withEvents(board, [told("a", { kind: "saying", atMs: 900, text: "We open at eight." })]);
  expect(words()).toMatchObject({ text: "We open at eight.", goesOn: true });
  board = withEvents(board, [told("a", turn(0, "assistant", "We open at eight."))]);
  expect(words()).not.toHaveProperty("goesOn");
});

test("an answer that was on its way does not bring an ended call back, and does not lose one that has just begun", () => {
  let board = withAnswer(EMPTY_BOARD, answer(["a", "b"]));
  board = withEvents(board, [
    { event: "call", call: callOf("a", "completed") },
    { event: "call", call: callOf("c", "ringing", NOW) },
  ]);
  board = withAnswer(board, answer(["a", "b"]));
  expect([...board.calls.keys()]).toEqual(["b", "c"]);
  expect([...withAnswer(board, answer([])).calls.keys()]).toEqual(["c"]);
});

test("what was missed while the connection was lost comes with the next answer, once", () => {
  let board = withAnswer(EMPTY_BOARD, answer(["a"], [turn(0, "assistant", "Hello")]));
  board = withEvents(board, [told("a", turn(2, "assistant", "Good bye"))]);
  board = withAnswer(
    board,
    answer(["a"], [turn(0, "assistant", "Hello"), turn(1, "caller", "hi"), turn(2, "assistant", "Good bye")]),
  );
  expect(board.calls.get("a")?.turns.map(({ index }) => index)).toEqual([0, 1, 2]);
});

test("who speaks, who thinks, who is on hold", () => {
  let board = withAnswer(EMPTY_BOARD, answer(["a"]));
  const doing = (entry: Entry): string | undefined => {
    board = withEvents(board, [told("a", entry)]);
    return board.calls.get("a")?.doing;
  };
  expect(doing({ kind: "state", atMs: 1, state: "thinking" })).toBe("thinks");
  expect(doing({ kind: "state", atMs: 2, state: "speaking" })).toBe("agent");
  expect(doing({ kind: "line", atMs: 3, state: "held" })).toBe("held");
  expect(doing({ kind: "line", atMs: 4, state: "open" })).toBe("listens");
  expect(doing({ kind: "line", atMs: 5, state: "transferred" })).toBe("transferred");
});

test("a board that is opened later knows which call is on hold, and an older answer does not undo what was pushed", () => {
  let board = withAnswer(EMPTY_BOARD, answer(["a"], [turn(0, "caller", "one moment")], { state: "held", at_ms: 9 }));
  const doing = (): string | undefined => board.calls.get("a")?.doing;
  expect(doing()).toBe("held");
  board = withEvents(board, [
    told("a", { kind: "state", atMs: 10, state: "listening" }),
    told("a", { kind: "partial", atMs: 11, text: "la la" }),
  ]);
  expect(doing()).toBe("held");
  board = withEvents(board, [told("a", { kind: "line", atMs: 12.4, state: "open" })]);
  board = withAnswer(board, answer(["a"], [], { state: "held", at_ms: 9 }));
  expect(doing()).toBe("listens");
  // What was missed while the connection was lost.
  board = withAnswer(board, answer(["a"], [], { state: "transferred", at_ms: 20 }));
  expect(doing()).toBe("transferred");
});

test("planned and queued calls are not on the board, and both calls and turns have a bound", () => {
  const planned = withEvents(EMPTY_BOARD, [
    { event: "call", call: callOf("p", "scheduled") },
    { event: "call", call: callOf("q", "queued") },
  ]);
  expect(planned.calls.size).toBe(0);
  const many = Array.from({ length: 300 }, (_, at) => ({ event: "call", call: callOf(String(at)) }) as const);
  expect(withEvents(EMPTY_BOARD, many).calls.size).toBe(200);
  let board = withAnswer(EMPTY_BOARD, answer(["a"]));
  board = withEvents(
    board,
    Array.from({ length: 1_000 }, (_, index) => told("a", turn(index, "caller", "so"))),
  );
  expect(board.calls.get("a")?.turns.length).toBeLessThan(125);
});
