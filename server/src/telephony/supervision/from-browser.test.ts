import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { refuse } from "../../platform/http/refuse.ts";
import { createBrowserTakeOver, type BrowserTakeOverParts } from "./from-browser.ts";

const CALL = "33333333-3333-4333-8333-333333333333";
type Offering = Parameters<ReturnType<typeof createBrowserTakeOver>["offer"]>[0];
const actor = (id: string): Offering => ({ workspaceId: "w", kind: "person", id, name: id }) as Offering;

/** A call whose browser line opens at once; what became of it. */
function world() {
  const done: string[] = [];
  let leg: object | undefined;
  let isHandedOver = false;
  let left = (): void => undefined;
  const call = {
    id: CALL,
    row: { workspaceId: "w", agentName: "Desk" },
    isOpen: true,
    isOver: false,
    get handsOver() {
      return leg ? (isHandedOver ? "done" : "rings") : "not";
    },
    besides(_order: unknown, listener: { closed(): void }) {
      if (leg) return undefined;
      left = listener.closed;
      const mine = {
        id: `${CALL}/1`,
        slot: { opened: Promise.resolve({ answer: { kind: "webrtc", answer: "sdp" } }), end: () => void done.push("end") },
        giveUp: () => undefined,
        over: () => void (leg = leg === mine ? undefined : leg),
      };
      leg = mine;
      return mine;
    },
    connects: (_id: string, to: string, { by }: { by: string }) => {
      isHandedOver = true;
      done.push(`${by} at ${to}`);
    },
  };
  const parts = {
    archive: { running: async () => call },
    audit: { write: async (_: unknown, { act }: { act: string }) => void done.push(act) },
  };
  const over = createBrowserTakeOver(parts as unknown as BrowserTakeOverParts);
  return { over, done, call, leave: () => left() };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a browser that is connected takes the call over, and is not given up later; when it leaves, its line ends", async () => {
  const { over, done, leave } = world();
  expect(await over.offer(actor("amina"), CALL, "offer")).toBe("sdp");
  await expect(over.join(actor("juma"), CALL)).rejects.toMatchObject({ code: "call.not_offered" });
  await over.join(actor("amina"), CALL);
  await expect(over.join(actor("amina"), CALL)).rejects.toMatchObject({ code: "call.not_offered" });
  over.giveUp(CALL);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(done).toEqual(["call.taken_over", "amina at browser"]);
  leave();
  expect(done.at(-1)).toBe("end");
});

test("a browser that never connects leaves the call to the agent, and another may try", async () => {
  const { over, done } = world();
  await over.offer(actor("amina"), CALL, "offer");
  await expect(over.offer(actor("juma"), CALL, "offer")).rejects.toMatchObject({ code: "call.being_handed_over" });
  // The same person tries again.
  await over.offer(actor("amina"), CALL, "offer");
  expect(done).toEqual(["end"]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(done).toEqual(["end", "end"]);
  await expect(over.join(actor("amina"), CALL)).rejects.toMatchObject({ code: "call.not_offered" });
  await over.offer(actor("juma"), CALL, "offer");
  over.giveUp(CALL);
  expect(done).toEqual(["end", "end", "end"]);
});

test("two joins of one moment join once, and a call of another server is refused in a sentence", async () => {
  const { over, done } = world();
  await over.offer(actor("amina"), CALL, "offer");
  const both = await Promise.allSettled([over.join(actor("amina"), CALL), over.join(actor("amina"), CALL)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(done.filter((one) => one === "amina at browser")).toEqual(["amina at browser"]);
  const elsewhere = createBrowserTakeOver({
    archive: { running: () => Promise.reject(refuse("call.server_unreachable")) },
    audit: { write: async () => undefined },
  });
  await expect(elsewhere.offer(actor("amina"), CALL, "offer")).rejects.toMatchObject({ code: "call.browser_elsewhere" });
});
