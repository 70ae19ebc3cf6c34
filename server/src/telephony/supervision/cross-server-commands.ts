/**
 * A call that runs is reached from every server of its database: what is asked of one that another server carries stands in a table, which its
 * owner reads when it is told to, and every second besides. The owner carries it out as if it had been asked there, once, in the name of the
 * person who asked, and answers with what became of it.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Actor } from "../../accounts/index.ts";
import type { Database } from "../../platform/database/database.ts";
import { Refusal, refuse } from "../../platform/http/refuse.ts";
import { Wire } from "../../platform/live/wire.ts";
import type { Log } from "../../platform/log/log.ts";
import type { Archive, Calls, CallKey, CallStore } from "../../calls/index.ts";
import type { ChannelCallReport } from "../../contacts/index.ts";
import type { Supervision } from "./supervision.ts";
import { createAsking } from "./send-command.ts";
import { createCarryingOut, type CommandHandlers } from "./run-command.ts";
import { BEAT_MS, createHearings } from "./remote-audio.ts";
import { createSendings, type Sendings } from "./sent-audio.ts";
import type { OrderStore } from "./store.ts";
import { parseServerMessage, type ServerMessage, type CallCommand } from "./commands.ts";

export interface CrossServerParts {
  /** Undefined: this server is alone on its database. */
  connect: Database["connectAlone"];
  store: OrderStore;
  callStore: Pick<CallStore, "read">;
  calls: Pick<Calls, "live">;
  archive: Pick<Archive, "running">;
  supervision: Supervision;
  ownerId: string;
  /** A telephone under this name is registered at this server. */
  isRegistered(phone: string): boolean;
  /** Of a call on a messaging channel that was placed here. */
  channelTold(workspaceId: string, callId: string, told: ChannelCallReport): void;
  /** Somebody has ended a call that runs here: for the log. */
  stopped(actor: Actor, callId: string, agentName: string): void;
  log: Log;
}

/** What is done with a call that runs, wherever it runs. Refuses as `Supervision`, "call.server_unreachable" and "call.order_unanswered" besides. */
export interface Everywhere extends Supervision {
  /** Ends it, and writes down who did. */
  stop(actor: Actor, callId: string): Promise<void>;
  say(actor: Actor, callId: string, text: string): Promise<void>;
  /** Whoever carries the caller's line says so, at this server. */
  callerLeft(actor: Actor, callId: string): Promise<void>;
  /** What a channel's provider posted, at this server, of a call that was placed there. */
  channelTold(actor: Actor, callId: string, told: ChannelCallReport): Promise<void>;
  close(): Promise<void>;
}

/** SIP's 487: before an answer, they gave up. */
const CALLER_LEFT = { by: "remote", sipCause: 487 } as const;
const LOOK_EVERY_MS = 1_000;
const SWEEP_EVERY = 300;

