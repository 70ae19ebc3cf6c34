/** A supervisor beside a call whose caller, telephones, threads and database do what they like. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { AuditAction } from "../../accounts/audit/audit.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { TEST_AGENT, openWorld, type World } from "../../calls/testing/set-up-world.ts";
import { createSupervision, type Supervision } from "./supervision.ts";

const ASHA = { workspaceId: TEST_AGENT.workspaceId, kind: "person", id: "1", name: "Asha" } as const;
const JUMA = { ...ASHA, id: "2", name: "Juma" };
const ELSEWHERE = { ...ASHA, workspaceId: "99999999-9999-4999-8999-999999999999" };

interface Supervised {
  world: World;
  supervision: Supervision;
  id: string;
  actions: AuditAction[];
  /** What became of the take-overs, in order. */
  ends: string[];
  takeOver(by: typeof ASHA | typeof JUMA): void;
}

/** A caller by telephone who talks with the agent. */
async function talking({ isOpen = true, noLog = false } = {}): Promise<Supervised> {
  const world = openWorld();
  world.begin("sip in");
  await goOn(world);
  if (isOpen) {
    world.inbound[0]!.ack();
    await goOn(world);
  }
  const actions: AuditAction[] = [];
  const ends: string[] = [];
  const live = (workspaceId: string) => world.calls.runningOf(workspaceId).find(({ isOver }) => !isOver);
  const supervision = createSupervision({
    archive: {
      running: async ({ id, workspaceId }) => {
        const call = world.calls.live({ id, workspaceId });
        if (!call) throw refuse("call.ended");
        return call;
      },
    },
    agents: { read: () => world.held.hold(TEST_AGENT) },
    audit: {
      write: async (_actor, action) => {
        if (noLog) throw refuse("server.no_database");
        actions.push(action);
      },
    },
    transfer: world.puts,
  });
  const { id } = live(ASHA.workspaceId)!;
  const takeOver = (by: typeof ASHA | typeof JUMA): void =>
    void supervision.takeOver(by, id, "reception").then(
      ({ to }) => ends.push(to),
      (error: { code: string }) => ends.push(error.code),
    );
  return { world, supervision, id, actions, ends, takeOver };
}

async function goOn(world: World): Promise<void> {
  for (let turn = 0; turn < 12; turn++) {
    world.held.give();
    world.pool.work();
    await world.settle();
  }
}

const PACKET = new ArrayBuffer(5);
const listener = () => {
  const heard = { packets: 0, over: 0 };
  return { listener: { hear: () => void heard.packets++, over: () => void heard.over++ }, heard };
};

test("who listens hears the call until it is over, and its sound is asked for only while somebody listens", async () => {
  const { world, supervision, id, actions } = await talking();
  world.pool.sounds(PACKET);
  const [first, second] = [listener(), listener()];
  const stop = await supervision.listen(ASHA, id, first.listener);
  await supervision.listen(JUMA, id, second.listener);
  world.pool.sounds(PACKET);
  stop();
  stop();
  world.pool.sounds(PACKET);
  expect([first.heard.packets, second.heard.packets]).toEqual([1, 2]);
  expect(world.pool.heard).toEqual([true]);
  world.inbound[0]!.end({ by: "remote", sipCause: 200, answered: true });
  await goOn(world);
  expect([first.heard.over, second.heard.over]).toEqual([0, 1]);
  const listened = {
    act: "call.listened",
    subject: id,
    details: { agent_name: TEST_AGENT.document.agent_config.agent_name },
  };
  expect(actions).toEqual([listened, listened]);
});

test("a listener whose page breaks disturbs neither the others nor the call", async () => {
  const { world, supervision, id } = await talking();
  const well = listener();
  const broken = () => {
    throw new Error("The page is gone");
  };
  await supervision.listen(ASHA, id, { hear: broken, over: () => undefined });
  await supervision.listen(JUMA, id, well.listener);
  world.pool.sounds(PACKET);
  world.pool.sounds(PACKET);
  expect([well.heard.packets, world.calls.running]).toEqual([2, 1]);
});

test("eight people listen to a call, the ninth is told so", async () => {
  const { supervision, id } = await talking();
  for (let n = 0; n < 8; n++) await supervision.listen(ASHA, id, listener().listener);
  await expect(supervision.listen(ASHA, id, listener().listener)).rejects.toMatchObject({ code: "call.too_many_listen" });
});

