import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { agentsInReach, beyondReach, isInReach, withinReach } from "./reach.ts";

const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

test("a request is held to its agents until it is answered, and what it began is the server's own work then", async () => {
  const answer = new EventEmitter();
  const seen: unknown[] = [];
  let began = Promise.resolve();
  await withinReach(["a"], answer, async () => {
    seen.push(agentsInReach());
    began = (async () => {
      await new Promise((resolve) => answer.once("looked", resolve));
      seen.push(agentsInReach());
      await new Promise((resolve) => answer.once("later", resolve));
      seen.push(agentsInReach());
    })();
  });
  answer.emit("looked");
  await soon();
  answer.emit("finish");
  await soon();
  answer.emit("later");
  await began;
  expect(seen).toEqual([["a"], ["a"], undefined]);
});

test("whoever hangs up before the answer sees no more for it", async () => {
  const answer = new EventEmitter();
  await withinReach(["a"], answer, async () => {
    answer.emit("close");
    await soon();
    expect(agentsInReach()).toEqual(["a"]);
    expect([isInReach("a"), isInReach("b"), isInReach(null)]).toEqual([true, false, false]);
    expect(beyondReach(agentsInReach)).toBeUndefined();
  });
  expect(agentsInReach()).toBeUndefined();
  expect(isInReach("b")).toBe(true);
});
