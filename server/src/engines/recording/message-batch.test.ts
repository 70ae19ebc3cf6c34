import { expect, test } from "vitest";
import { createOutbox } from "./message-batch.ts";

interface World {
  posted: string[][];
  soon: (() => void)[];
  later: (() => void)[];
  tell(message: string): void;
}

function world(): World {
  const posted: string[][] = [];
  const [soon, later]: (() => void)[][] = [[], []];
  const { tell } = createOutbox<string>({
    post: (messages) => void posted.push([...messages]),
    patienceMs: (message) => (message.startsWith("level") ? 100 : 0),
    soon: (act) => void soon!.push(act),
    later: (act) => void later!.push(act),
  });
  return { posted, soon: soon!, later: later!, tell };
}

test("what is told in one moment goes in one message, in its order", () => {
  const { posted, soon, tell } = world();
  for (const message of ["turn", "turn", "closed"]) tell(message);
  expect(posted).toEqual([]);
  for (const act of soon) act();
  expect(posted).toEqual([["turn", "turn", "closed"]]);
});

test("how loud a hundred calls are goes in one message a tenth of a second", () => {
  const { posted, soon, later, tell } = world();
  for (let call = 0; call < 100; call++) tell(`level ${call}`);
  expect(soon).toEqual([]);
  expect(later).toHaveLength(1);
  later[0]?.();
  expect(posted.map((messages) => messages.length)).toEqual([100]);
  tell("level again");
  expect(later).toHaveLength(2);
});

test("a word does not wait for the levels before it, and does not overtake them", () => {
  const { posted, soon, later, tell } = world();
  tell("level");
  tell("turn");
  for (const act of soon) act();
  expect(posted).toEqual([["level", "turn"]]);
  later[0]?.();
  expect(posted).toHaveLength(1);
});
