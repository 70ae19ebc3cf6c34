import { expect, test } from "vitest";
import { CALLERS } from "./callers.ts";
import { speakOver } from "./interrupt.ts";
import { takeTurns } from "./take-turns.ts";
import { DEFAULTS, QUIET_LINE, turnFigures } from "./turn.ts";

const sentences = CALLERS.tuned.sentences.slice(0, 6);
const settings = { line: QUIET_LINE, turnTaking: DEFAULTS, seed: 3 };
const hasty = { ...settings, turnTaking: { ...DEFAULTS, endpointingMs: 100, incrementalDelayMs: 100 } };

test("callers who never pause are never cut in on, and every one of them is answered", async () => {
  const figures = turnFigures(await takeTurns(settings, { sentences, pausesMs: [0] }));
  expect(figures).toMatchObject({ turns: 6, "false cut-ins": 0, missed: 0 });
});

test("an assistant that hardly waits is seen to cut in on callers who pause", async () => {
  const figures = turnFigures(await takeTurns(hasty, { sentences, pausesMs: [900] }));
  expect(figures).toMatchObject({ turns: 6, "false cut-ins": 6 });
});

test("callers whose packets are all lost count as missed, not as answered at once", async () => {
  const line = { ...QUIET_LINE, loss: 1 };
  const figures = turnFigures(await takeTurns({ ...settings, line }, { sentences: sentences.slice(0, 2), pausesMs: [0] }));
  expect(figures).toMatchObject({ turns: 2, "false cut-ins": 0, missed: 2, "dead air over 1 s": 2 });
});

test("who asks for the floor gets it, and who says ok while listening does not", async () => {
  const taken = await speakOver(settings, [{ text: "wait, I meant Tuesday" }, { text: "ok" }]);
  expect(taken.map(({ text, yielded }) => `${text}: ${yielded}`)).toEqual([
    ...Array.from({ length: 5 }, () => "wait, I meant Tuesday: true"),
    ...Array.from({ length: 5 }, () => "ok: false"),
  ]);
  for (const { stopMs } of taken.slice(0, 5)) expect(stopMs).toBeGreaterThan(0);
});
