/** Calls of visitors: what a pass opens, what it shows, how many there are. */
import type { Entry, LiveEvent } from "@ongea/contract";
import { expect, test } from "vitest";
import { createLive } from "../../platform/live/live.ts";
import type { RunningCall } from "../../calls/lifecycle/running-call.ts";
import { createVisitorCalls } from "./visitor-calls.ts";

interface Fake {
  id: string;
  entries: Entry[];
  isOver: boolean;
  ended: string[];
  done: Promise<void>;
  personLeft(): void;
  end(reason: string): void;
}

function open() {
  const running = new Map<string, Fake>();
  const live = createLive<LiveEvent>();
  const prepare = async (): Promise<{ callId: string; token: string; expiresInSeconds: number }> => {
    let settle = (): void => undefined;
    const call: Fake = {
      id: `call-${running.size}`,
      entries: [],
      isOver: false,
      ended: [],
      done: new Promise((resolve) => (settle = resolve)),
      personLeft: () => call.end("left"),
      end(reason) {
        call.isOver = true;
        call.ended.push(reason);
        settle();
      },
    };
    running.set(call.id, call);
    return { callId: call.id, token: "token", expiresInSeconds: 60 };
  };
  const typed: unknown[] = [];
  const visitors = createVisitorCalls({
    calls: {
      find: (id) => running.get(id) as unknown as RunningCall,
      typed: (key, text) => void typed.push([key, text]),
    },
    browser: { prepare, offer: async () => "answer", socket: () => Promise.reject(new Error("unused")), leave: () => false },
    live,
  });
  const start = (from: string, by = "widget/a", mostAtOnce = 10) =>
    visitors.start({ workspaceId: "w", agentId: "a", from, by, mostAtOnce, mostSeconds: 60 });
  const code = (asked: Promise<unknown>): Promise<string> =>
    asked.then(
      () => "begun",
      (error: { code: string }) => error.code,
    );
  return { visitors, running, live, typed, start, code };
}

test("of each widget so many calls run at once, those that are being prepared among them; another widget has its own", async () => {
  const { start, code } = open();
  const answers = await Promise.all([1, 2, 3, 4].map((n) => code(start(`198.51.100.${n}`, "widget/a", 2))));
  expect(answers.toSorted()).toEqual(["begun", "begun", "call.busy", "call.busy"]);
  expect(await code(start("198.51.100.9", "widget/b", 2))).toBe("begun");
});

test("one network holds three calls of a widget; one that has ended leaves its place", async () => {
  const { visitors, start, code } = open();
  const from = "198.51.100.1";
  const first = await start(from);
  expect([await code(start(from)), await code(start(from)), await code(start(from))]).toEqual([
    "begun",
    "begun",
    "call.too_many",
  ]);
  visitors.stop(first.callId, first.pass);
  expect(await code(start(from))).toBe("begun");
});

test("a pass opens its own call alone, and nothing when that is over", async () => {
  const { visitors, running, typed, start } = open();
  const [mine, others] = [await start("198.51.100.1"), await start("198.51.100.2")];
  const refused = expect.objectContaining({ code: "call.bad_token" }) as Error;
  expect(() => visitors.say(mine.callId, others.pass, "hello")).toThrow(refused);
  expect(() => visitors.stop(mine.callId, "")).toThrow(refused);
  expect(() =>
    visitors.follow(
      mine.callId,
      mine.token,
      () => undefined,
      () => undefined,
    ),
  ).toThrow(refused);
  visitors.say(mine.callId, mine.pass, "hello");
  expect(typed).toEqual([[{ id: mine.callId, workspaceId: "w" }, "hello"]]);
  visitors.stop(mine.callId, mine.pass);
  expect(running.get(mine.callId)?.ended).toEqual(["left"]);
  expect(() => visitors.say(mine.callId, mine.pass, "hello")).toThrow(refused);
  expect(running.get(others.callId)?.isOver).toBe(false);
});

test("a visitor reads what is said, and nothing of what is the workspace's: look-ups, failures, what a supervisor whispers", async () => {
  const { visitors, running, live, start } = open();
  const { callId, pass } = await start("198.51.100.1");
  const said: Entry[] = [
    { kind: "partial", atMs: 1, text: "good" },
    { kind: "whisper", atMs: 2, by: "Amina", text: "Offer a discount" },
    { kind: "transfer", to: "+254711000001", startMs: 3, endMs: 4 },
  ];
  running.get(callId)!.entries.push(...said);
  const told: Entry[] = [];
  let isOver = false;
  const leave = visitors.follow(
    callId,
    pass,
    (entry) => told.push(entry),
    () => (isOver = true),
  );
  live.publish("w", { event: "entry", execution_id: callId, entry: { kind: "whisper", atMs: 5, by: "Amina", text: "Hurry" } });
  live.publish("w", { event: "entry", execution_id: "another", entry: { kind: "partial", atMs: 6, text: "not mine" } });
  live.publish("w", { event: "entry", execution_id: callId, entry: { kind: "partial", atMs: 7, text: "good day" } });
  expect(
    told.map((entry) => (entry.kind === "partial" ? entry.text : entry.kind === "transfer" ? entry.to : entry.kind)),
  ).toEqual(["good", "", "good day"]);
  leave();
  live.publish("w", { event: "entry", execution_id: callId, entry: { kind: "partial", atMs: 8, text: "gone" } });
  expect(told).toHaveLength(3);
  visitors.stop(callId, pass);
  await Promise.resolve();
  await expect.poll(() => isOver).toBe(true);
});
