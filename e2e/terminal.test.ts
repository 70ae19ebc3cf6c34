import { listCalls, readCall, type Execution } from "@ongea/contract";
import { afterAll, afterEach, expect, test } from "vitest";
import { hasSipp, startSipp, type RunningSipp } from "./phones/sipp.ts";
import { bareDataDir, removeDataDir, startServer, stopServers } from "./running-server.ts";
import { hasTerminal, startInTerminal, type Terminal } from "./terminal.ts";

const CALLERS = 10;
const canTell = hasTerminal && hasSipp;
const dataDir = bareDataDir();
let callers: RunningSipp | undefined;
let opened: Terminal | undefined;

afterEach(async () => {
  opened?.close();
  await callers?.stop();
  await opened?.gone();
});

afterAll(async () => {
  await stopServers();
  removeDataDir(dataDir);
});

const ways: [string, (terminal: Terminal) => void][] = [
  ["Ctrl-C in the terminal", (terminal) => terminal.pressCtrlC()],
  ["closing the terminal", (terminal) => terminal.close()],
  ["being terminated by a supervisor", (terminal) => terminal.terminate()],
];

test.skipIf(!canTell).each(ways)(
  "%s with ten live calls ends each with every row and leaves no program behind",
  async (_way, end) => {
    const terminal = (opened = await startInTerminal(dataDir, { DRAIN_SECONDS: "1" }));
    const ids = await tenCalls(terminal);
    end(terminal);
    await expect.poll(() => terminal.left(), { timeout: 60_000 }).toEqual([]);
    expect(terminal.output()).not.toMatch(/\n\s+at /);
    const calls = await asTheyAreKept(ids);
    expect(calls).toHaveLength(CALLERS);
    for (const { call, kinds } of calls) {
      expect(call).toMatchObject({ status: "completed", telephony_data: { hangup_reason: "Call ended" } });
      expect(kinds[0]).toBe("opened");
      expect(kinds.at(-1)).toBe("closed");
      expect(call.transcript).toMatch(/Hello/);
    }
  },
);

test.skipIf(!canTell)(
  "a second Ctrl-C does not wait for ten live calls, and still leaves no program and no open call behind",
  async () => {
    const terminal = (opened = await startInTerminal(dataDir, { DRAIN_SECONDS: "60" }));
    const ids = await tenCalls(terminal);
    terminal.pressCtrlC();
    await expect.poll(() => terminal.output(), { timeout: 30_000 }).toContain("Stopping: ending live calls");
    // Two within 0.7 s are one to the server: a terminal and npm both send it.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    terminal.pressCtrlC();
    // Long before the minute that the calls may go on for.
    await expect.poll(() => terminal.left(), { timeout: 20_000 }).toEqual([]);
    expect(terminal.output()).toContain("Stopped at once.");
    for (const { call, kinds } of await asTheyAreKept(ids)) {
      expect(call.status).toBe("error");
      expect(kinds[0]).toBe("opened");
    }
  },
);

test.skipIf(!hasTerminal)("an idle server is gone soon after Ctrl-C, also when it is pressed twice in a hurry", async () => {
  const terminal = (opened = await startInTerminal(dataDir));
  terminal.pressCtrlC();
  terminal.pressCtrlC();
  await expect.poll(() => terminal.left(), { timeout: 30_000 }).toEqual([]);
  expect(terminal.output()).toContain("Stopped.");
  expect(terminal.output()).not.toMatch(/\n\s+at /);
});

/** Ten telephones that have heard the greeting. */
async function tenCalls({ client, sipPort }: Terminal): Promise<string[]> {
  await callers?.stop();
  callers = await startSipp({
    scenario: "uac",
    target: `127.0.0.1:${sipPort}`,
    number: "1001",
    // A busy machine refuses some: who is refused calls again, ten at once.
    calls: 400,
    callsPerSecond: 3,
    more: ["-l", String(CALLERS)],
    talkMs: 120_000,
    timeoutMs: 150_000,
  });
  const greeted = async (): Promise<string[]> => {
    const { data } = await client.call(listCalls, { query: { status: "in-progress" } });
    const calls = await Promise.all(data.map(({ id }) => client.call(readCall, { params: { execution_id: id } })));
    return calls.filter(({ journal }) => journal.some(({ kind }) => kind === "turn")).map(({ id }) => id);
  };
  await expect.poll(greeted, { timeout: 90_000, interval: 500 }).toHaveLength(CALLERS);
  return greeted();
}

/** What the next server finds of these calls. */
async function asTheyAreKept(ids: readonly string[]): Promise<{ call: Execution; kinds: string[] }[]> {
  await callers?.stop();
  const next = await startServer({ dataDir });
  const found = await Promise.all(
    ids.map(async (id) => {
      const { journal, ...call } = await next.client.call(readCall, { params: { execution_id: id } });
      return { call, kinds: journal.map(({ kind }) => kind) };
    }),
  );
  expect(next.output()).not.toMatch(/\n\s+at /);
  await next.stop();
  return found;
}
