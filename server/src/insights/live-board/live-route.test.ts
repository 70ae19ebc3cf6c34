/** A page that listens while calls run, over a real socket. */
import type { LiveEvent } from "@ongea/contract";
import { afterEach, expect, test, vi } from "vitest";
import WebSocket from "ws";
import { agentsInReach } from "../../platform/database/reach.ts";
import type { Principal } from "../../platform/http/authorise.ts";
import { createHttp, type Http } from "../../platform/http/http.ts";
import { createSocketPlaces } from "../../platform/http/sockets.ts";
import { createLive } from "../../platform/live/live.ts";
import { liveRoute } from "./live-route.ts";

const WORKSPACE = "11111111-1111-4111-8111-111111111111";
const CALL = "33333333-3333-4333-8333-333333333333";
const AMINA: Principal = {
  kind: "person",
  workspaceId: WORKSPACE,
  role: "viewer",
  userId: "1",
  sessionId: "1",
  name: "amina",
  id: "1",
  operator: false,
  scope: "admin",
  agentIds: null,
};
const silent = (): void => undefined;
const log = { debug: silent, info: silent, warn: silent, error: silent };
const away = (): Error => Object.assign(new Error("The database does not answer"), { code: "08006" });
const said = (atMs: number): LiveEvent => ({ event: "entry", execution_id: CALL, entry: { kind: "key", atMs, digit: "1" } });

let app: Http | undefined;
let page: WebSocket | undefined;

afterEach(async () => {
  vi.useRealTimers();
  page?.terminate();
  await app?.close();
});

interface Opened {
  live: ReturnType<typeof createLive<LiveEvent>>;
  heard: LiveEvent[];
  closed: Promise<number>;
}

async function open(past: () => Promise<LiveEvent[]>, recognise: () => Promise<Principal | undefined>): Promise<Opened> {
  const live = createLive<LiveEvent>();
  app = await createHttp(log, { host: "127.0.0.1", names: [], proxies: [], recognise });
  liveRoute(app, { live, places: createSocketPlaces(3), past });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as { port: number };
  const heard: LiveEvent[] = [];
  page = new WebSocket(`ws://127.0.0.1:${port}/live`);
  page.on("open", () => page?.send(JSON.stringify({ follow: CALL })));
  page.on("message", (data) => heard.push(JSON.parse(String(data)) as LiveEvent));
  const closed = new Promise<number>((resolve) => page?.once("close", resolve));
  await new Promise((resolve) => page?.once("open", resolve));
  return { live, heard, closed };
}

test("a page that follows a call while the database is away hears all of it when it is back, each thing once and in order", async () => {
  let tries = 0;
  const past = async (): Promise<LiveEvent[]> => {
    if (++tries < 3) throw away();
    return [said(1), said(2), said(3)];
  };
  const { live, heard } = await open(past, async () => AMINA);
  await expect.poll(() => tries).toBe(1);
  live.publish(WORKSPACE, said(3));
  live.publish(WORKSPACE, said(4));
  await expect.poll(() => heard, { timeout: 5_000 }).toEqual([1, 2, 3, 4].map(said));
  live.publish(WORKSPACE, said(5));
  await expect.poll(() => heard.at(-1)).toEqual(said(5));
});

test("what the database gives back in another order of its fields is told once", async () => {
  let release!: () => void;
  const held = new Promise<void>((resolve) => (release = resolve));
  const past = vi.fn<() => Promise<LiveEvent[]>>(async () => {
    await held;
    return [{ event: "entry", execution_id: CALL, entry: { digit: "1", atMs: 1, kind: "key" } }];
  });
  const { live, heard } = await open(past, async () => AMINA);
  await expect.poll(() => past.mock.calls.length).toBe(1);
  live.publish(WORKSPACE, said(1));
  live.publish(WORKSPACE, said(2));
  release();
  await expect.poll(() => heard).toEqual([said(1), said(2)]);
});

test("a page that may have missed something is told to come again, and reads everything anew", async () => {
  const { live, closed } = await open(
    async () => [said(1)],
    async () => AMINA,
  );
  await expect.poll(() => live.isWatched(WORKSPACE)).toBe(true);
  live.missed(WORKSPACE);
  expect(await closed).toBe(1012);
});

