import { expect, test } from "vitest";
import { lateWordsMs } from "./late-words.ts";

const answers = (...waits: number[]) =>
  waits.map((ms) => ({ text: "All right.", delays: { speechEndMs: 1_000, wordsFinalMs: 1_000 + ms } }));

test("words that mostly come in time are not late, one slow answer among them either", () => {
  expect(lateWordsMs(answers(390, 420, 3_600, 500))).toBeUndefined();
});

test("half of the answers late: as late as the one in the middle or the second worst", () => {
  expect(lateWordsMs(answers(300, 2_600, 3_100))).toBe(2_600);
});

test("a turn without words beside a late answer", () => {
  const turns = [...answers(300, 400, 2_200), { text: "(inaudible)" }];
  expect(lateWordsMs(turns)).toBe(2_200);
  expect(lateWordsMs([...answers(300, 400), { text: "(inaudible)" }])).toBeUndefined();
});

test("two very slow answers among quick ones", () => {
  expect(lateWordsMs(answers(300, 300, 300, 300, 5_000, 2_000))).toBe(2_000);
});

test("too few answers, and answers without times, say nothing", () => {
  expect(lateWordsMs(answers(9_000))).toBeUndefined();
  expect(lateWordsMs([{ text: "Hello" }, { text: "Yes", delays: {} }])).toBeUndefined();
});
