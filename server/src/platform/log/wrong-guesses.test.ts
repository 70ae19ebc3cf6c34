import { expect, test } from "vitest";
import type { Log } from "./log.ts";
import { createWrongGuesses } from "./wrong-guesses.ts";

test("wrong guesses are counted one by one, and a flood of them is told in a few lines and a sum", () => {
  const lines: object[] = [];
  let nowMs = 0;
  const log = { warn: (fields: object) => lines.push(fields) } as unknown as Log;
  const guesses = createWrongGuesses(log, () => nowMs);
  for (let n = 0; n < 500; n++) guesses.note("access.bad_password", "192.0.2.1");
  expect(lines).toHaveLength(20);
  nowMs = 11_000;
  guesses.note("sip.bad_digest", "192.0.2.2");
  expect(lines.slice(20)).toEqual([{ unsaid: 480 }, { kind: "sip.bad_digest", count: 1, pii: { from: "192.0.2.2" } }]);
  expect(guesses.counts()).toEqual({ "access.bad_password": 500, "sip.bad_digest": 1 });
});
