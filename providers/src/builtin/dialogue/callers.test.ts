/** Simulated callers, a small part of `npm run bench -- dialogues`: they are the same each time. */
import { expect, test } from "vitest";
import { playMany } from "../../testing/callers/many.ts";

test("of many callers of nine businesses nearly all get what they want, nothing is invented and nothing booked that they did not want", async () => {
  const outcomes = await playMany({ dialogues: 160, seed: 3, noisy: false });
  const failed = outcomes
    .filter(({ ok }) => !ok)
    .map(({ business, kind, why, lines }) => [business, kind, why, ...lines].join("\n"));
  expect(outcomes.filter(({ invented }) => invented)).toEqual([]);
  expect(outcomes.filter(({ wrongEffect }) => wrongEffect)).toEqual([]);
  expect(failed).toSatisfy((those: string[]) => those.length <= 12);
}, 90_000);

test("through a recogniser's confusions nothing is invented, and nothing is booked that was not read back", async () => {
  const outcomes = await playMany({ dialogues: 80, seed: 4, noisy: true });
  expect(outcomes.filter(({ invented }) => invented)).toEqual([]);
  expect(outcomes.filter(({ wrongEffect }) => wrongEffect)).toEqual([]);
  expect(outcomes.filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(56);
}, 90_000);
