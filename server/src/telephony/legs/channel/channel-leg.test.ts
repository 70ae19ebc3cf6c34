/** A call that we place on WhatsApp, whatever its provider posts of it, and in whatever order. */
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ChannelCalls, PlacedCallEvent } from "../../../contacts/index.ts";
import type { LegEnd } from "../carrier-leg.ts";
import { ChannelLeg } from "./channel-leg.ts";

const REF = "wacid.1";
const MEDIA: PlacedCallEvent = { is: "media", answer: "v=0" };
const OVER: PlacedCallEvent = { is: "over", wasAnswered: false };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type ChannelCallPlaced = Awaited<ReturnType<ChannelCalls["place"]>>;

interface World {
  leg: ChannelLeg;
  /** What the leg does to whoever has placed it, and asks of the provider. */
  done: string[];
  /** The provider's answer to the order. */
  placed(answer: ChannelCallPlaced): Promise<void>;
  told(news: PlacedCallEvent, ref?: string): void;
  end(): Promise<LegEnd | undefined>;
}

function openWorld(): World {
  const done: string[] = [];
  let answer!: (placed: ChannelCallPlaced) => void;
  let end: LegEnd | undefined;
  const leg = new ChannelLeg({
    callId: "11111111-1111-4111-8111-111111111111",
    api: {
      mayCallFrom: () => true,
      permission: async () => ({ kind: "unknown" }),
      place: () => new Promise((resolve) => (answer = resolve)),
      act: async (ref, action) => (done.push(`${action} ${ref}`), { kind: "done" }),
    },
    log: { warn: () => undefined },
    pause: async () => undefined,
  });
  void leg.ended.then((one) => (end = one));
  const line = {
    ringing: () => done.push("rings"),
    answered: () => done.push("answered"),
    packet: (sdp: string) => done.push(`media ${sdp}`),
    media: () => undefined,
    confirmed: () => undefined,
  };
  leg.place({ to: "+254712000001", offer: "v=0" }, line);
  const settle = async (): Promise<void> => void (await vi.advanceTimersByTimeAsync(0));
  return {
    leg,
    done,
    placed: async (placed) => (answer(placed), settle()),
    told: (news, ref = REF) => leg.told(ref, news),
    end: async () => (await settle(), end),
  };
}

test("somebody is answered once, when they have picked up and sound can flow, in either order", async () => {
  for (const acts of [
    ["ringing", "media", "connected", "accepted"],
    ["accepted", "media", "ringing", "connected"],
    ["media", "connected", "media", "accepted", "accepted", "connected"],
  ]) {
    const { leg, done, placed, told, end } = openWorld();
    await placed({ kind: "placed", ref: REF });
    for (const act of acts) {
      if (act === "connected") leg.connected();
      else told(act === "media" ? MEDIA : { is: act as "ringing" | "accepted" });
    }
    expect(done.filter((one) => one !== "rings")).toEqual(["media v=0", "answered"]);
    told({ is: "over", wasAnswered: true });
    expect([await end(), done.some((one) => one.startsWith("terminate"))]).toEqual([{ sipCause: 200, by: "remote" }, false]);
  }
});

test("who declines, does not answer, is not there or has not allowed it ends the call with its reason", async () => {
  const ends = async (act: (world: World) => unknown): Promise<unknown> => {
    const world = openWorld();
    await act(world);
    return [(await world.end())?.sipCause, world.done.filter((one) => one !== "rings")];
  };
  const taken = { kind: "placed", ref: REF } as const;
  expect(await ends(async ({ placed, told }) => (await placed(taken), told({ is: "rejected" }), told(OVER)))).toEqual([
    603,
    [`terminate ${REF}`],
  ]);
  expect(await ends(async ({ placed, told }) => (await placed(taken), told({ is: "ringing" }), told(OVER)))).toEqual([480, []]);
  for (const [code, cause] of [
    [138_006, 403],
    [138_012, 403],
    [138_001, 404],
    [138_003, 486],
    [138_000, 503],
    [undefined, 503],
  ] as const)
    expect(await ends(({ placed }) => placed({ kind: "refused", code }))).toEqual([cause, []]);
});