export function createCrossServerCommands(parts: CrossServerParts): Everywhere {
  const { connect, store, callStore, calls, supervision, ownerId, isRegistered, log } = parts;
  const here = handlersHere(parts);
  if (!connect) return { ...supervision, ...here, close: async () => undefined };
  const nowMs = (): number => performance.now();
  const tell = (to: string, told: ServerMessage): void => void wire.send(JSON.stringify(told), channelOf(to));
  const [hearings, sendings] = [createHearings({ tell, nowMs }), createSendings({ tell, nowMs })];
  const handlers: CommandHandlers = {
    ...here,
    ...supervision,
    listen: (actor, order) => listenFor(actor, order, { sendings, supervision }),
  };
  const carrying = createCarryingOut({ store, handlers, ownerId, tell, log, pause: (ms) => pause(ms) });
  const asking = createAsking({ store, callOf: (key) => callStore.read(key), ownerId, tell, nowMs });
  const wire = new Wire({
    connect,
    channel: channelOf(ownerId),
    hear(text) {
      const told = parseServerMessage(text);
      if (told?.is === "ordered") void carrying.look();
      else if (told?.is === "answered") asking.answered(told.order);
      else if (told) [hearings, sendings].forEach((one) => one.told(told));
    },
    opened: () => undefined,
    // What stands in the database is found there; a listener hears a gap.
    overflowed: () => undefined,
    log,
  });
  const beat = setInterval(() => [hearings, sendings].forEach((one) => one.beat()), BEAT_MS).unref();
  const looking = lookAgainAndAgain(() => carrying.look(), store);
  const isHere = (key: CallKey): boolean => calls.live(key) !== undefined;
  const key = ({ workspaceId }: Actor, id: string): CallKey => ({ id, workspaceId });
  const ask = (actor: Actor, id: string, wish: CallCommand) => asking.ask(actor, id, { id: randomUUID(), wish });

  return {
    async stop(actor, id) {
      await (isHere(key(actor, id)) ? here.stop(actor, id) : ask(actor, id, { do: "stop" }));
    },
    async say(actor, id, text) {
      await (isHere(key(actor, id)) ? here.say(actor, id, text) : ask(actor, id, { do: "say", text }));
    },
    async whisper(actor, id, text) {
      await (isHere(key(actor, id)) ? supervision.whisper(actor, id, text) : ask(actor, id, { do: "whisper", text }));
    },
    async takeOver(actor, id, to) {
      if (isHere(key(actor, id))) return supervision.takeOver(actor, id, to);
      const asked = ask(actor, id, { do: "take over", to });
      return { to: (await (isRegistered(to) ? registeredHere(asked) : asked)).to ?? to };
    },
    async giveUp(actor, id) {
      await (isHere(key(actor, id)) ? supervision.giveUp(actor, id) : ask(actor, id, { do: "give up" }));
    },
    async callerLeft(actor, id) {
      await (isHere(key(actor, id)) ? here.callerLeft(actor, id) : ask(actor, id, { do: "caller left" }));
    },
    async channelTold(actor, id, told) {
      await (isHere(key(actor, id)) ? here.channelTold(actor, id, told) : ask(actor, id, { do: "channel told", ...told }));
    },
    async listen(actor, id, listener) {
      if (isHere(key(actor, id))) return supervision.listen(actor, id, listener);
      const order = randomUUID();
      const hearing = hearings.hear(order, listener);
      try {
        hearing.from((await asking.ask(actor, id, { id: order, wish: { do: "listen" } })).ownerId);
        return () => hearing.stop();
      } catch (error) {
        hearing.stop();
        throw error;
      }
    },
    async close() {
      clearInterval(beat);
      looking.stop();
      [hearings, sendings].forEach((one) => one.stop());
      await wire.stop();
    },
  };
}

/** The call's server rings the telephone, and knows only those that are registered there: a NAT lets nobody else through to it. */
function registeredHere<T>(asked: Promise<T>): Promise<T> {
  return asked.catch((error: unknown) => {
    throw error instanceof Refusal && error.code === "call.bad_number" ? refuse("call.phone_elsewhere") : error;
  });
}

function handlersHere({
  archive,
  channelTold,
  stopped,
}: Pick<CrossServerParts, "archive" | "channelTold" | "stopped">): Pick<
  Everywhere,
  "stop" | "say" | "callerLeft" | "channelTold"
> {
  return {
    async stop(actor, id) {
      const call = await archive.running({ id, workspaceId: actor.workspaceId });
      call.end("stopped");
      stopped(actor, id, call.row.agentName);
    },
    async say({ workspaceId }, id, text) {
      (await archive.running({ id, workspaceId })).typed(text);
    },
    async callerLeft({ workspaceId }, id) {
      (await archive.running({ id, workspaceId })).personLeft(CALLER_LEFT);
    },
    channelTold: async ({ workspaceId }, id, told) => channelTold(workspaceId, id, told),
  };
}

type Listened = Parameters<CommandHandlers["listen"]>[1];

async function listenFor(
  actor: Actor,
  { id, askerId, callId }: Listened,
  { sendings, supervision }: { sendings: Sendings; supervision: Pick<Supervision, "listen"> },
): Promise<void> {
  const sending = sendings.send(id, askerId);
  if (!sending) throw refuse("call.too_many_listen");
  try {
    sending.began(await supervision.listen(actor, callId, sending.listener));
  } catch (error) {
    sending.failed();
    throw error;
  }
}

/** A notification may be lost; and what nobody fetched goes after a while. */
function lookAgainAndAgain(look: () => Promise<void>, store: Pick<OrderStore, "sweep">): { stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const again = (looks: number): void => {
    if (isStopped) return;
    timer = setTimeout(() => {
      void look().then(() => again(looks + 1));
      if (looks % SWEEP_EVERY === 0) void store.sweep().catch(() => undefined);
    }, LOOK_EVERY_MS).unref();
  };
  again(0);
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

function channelOf(ownerId: string): string {
  return `ongea_server_${ownerId}`;
}
