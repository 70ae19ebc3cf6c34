/** A call's sound on its way to another server, over a wire that stalls, drops, repeats and reorders. */
import { expect, test } from "vitest";
import { createHearings, type Hearings } from "./remote-audio.ts";
import { createSendings, type Sendings } from "./sent-audio.ts";
import { parseServerMessage, type ServerMessage } from "./commands.ts";

const [OWNER, PRINCIPAL] = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"];
const ORDER = "33333333-3333-4333-8333-333333333333";

function openWorld() {
  const world = { nowMs: 0, isCut: false, toPrincipal: [] as ServerMessage[] };
  const sides: { hearings?: Hearings; sendings?: Sendings } = {};
  const nowMs = (): number => world.nowMs;
  sides.hearings = createHearings({ nowMs, tell: (_, told) => world.isCut || sides.sendings?.told(told) });
  sides.sendings = createSendings({
    nowMs,
    tell(_, told) {
      const arrived = parseServerMessage(JSON.stringify(told));
      if (world.isCut || !arrived) return;
      world.toPrincipal.push(arrived);
      sides.hearings?.told(arrived);
    },
  });
  const { hearings, sendings } = sides as Required<typeof sides>;
  const heard: string[] = [];
  const listener = {
    hear: (packet: ArrayBuffer) => void heard.push(Buffer.from(packet).toString()),
    over: (why = "over") => void heard.push(why),
  };
  let stops = 0;
  const begin = () => {
    const hearing = hearings.hear(ORDER, listener);
    const sending = sendings.send(ORDER, PRINCIPAL)!;
    sending.began(() => stops++);
    hearing.from(OWNER);
    return { hearing, sending };
  };
  const beat = (): void => {
    world.nowMs += 2_000;
    hearings.beat();
    sendings.beat();
  };
  const packet = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;
  return { world, hearings, sendings, heard, begin, beat, packet, stops: () => stops };
}

test("pieces arrive as they were, in order, until the call is over", () => {
  const { heard, begin, packet } = openWorld();
  const { sending } = begin();
  sending.listener.hear(packet("one"));
  sending.listener.hear(packet("one"));
  sending.listener.hear(packet("ሁለት"));
  sending.listener.over();
  sending.listener.over();
  expect(heard).toEqual(["one", "one", "ሁለት", "over"]);
});

test("the largest piece fits into what PostgreSQL carries", () => {
  const { world, begin, beat } = openWorld();
  const { sending } = begin();
  sending.listener.hear(new ArrayBuffer(5 + 800));
  beat();
  expect(JSON.stringify(world.toPrincipal[0]).length).toBeLessThan(7_900);
  expect(world.toPrincipal.map((told) => told.is === "sound" && told.n)).toEqual([0, 1]);
});

test("a silent call is listened to for as long as both are there", () => {
  const { heard, begin, beat, stops } = openWorld();
  begin();
  for (let n = 0; n < 100; n++) beat();
  expect([heard, stops()]).toEqual([[], 0]);
});

test("who stops listening stops the sending; it may stop twice, and before it has begun", () => {
  const { sendings, begin, stops } = openWorld();
  const { hearing } = begin();
  hearing.stop();
  hearing.stop();
  expect(stops()).toBe(1);
  const early = sendings.send(ORDER, PRINCIPAL)!;
  sendings.told({ is: "leaves", order: ORDER });
  let stopped = 0;
  early.began(() => stopped++);
  expect(stopped).toBe(1);
});

test("when the wire is cut both let go, the listener with the reason, and what comes late is heard by nobody", () => {
  const { world, heard, begin, beat, packet, stops } = openWorld();
  const { sending } = begin();
  beat();
  world.isCut = true;
  for (let n = 0; n < 5; n++) beat();
  expect([heard, stops()]).toEqual([["call.server_unreachable"], 1]);
  world.isCut = false;
  sending.listener.hear(packet("late"));
  sending.listener.over();
  for (let n = 0; n < 5; n++) beat();
  expect([heard, stops()]).toEqual([["call.server_unreachable"], 1]);
});

test("a repeated, foreign or senseless message changes nothing", () => {
  const { hearings, sendings, heard, begin, beat } = openWorld();
  begin();
  const other = "44444444-4444-4444-8444-444444444444";
  for (const told of [
    { is: "over", order: other },
    { is: "leaves", order: other },
    { is: "listens", order: other },
    { is: "ordered" },
  ] as ServerMessage[])
    for (const side of [hearings, sendings, hearings]) side.told(told);
  beat();
  expect(heard).toEqual([]);
  expect([
    parseServerMessage("{"),
    parseServerMessage('{"is":"sound"}'),
    parseServerMessage(`{"is":"sound","order":"${ORDER}","n":1,"packet":"?"}`),
  ]).toEqual([undefined, undefined, undefined]);
});

test("sixty-four listeners elsewhere are served, the next is not; a listening that failed makes room", () => {
  const { sendings } = openWorld();
  const all = Array.from({ length: 64 }, (_, n) => sendings.send(`order ${n}`, PRINCIPAL)!);
  expect(sendings.send(ORDER, PRINCIPAL)).toBeUndefined();
  all[0]!.failed();
  expect(sendings.send(ORDER, PRINCIPAL)).toBeDefined();
});
