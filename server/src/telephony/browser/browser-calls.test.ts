/** Calls that a browser prepares and may never begin. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { RunningCall } from "../../calls/lifecycle/running-call.ts";
import { TEST_AGENT } from "../../calls/testing/set-up-world.ts";
import { createBrowserCalls, type BrowserCalls } from "./browser-calls.ts";
import { createCallTokens, TOKEN_SECONDS } from "./call-tokens.ts";

const MOST_PREPARED = 8;
const OF = { workspaceId: TEST_AGENT.workspaceId, agentId: TEST_AGENT.id };

interface Prepared {
  id: string;
  isRinging: boolean;
  isOver: boolean;
  end(): void;
}

let running: Prepared[];
let browser: BrowserCalls;

/** How often an agent was read. */
let looked = 0;
beforeEach(() => {
  looked = 0;
  vi.useFakeTimers();
  running = [];
  const begin = (): RunningCall => {
    let settle = (): void => undefined;
    const call = {
      id: String(running.length),
      row: { workspaceId: OF.workspaceId },
      isRinging: true,
      isOver: false,
      stored: Promise.resolve(true),
      done: new Promise<void>((resolve) => (settle = resolve)),
      personLeft: () => call.end(),
      fail: () => call.end(),
      end() {
        Object.assign(call, { isRinging: false, isOver: true });
        running.splice(running.indexOf(call), 1);
        settle();
      },
    };
    running.push(call);
    return call as unknown as RunningCall;
  };
  browser = createBrowserCalls({
    calls: {
      begin,
      answered: async () => true,
      find: (id) => running.find((call) => call.id === id) as unknown as RunningCall,
      runningOf: () => running as unknown as RunningCall[],
    },
    agents: { read: async () => (looked++, TEST_AGENT) },
    tokens: createCallTokens(() => performance.now()),
    linesOf: async () => 20,
  });
});
afterEach(() => vi.useRealTimers());

const prepare = (by: string): Promise<string> =>
  browser.prepare({ ...OF, by }, {}).then(
    () => "prepared",
    (error: { code?: string }) => error.code ?? "",
  );
const many = (by: string, count: number): Promise<string[]> => Promise.all(Array.from({ length: count }, () => prepare(by)));

test("200 calls that one person prepares and never begins hold a few lines for a minute, and none of others'", async () => {
  const answers = await many("person/amina", 200);
  expect(answers.filter((answer) => answer === "prepared")).toHaveLength(MOST_PREPARED);
  expect(new Set(answers)).toEqual(new Set(["prepared", "call.too_many"]));
  expect(looked).toBe(MOST_PREPARED);
  expect(await prepare("person/baraka")).toBe("prepared");
  await vi.advanceTimersByTimeAsync(TOKEN_SECONDS * 1_000 + 1);
  expect(running).toEqual([]);
  expect(await prepare("person/amina")).toBe("prepared");
});

test("a call that has begun, or was given up, is prepared no longer", async () => {
  await many("person/amina", MOST_PREPARED);
  expect(await prepare("person/amina")).toBe("call.too_many");
  running[0]!.isRinging = false;
  expect(await prepare("person/amina")).toBe("prepared");
  running[3]!.end();
  await vi.advanceTimersByTimeAsync(0);
  expect(await many("person/amina", 2)).toEqual(["prepared", "call.too_many"]);
});

test("a call whose page has left before it was told of it is over at once, and one that was told of is kept", async () => {
  const page = new AbortController();
  await browser.prepare({ ...OF, by: "person/amina", gone: page.signal }, {});
  expect(running).toHaveLength(1);
  page.abort();
  expect(running).toEqual([]);
  await browser.prepare({ ...OF, by: "person/amina", gone: page.signal }, {});
  expect(running).toEqual([]);

  const other = new AbortController();
  await browser.prepare({ ...OF, by: "person/amina", gone: other.signal }, {});
  running[0]!.isRinging = false;
  other.abort();
  expect(running).toHaveLength(1);
});

test("a workspace holds so many lines, whoever of it asks", async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => prepare(`person/${n}`)));
  expect(answers.filter((answer) => answer === "prepared")).toHaveLength(20);
});

test("whoever wanted a call hangs up as its caller, also long after its token; nobody else does so for them", async () => {
  const { callId } = await browser.prepare({ ...OF, by: "person/amina" }, {});
  const key = { id: callId, workspaceId: OF.workspaceId };
  const [call] = running;
  Object.assign(call!, { isRinging: false });
  await vi.advanceTimersByTimeAsync(TOKEN_SECONDS * 1_000 + 1);
  expect(browser.leave(key, "person/baraka")).toBe(false);
  expect(call!.isOver).toBe(false);
  expect(browser.leave({ ...key, workspaceId: "another" }, "person/amina")).toBe(false);
  expect(browser.leave(key, "person/amina")).toBe(true);
  expect(call!.isOver).toBe(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(browser.leave(key, "person/amina")).toBe(false);
});
