/** Two servers on one PostgreSQL: what one is asked of a call that the other carries. */
import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { MIGRATIONS } from "../../schema.ts";
import { runningEmbeddedPostgres } from "../../platform/database/embedded.ts";
import { refuse, type Refusal } from "../../platform/http/refuse.ts";
import { createWorkspaces } from "../../accounts/workspaces/store.ts";
import { openTestDatabase, type TestDatabase } from "../../platform/testing/database.ts";
import type { RunningCall } from "../../calls/lifecycle/running-call.ts";
import { createCallStore, type CallKey } from "../../calls/records/store.ts";
import type { Supervision } from "./supervision.ts";
import { createCrossServerCommands, type Everywhere } from "./cross-server-commands.ts";
import { callOfId } from "../../calls/records/counts/store.ts";
import { createOrderStore } from "./store.ts";

const log = { warn: () => undefined, error: () => undefined, info: () => undefined } as never;
let database: TestDatabase;
let workspaceId: string;
let otherWorkspaceId: string;
const servers: Server[] = [];

beforeAll(async () => {
  database = await openTestDatabase(MIGRATIONS);
  const workspaces = createWorkspaces(database);
  ({ id: workspaceId } = await workspaces.create({ name: "Ours", kind: "real", currency: "KES" }));
  ({ id: otherWorkspaceId } = await workspaces.create({ name: "Theirs", kind: "real", currency: "KES" }));
});
afterAll(() => database.close());
afterEach(async () => {
  for (const { everywhere } of servers.splice(0)) await everywhere.close();
});

interface Server {
  ownerId: string;
  everywhere: Everywhere;
  /** The calls that run there. */
  running: Map<string, CallKey>;
  done: string[];
  ears: Parameters<Supervision["listen"]>[2][];
  connections: pg.Client[];
}

function startServer(change: Partial<Supervision> = {}): Server {
  const server: Omit<Server, "everywhere"> = { ownerId: randomUUID(), running: new Map(), done: [], ears: [], connections: [] };
  const { running, done, ears } = server;
  const live = ({ id, workspaceId: whose }: CallKey): RunningCall | undefined => {
    if (running.get(id)?.workspaceId !== whose) return undefined;
    const end = (why: string): void => (running.delete(id), void done.push(`end ${why}`));
    const typed = (text: string): void => void done.push(`typed ${text}`);
    return { end, typed, row: { agentName: "Front desk" } } as unknown as RunningCall;
  };
  const supervised = (key: CallKey): void => {
    if (!live(key)) throw refuse("call.ended");
  };
  const supervision: Supervision = {
    async listen({ workspaceId: whose, name }, id, listener) {
      supervised({ id, workspaceId: whose });
      done.push(`listen ${name}`);
      ears.push(listener);
      return () => void done.push("stopped listening");
    },
    async whisper({ workspaceId: whose, name }, id, text) {
      supervised({ id, workspaceId: whose });
      done.push(`whisper ${name}: ${text}`);
    },
    async takeOver({ workspaceId: whose, name }, id, to) {
      supervised({ id, workspaceId: whose });
      if (to === "nobody") throw refuse("call.nobody_came");
      if (to === "office" || to === "nonsense") throw refuse("call.bad_number");
      done.push(`take over ${name} ${to}`);
      return { to };
    },
    async giveUp({ workspaceId: whose }, id) {
      supervised({ id, workspaceId: whose });
      done.push("give up");
    },
    ...change,
  };
  const everywhere = createCrossServerCommands({
    connect: async () => {
      const client = new pg.Client(runningEmbeddedPostgres(database.dataDir));
      client.on("error", () => undefined);
      await client.connect();
      server.connections.push(client);
      return client;
    },
    store: createOrderStore(database, callOfId),
    callStore: createCallStore(database),
    calls: { live },
    archive: {
      running: async (key) => {
        const call = live(key);
        if (!call) throw refuse("call.ended");
        return call;
      },
    },
    supervision,
    channelTold: (whose, id, { ref, news }) => void done.push(`${whose === workspaceId} ${id} ${ref} ${news.is}`),
    ownerId: server.ownerId,
    isRegistered: (phone) => phone === "office" || phone === "nobody",
    stopped: ({ name }) => void done.push(`stopped by ${name}`),
    log,
  });
  const started = { ...server, everywhere };
  servers.push(started);
  return started;
}