test("a call that nobody has answered, that is over, or that is another workspace's is not supervised", async () => {
  const early = await talking({ isOpen: false });
  await expect(early.supervision.listen(ASHA, early.id, listener().listener)).rejects.toMatchObject({ code: "call.not_open" });
  await expect(early.supervision.whisper(ASHA, early.id, "Hurry")).rejects.toMatchObject({ code: "call.not_open" });
  const { world, supervision, id, actions } = await talking();
  await expect(supervision.whisper(ELSEWHERE, id, "Hurry")).rejects.toMatchObject({ code: "call.ended" });
  world.inbound[0]!.end({ by: "remote", sipCause: 200, answered: true });
  await goOn(world);
  await expect(supervision.takeOver(ASHA, id, "reception")).rejects.toMatchObject({ code: "call.ended" });
  await expect(supervision.giveUp(ASHA, id)).rejects.toMatchObject({ code: "call.ended" });
  expect(actions).toEqual([]);
});

test("what cannot be written into the log is not done", async () => {
  const { world, supervision, id, ends, takeOver } = await talking({ noLog: true });
  await expect(supervision.listen(ASHA, id, listener().listener)).rejects.toMatchObject({ code: "server.no_database" });
  await expect(supervision.whisper(ASHA, id, "Offer ten percent")).rejects.toMatchObject({ code: "server.no_database" });
  takeOver(ASHA);
  await goOn(world);
  expect([ends, world.outbound.length, world.pool.heard, world.pool.whispered]).toEqual([["server.no_database"], 0, [], []]);
});

test("a whisper reaches the assistant with the name of who said it", async () => {
  const { world, supervision, id } = await talking();
  await supervision.whisper(ASHA, id, "Offer ten percent");
  expect(world.pool.whispered).toEqual(["Asha: Offer ten percent"]);
});

test("of two who take over at once one telephone rings, and the other is told so", async () => {
  const { world, supervision, id, ends, takeOver } = await talking();
  takeOver(ASHA);
  takeOver(JUMA);
  await goOn(world);
  expect([world.outbound.length, ends]).toEqual([1, ["call.being_handed_over"]]);
  world.outbound[0]!.answer();
  await goOn(world);
  expect([ends, world.pool.connected]).toEqual([["call.being_handed_over", "reception"], ["reception"]]);
  takeOver(JUMA);
  await goOn(world);
  expect(ends.at(-1)).toBe("call.handed_over");
  await expect(supervision.whisper(JUMA, id, "Hurry")).rejects.toMatchObject({ code: "call.handed_over" });
});

test("a call that ends while the take-over rings stops the telephone, and says why", async () => {
  const { world, ends, takeOver } = await talking();
  takeOver(ASHA);
  await goOn(world);
  world.inbound[0]!.end({ by: "remote", sipCause: 200, answered: true });
  await goOn(world);
  await world.comeToRest();
  expect([ends, world.outbound[0]!.isOver, world.pool.calls]).toEqual([["call.ended"], true, 0]);
});

test("a take-over that is given up, or that nobody answers, leaves the caller with the assistant and may be tried again", async () => {
  const { world, supervision, id, ends, takeOver } = await talking();
  takeOver(ASHA);
  await goOn(world);
  await supervision.giveUp(JUMA, id);
  await goOn(world);
  expect(ends).toEqual(["call.nobody_came"]);
  takeOver(ASHA);
  await goOn(world);
  world.outbound[1]!.end({ by: "remote", sipCause: 486, answered: false });
  await goOn(world);
  expect([ends.at(-1), world.calls.running, world.pool.connected]).toEqual(["call.line_busy", 1, []]);
});

test("whatever happens at whichever moment of a take-over, no telephone goes on ringing and no line is left", async () => {
  const steps = [
    "answers",
    "busy",
    "caller leaves",
    "given up",
    "thread dies",
    "database",
    "thread",
    "again",
    "listens",
  ] as const;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...steps), { maxLength: 12 }), async (chosen) => {
      const { world, supervision, id, takeOver } = await talking();
      takeOver(ASHA);
      for (const step of chosen) {
        const person = world.outbound.at(-1);
        if (step === "answers") person?.answer();
        if (step === "busy") person?.end({ by: "remote", sipCause: 486, answered: false });
        if (step === "caller leaves") world.inbound[0]!.end({ by: "remote", sipCause: 200, answered: true });
        if (step === "given up") void supervision.giveUp(ASHA, id).catch(() => undefined);
        if (step === "thread dies") world.pool.die();
        if (step === "database") world.held.give();
        if (step === "thread") world.pool.work();
        if (step === "again") takeOver(JUMA);
        if (step === "listens") void supervision.listen(ASHA, id, listener().listener).catch(() => undefined);
        await world.settle();
      }
      await world.comeToRest();
      expect([world.pool.calls, world.calls.running]).toEqual([0, 0]);
      expect(world.outbound.every(({ isOver }) => isOver)).toBe(true);
    }),
    { numRuns: 200 },
  );
});