test("a page that is left while the past of a call cannot be read asks for it no longer", async () => {
  const past = vi.fn<() => Promise<LiveEvent[]>>(() => Promise.reject(away()));
  await open(past, async () => AMINA);
  await expect.poll(() => past.mock.calls.length).toBe(1);
  page?.terminate();
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(past.mock.calls.length).toBeLessThanOrEqual(2);
});

test("while nobody can be asked who listens, a page goes on listening; who is removed meanwhile stops hearing when it can be asked again", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  let recognise = async (): Promise<Principal | undefined> => AMINA;
  const { live, heard, closed } = await open(
    async () => [said(1)],
    () => recognise(),
  );
  await expect.poll(() => heard.length).toBe(1);
  recognise = () => Promise.reject(away());
  await vi.advanceTimersByTimeAsync(31_000);
  live.publish(WORKSPACE, said(2));
  await expect.poll(() => heard.length).toBe(2);
  recognise = async () => undefined;
  await vi.advanceTimersByTimeAsync(31_000);
  expect(await closed).toBe(4401);
});

test("a key that is held to an assistant hears of its calls, and follows no other's", async () => {
  const [ours, theirs] = ["44444444-4444-4444-8444-444444444444", "55555555-5555-4555-8555-555555555555"];
  const callOf = (agentId: string): LiveEvent =>
    ({ event: "call", call: { id: CALL, agent_id: agentId } }) as unknown as LiveEvent;
  const reached: unknown[] = [];
  const past = async (): Promise<LiveEvent[]> => {
    reached.push(agentsInReach());
    return [];
  };
  const { live, heard } = await open(past, async () => ({ ...AMINA, kind: "key", agentIds: [ours] }));
  await expect.poll(() => reached).toEqual([[ours]]);
  live.publish(WORKSPACE, callOf(theirs));
  live.publish(WORKSPACE, said(1));
  live.publish(WORKSPACE, { event: "notification", notification: {} } as unknown as LiveEvent);
  live.publish(WORKSPACE, callOf(ours));
  await expect.poll(() => heard).toEqual([callOf(ours)]);
});

test("a page with the board hears the words of every call that it may see, and not how loud they are", async () => {
  const [ours, theirs, elsewhere] = [
    "44444444-4444-4444-8444-444444444444",
    "55555555-5555-4555-8555-555555555555",
    "66666666-6666-4666-8666-666666666666",
  ];
  const saidOf = (agent_id: string, text: string): LiveEvent => ({
    event: "entry",
    execution_id: elsewhere,
    agent_id,
    entry: { kind: "partial", atMs: 1, text },
  });
  const { live, heard } = await open(
    async () => [said(1)],
    async () => ({ ...AMINA, kind: "key", agentIds: [ours] }),
  );
  await expect.poll(() => heard.length).toBe(1);
  live.publish(WORKSPACE, saidOf(ours, "before"));
  page?.send(JSON.stringify({ board: true }));
  await expect
    .poll(() => {
      live.publish(WORKSPACE, saidOf(theirs, "not ours"));
      live.publish(WORKSPACE, { ...saidOf(ours, ""), entry: { kind: "levels", atMs: 1, caller: 1, assistant: 0 } } as LiveEvent);
      live.publish(WORKSPACE, saidOf(ours, "now"));
      return heard.at(-1);
    })
    .toEqual(saidOf(ours, "now"));
  expect(new Set(heard.slice(1).map((one) => JSON.stringify(one)))).toEqual(new Set([JSON.stringify(saidOf(ours, "now"))]));
});

test("a notification for some people is pushed to them alone", async () => {
  const { live, heard } = await open(
    async () => [said(1)],
    async () => AMINA,
  );
  await expect.poll(() => heard.length).toBe(1);
  const told = (readers?: string[]): LiveEvent =>
    ({ event: "notification", notification: {}, ...(readers && { readers }) }) as unknown as LiveEvent;
  live.publish(WORKSPACE, told(["somebody-else"]));
  live.publish(WORKSPACE, told([AMINA.id, "somebody-else"]));
  live.publish(WORKSPACE, told());
  await expect.poll(() => heard.slice(1)).toEqual([told([AMINA.id, "somebody-else"]), told()]);
});