const asha = () => ({ workspaceId, kind: "person", id: "1", name: "Asha" }) as const;

/** A call that runs at this server. */
async function call(at: Pick<Server, "ownerId" | "running">): Promise<string> {
  const id = randomUUID();
  await database.asOwner(`insert into executions (id, workspace_id, agent_name, status, provider, direction, cost, owner_id)
    values ('${id}', '${workspaceId}', 'Desk', 'in-progress', 'sip', 'inbound', '{}', '${at.ownerId}')`);
  at.running.set(id, { id, workspaceId });
  return id;
}

async function orders(): Promise<number> {
  const { rows } = await database.everywhere.execute("select count(*)::int as n from call_orders");
  return Number(rows[0]?.["n"]);
}

test("a call is typed into, whispered in, taken over and ended from the other server, each once and in the asker's name", async () => {
  const [a, b] = [startServer(), startServer()];
  const id = await call(a);
  await b.everywhere.say(asha(), id, "Yes");
  await b.everywhere.whisper(asha(), id, "Ten percent");
  await expect(b.everywhere.takeOver(asha(), id, "nobody")).rejects.toMatchObject({ code: "call.nobody_came" });
  expect(await b.everywhere.takeOver(asha(), id, "desk")).toEqual({ to: "desk" });
  await b.everywhere.giveUp(asha(), id);
  await b.everywhere.stop(asha(), id);
  await expect(b.everywhere.stop(asha(), id)).rejects.toMatchObject({ code: "call.ended" });
  expect(a.done).toEqual([
    "typed Yes",
    "whisper Asha: Ten percent",
    "take over Asha desk",
    "give up",
    "end stopped",
    "stopped by Asha",
  ]);
  expect(b.done).toEqual([]);
  await expect.poll(orders).toBe(0);
});

test("a telephone that is registered where it is asked, and not where the call is, is refused with what to do", async () => {
  const [a, b] = [startServer(), startServer()];
  const id = await call(a);
  const refused = async (at: Server, to: string) => at.everywhere.takeOver(asha(), id, to).catch(({ code }: Refusal) => code);
  expect(await refused(b, "office")).toBe("call.phone_elsewhere");
  // What is registered nowhere, or was rung in vain, is what the call's server says it is.
  expect([await refused(b, "nonsense"), await refused(b, "nobody")]).toEqual(["call.bad_number", "call.nobody_came"]);
  expect([await refused(a, "office"), a.done]).toEqual(["call.bad_number", []]);
});

test("what is asked at the server that carries the call is done there and then", async () => {
  const a = startServer();
  const id = await call(a);
  await a.everywhere.whisper(asha(), id, "Ten percent");
  await a.everywhere.stop(asha(), id);
  expect([a.done, await orders()]).toEqual([["whisper Asha: Ten percent", "end stopped", "stopped by Asha"], 0]);
});

test("the call of another workspace, and one that is not there, are not found; nor does an owner act for a workspace whose call it is not", async () => {
  const [a, b] = [startServer(), startServer()];
  const id = await call(a);
  const stranger = { ...asha(), workspaceId: otherWorkspaceId };
  await expect(b.everywhere.stop(stranger, id)).rejects.toMatchObject({ code: "call.not_found" });
  await expect(b.everywhere.stop(asha(), randomUUID())).rejects.toMatchObject({ code: "call.not_found" });
  const forged = {
    id: randomUUID(),
    callId: id,
    ownerId: a.ownerId,
    askerId: b.ownerId,
    actor: asha(),
    wish: { do: "stop" } as const,
  };
  const store = createOrderStore(database, callOfId);
  await store.add({ ...forged, workspaceId: otherWorkspaceId }, 4_000);
  const answer = async () => (await store.read({ id: forged.id, workspaceId: otherWorkspaceId }))?.state;
  // In that workspace there is no such call to be read.
  await expect
    .poll(async () => (await database.everywhere.execute("select state from call_orders")).rows)
    .toEqual([{ state: "answered" }]);
  expect([await answer(), a.done]).toEqual([undefined, []]);
  await store.remove({ id: forged.id, workspaceId: otherWorkspaceId });
});