test("a telephone that nobody picks up rings for a minute; one that is picked up without sound is given up after 20 s", async () => {
  const rings = openWorld();
  await rings.placed({ kind: "placed", ref: REF });
  await vi.advanceTimersByTimeAsync(59_000);
  expect(await rings.end()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1_000);
  expect([await rings.end(), rings.done]).toEqual([{ sipCause: 480, by: "network" }, [`terminate ${REF}`]]);
  const mute = openWorld();
  await mute.placed({ kind: "placed", ref: REF });
  mute.told({ is: "accepted" });
  await vi.advanceTimersByTimeAsync(20_000);
  expect([await mute.end(), mute.done]).toEqual([{ sipCause: 503, by: "network" }, [`terminate ${REF}`]]);
});

test("a lost answer to the order is no end: what is posted says what became of it, and silence is told as unknown", async () => {
  const known = openWorld();
  await known.placed({ kind: "unknown" });
  known.told(MEDIA);
  known.told({ is: "accepted" });
  known.leg.connected();
  expect(known.done).toEqual(["media v=0", "answered"]);
  const silent = openWorld();
  await silent.placed({ kind: "unknown" });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await silent.end()).toEqual({ sipCause: 480, by: "network", isUntold: true });
});

test("what we hang up is ended there, however late it gets its name, and once", async () => {
  const { leg, done, placed, told, end } = openWorld();
  leg.hangUp();
  leg.hangUp();
  expect([await end(), done]).toEqual([{ sipCause: 487, by: "us" }, []]);
  await placed({ kind: "placed", ref: REF });
  told({ is: "accepted" });
  told({ is: "over", wasAnswered: true });
  expect(done).toEqual([`terminate ${REF}`]);
});

test("news of another call of the same name are none of its own", async () => {
  const { done, placed, told, end } = openWorld();
  await placed({ kind: "placed", ref: REF });
  told({ is: "over", wasAnswered: false }, "wacid.old");
  expect([await end(), done]).toEqual([undefined, []]);
});

test("in 2,000 orders of what is posted, asked and done it ends once, is answered once at most, and is left only while it is there", async () => {
  const news: fc.Arbitrary<PlacedCallEvent> = fc.constantFrom<PlacedCallEvent[]>(
    MEDIA,
    { is: "ringing" },
    { is: "accepted" },
    { is: "rejected" },
    OVER,
    { is: "over", wasAnswered: true },
  );
  const act = fc.oneof(
    news,
    fc.constantFrom("connected" as const, "hang up" as const, "placed" as const, "lost" as const, "wait" as const),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 12 }), async (acts) => {
      const { leg, done, placed, told, end } = openWorld();
      let isGone = false;
      for (const one of acts) {
        if (one === "connected") leg.connected();
        else if (one === "hang up") leg.hangUp();
        else if (one === "placed") await placed({ kind: "placed", ref: REF });
        else if (one === "lost") await placed({ kind: "unknown" });
        else if (one === "wait") await vi.advanceTimersByTimeAsync(25_000);
        else {
          told(one);
          isGone ||= one.is === "over";
        }
        expect(!isGone || (await end()) !== undefined).toBe(true);
      }
      await vi.advanceTimersByTimeAsync(120_000);
      expect(done.filter((one) => one === "answered").length).toBeLessThanOrEqual(1);
      expect(done.filter((one) => one.startsWith("terminate")).length).toBeLessThanOrEqual(1);
      expect(done.filter((one) => one.startsWith("media")).length).toBeLessThanOrEqual(1);
      expect(done.includes("answered") || (await end()) !== undefined).toBe(true);
      leg.hangUp();
      expect(await end()).toBeDefined();
    }),
    { numRuns: 2_000 },
  );
});
