/** What other servers ask of calls here, with tables that stall, drop and repeat. */
import { expect, test } from "vitest";
import { refuse } from "../../platform/http/refuse.ts";
import { createCarryingOut, type CommandHandlers } from "./run-command.ts";
import type { Order } from "./store.ts";
import type { Outcome, CallCommand } from "./commands.ts";

const HERE = "11111111-1111-4111-8111-111111111111";
const PRINCIPAL = "22222222-2222-4222-8222-222222222222";
const away = (): Error => Object.assign(new Error("Connection terminated"), { code: "57P01" });

function order(n: number, wish: unknown): Order {
  const id = `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
  const actor = { kind: "person", id: "1", name: "Asha" };
  return { id, workspaceId: "w", callId: `call ${n}`, ownerId: HERE, askerId: PRINCIPAL, actor, wish: wish as CallCommand };
}

function openWorld({ awayTimes = 0, handlers: change = {} as Partial<CommandHandlers> } = {}) {
  const world = {
    waiting: [] as Order[],
    done: [] as string[],
    answers: [] as [string, Outcome][],
    told: [] as string[],
    pauses: 0,
    takes: 0,
    stall: undefined as Promise<void> | undefined,
  };
  let awayLeft = awayTimes;
  const note = (what: string) => async (actor: { name: string; workspaceId: string }, callId: unknown, more?: unknown) => {
    world.done.push([what, actor.name, actor.workspaceId, String(callId), more].filter(Boolean).join(" "));
  };
  const carrying = createCarryingOut({
    store: {
      async take(_ownerId, most) {
        world.takes++;
        await world.stall;
        return world.waiting.splice(0, most);
      },
      async answer({ id }, outcome) {
        if (awayLeft-- > 0) throw away();
        world.answers.push([id, outcome]);
      },
    },
    handlers: {
      stop: note("stop"),
      say: note("say"),
      whisper: note("whisper"),
      giveUp: note("give up"),
      callerLeft: note("caller left"),
      channelTold: async (actor, callId, { news }) => note(`channel told ${news.is}`)(actor, callId),
      listen: async (actor, { callId }) => note("listen")(actor, callId),
      async takeOver(actor, callId, to) {
        await note("take over")(actor, callId, to);
        return { to };
      },
      ...change,
    },
    ownerId: HERE,
    tell: (to, told) => void world.told.push(`${to} ${told.is}`),
    log: { warn: () => undefined, error: () => undefined },
    pause: async () => void world.pauses++,
  });
  return { world, carrying };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("each wish is done in the name of who asked, in the order's workspace, and answered once", async () => {
  const { world, carrying } = openWorld();
  const wishes: CallCommand[] = [
    { do: "stop" },
    { do: "say", text: "Yes" },
    { do: "whisper", text: "Ten percent" },
    { do: "listen" },
    { do: "take over", to: "desk" },
    { do: "give up" },
    { do: "caller left" },
  ];
  world.waiting = wishes.map((wish, n) => order(n, wish));
  await Promise.all([carrying.look(), carrying.look(), carrying.look()]);
  await settled();
  expect(world.done).toEqual([
    "stop Asha w call 0",
    "say Asha w call 1 Yes",
    "whisper Asha w call 2 Ten percent",
    "listen Asha w call 3",
    "take over Asha w call 4 desk",
    "give up Asha w call 5",
    "caller left Asha w call 6",
  ]);
  const answers = world.answers.toSorted(([one], [other]) => one.localeCompare(other));
  expect(answers.map(([, outcome]) => outcome)).toEqual(
    wishes.map(({ do: what }) => (what === "take over" ? { ok: true, to: "desk" } : { ok: true })),
  );
  expect(world.told).toEqual(wishes.map(() => `${PRINCIPAL} answered`));
});

test("one that comes while others are being taken is taken with the same look", async () => {
  const { world, carrying } = openWorld();
  let go = (): void => undefined;
  world.stall = new Promise((resolve) => (go = resolve));
  const first = carrying.look();
  await settled();
  world.stall = undefined;
  const second = carrying.look();
  go();
  world.waiting.push(order(1, { do: "stop" }));
  await Promise.all([first, second]);
  expect(world.done).toEqual(["stop Asha w call 1"]);
});

test("a refusal, a fault, a database that is away, and a wish that is not known here are told as such", async () => {
  const failing = (error: unknown) => async () => {
    throw error;
  };
  const { world, carrying } = openWorld({
    handlers: {
      stop: failing(refuse("call.ended")),
      say: failing(new Error("a fault")),
      giveUp: failing(away()),
    },
  });
  world.waiting = [
    order(1, { do: "stop" }),
    order(2, { do: "say", text: "Yes" }),
    order(3, { do: "give up" }),
    order(4, { do: "sing" }),
  ];
  await carrying.look();
  await settled();
  const answers = world.answers.toSorted(([one], [other]) => one.localeCompare(other));
  expect(answers.map(([, outcome]) => outcome)).toEqual(
    ["call.ended", "server.failed", "server.no_database", "call.server_unreachable"].map((code) => ({ ok: false, code })),
  );
});

test("an answer waits for a database that is away, and is not done again for that; it is given up after ten tries", async () => {
  const { world, carrying } = openWorld({ awayTimes: 3 });
  world.waiting.push(order(1, { do: "stop" }));
  await carrying.look();
  await settled();
  expect([world.done.length, world.answers.length, world.pauses]).toEqual([1, 1, 3]);
  const lost = openWorld({ awayTimes: 1_000 });
  lost.world.waiting.push(order(1, { do: "stop" }));
  await lost.carrying.look();
  await settled();
  expect([lost.world.done.length, lost.world.answers.length, lost.world.pauses]).toEqual([1, 0, 9]);
});

test("a hundred telephones that ring leave the next order waiting, until one of them is done", async () => {
  const ends: (() => void)[] = [];
  const rings = (_actor: unknown, _callId: string, to: string) =>
    new Promise<{ to: string }>((resolve) => {
      ends.push(() => resolve({ to }));
    });
  const { world, carrying } = openWorld({ handlers: { takeOver: rings } });
  world.waiting = Array.from({ length: 101 }, (_, n) => order(n, { do: "take over", to: "desk" }));
  await carrying.look();
  await carrying.look();
  expect([ends.length, world.waiting.length]).toEqual([100, 1]);
  ends[0]!();
  await settled();
  await carrying.look();
  expect([ends.length, world.waiting.length]).toEqual([101, 0]);
});