test("twenty whispers at once are each heard once, however often the owner is told to look", async () => {
  const [a, b] = [startServer(), startServer()];
  const id = await call(a);
  await Promise.all(Array.from({ length: 20 }, (_, n) => b.everywhere.whisper(asha(), id, `n${n}`)));
  expect(a.done.toSorted()).toEqual(Array.from({ length: 20 }, (_, n) => `whisper Asha: n${n}`).toSorted());
});

test("an order that is too old is not carried out by a server that comes back, and one without an owner is refused plainly", async () => {
  const gone = { ownerId: randomUUID(), running: new Map<string, CallKey>() };
  const b = startServer();
  const id = await call(gone);
  await expect(b.everywhere.whisper(asha(), id, "Ten percent")).rejects.toMatchObject({ code: "call.server_unreachable" });
  expect(await orders()).toBe(0);
  const a = startServer();
  const other = await call(a);
  const store = createOrderStore(database, callOfId);
  const late = {
    workspaceId,
    callId: other,
    ownerId: a.ownerId,
    askerId: b.ownerId,
    actor: asha(),
    wish: { do: "stop" } as const,
  };
  await store.add({ ...late, id: randomUUID() }, -1);
  await b.everywhere.say(asha(), other, "Yes");
  expect(a.done).toEqual(["typed Yes"]);
  await database.asOwner("delete from call_orders");
});

test("with the notifications' connection cut, orders are found in the table, and the connection is made again", async () => {
  const [a, b] = [startServer(), startServer()];
  const id = await call(a);
  await expect.poll(() => a.connections.length).toBe(1);
  await a.connections[0]!.end();
  await b.everywhere.whisper(asha(), id, "Ten percent");
  expect(a.done).toEqual(["whisper Asha: Ten percent"]);
  await expect.poll(() => a.connections.length).toBeGreaterThan(1);
});

test("a call is heard at the other server until it is over, and the ear is taken away when nobody listens any more", async () => {
  const [a, b] = [startServer(), startServer()];
  const id = await call(a);
  const heard: string[] = [];
  const listener = {
    hear: (packet: ArrayBuffer) => void heard.push(Buffer.from(packet).toString()),
    over: (why = "over") => void heard.push(why),
  };
  await b.everywhere.listen(asha(), id, listener);
  for (let n = 0; n < 50; n++) a.ears[0]!.hear(new TextEncoder().encode(`piece ${n}`).buffer);
  a.ears[0]!.over();
  await expect.poll(() => heard.at(-1)).toBe("over");
  expect(heard).toEqual([...Array.from({ length: 50 }, (_, n) => `piece ${n}`), "over"]);
  const stop = await b.everywhere.listen(asha(), id, listener);
  stop();
  await expect.poll(() => a.done.at(-1)).toBe("stopped listening");
  a.running.clear();
  await expect(b.everywhere.listen(asha(), id, listener)).rejects.toMatchObject({ code: "call.ended" });
});

test("what nobody fetched is swept after a while", async () => {
  const a = startServer();
  const id = await call(a);
  const store = createOrderStore(database, callOfId);
  const order = {
    workspaceId,
    callId: id,
    ownerId: randomUUID(),
    askerId: a.ownerId,
    actor: asha(),
    wish: { do: "stop" } as const,
  };
  await store.add({ ...order, id: randomUUID() }, 4_000);
  await store.sweep();
  expect(await orders()).toBe(1);
  await database.asOwner("update call_orders set asked_at = asked_at - interval '11 minutes'");
  await store.sweep();
  expect(await orders()).toBe(0);
});
