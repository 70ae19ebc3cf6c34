/** Carries out what other servers ask of the calls that this one carries: each order once, and answers what became of it. */
import type { RefusalCode } from "@ongea/contract";
import type { Actor } from "../../accounts/index.ts";
import { isAway } from "../../platform/database/away.ts";
import { Refusal, refuse } from "../../platform/http/refuse.ts";
import type { Log } from "../../platform/log/log.ts";
import type { ChannelCallReport } from "../../contacts/index.ts";
import type { Order, OrderStore } from "./store.ts";
import { CallCommand, type Outcome, type ServerMessage } from "./commands.ts";

/** What can be done with a call that runs here. Each refuses what the call's own server would refuse its own people. */
export interface CommandHandlers {
  stop(actor: Actor, callId: string): Promise<void>;
  say(actor: Actor, callId: string, text: string): Promise<void>;
  whisper(actor: Actor, callId: string, text: string): Promise<void>;
  takeOver(actor: Actor, callId: string, to: string): Promise<{ to: string }>;
  giveUp(actor: Actor, callId: string): Promise<void>;
  callerLeft(actor: Actor, callId: string): Promise<void>;
  channelTold(actor: Actor, callId: string, told: ChannelCallReport): Promise<void>;
  /** Its sound goes to the server that asked, under the order's id. */
  listen(actor: Actor, order: Order): Promise<void>;
}

export interface CarryingOutParts {
  store: Pick<OrderStore, "take" | "answer">;
  handlers: CommandHandlers;
  ownerId: string;
  tell(ownerId: string, told: ServerMessage): void;
  log: Pick<Log, "warn" | "error">;
  pause(ms: number): Promise<void>;
}

export interface CarryingOut {
  /** Takes what waits, also while it is taking already. Never rejects. */
  look(): Promise<void>;
}

/** Telephones that ring among them. */
const MOST_AT_ONCE = 100;
/** Of an answer, while the database is away. */
const TRIES = 10;
const TRY_AGAIN_MS = 500;

export function createCarryingOut(parts: CarryingOutParts): CarryingOut {
  const { store, ownerId, log } = parts;
  let looking: Promise<void> | undefined;
  let isAskedAgain = false;
  let running = 0;

  async function takeAll(): Promise<void> {
    // Where there is no room nothing is waited for, and it must be known as looking before it ends.
    await Promise.resolve();
    try {
      do {
        isAskedAgain = false;
        const room = MOST_AT_ONCE - running;
        for (const order of room > 0 ? await store.take(ownerId, room) : []) {
          running++;
          void carryOut(order, parts).finally(() => running--);
        }
      } while (isAskedAgain);
    } catch (error) {
      if (!isAway(error)) log.warn({ err: error }, "What other servers ask of calls could not be read");
    } finally {
      looking = undefined;
    }
  }

  return {
    look() {
      isAskedAgain = true;
      return (looking ??= takeAll());
    },
  };
}

async function carryOut(order: Order, { store, handlers, tell, log, pause }: CarryingOutParts): Promise<void> {
  const outcome = await outcomeOf(order, handlers, log);
  for (let tried = 1; tried <= TRIES; tried++) {
    try {
      await store.answer(order, outcome);
      return tell(order.askerId, { is: "answered", order: order.id });
    } catch (error) {
      if (tried === TRIES || !isAway(error))
        return log.warn({ err: error, callId: order.callId }, "What became of an order was not told");
    }
    await pause(TRY_AGAIN_MS);
  }
}

async function outcomeOf(order: Order, handlers: CommandHandlers, log: CarryingOutParts["log"]): Promise<Outcome> {
  try {
    return { ok: true, ...(await act(order, handlers)) };
  } catch (error) {
    if (!(error instanceof Refusal) && !isAway(error)) log.error({ err: error, callId: order.callId }, "An order failed");
    return { ok: false, code: codeOf(error) };
  }
}

async function act(order: Order, handlers: CommandHandlers): Promise<{ to?: string }> {
  const { workspaceId, callId } = order;
  // A newer server may ask for what this one has not learnt.
  const wish = CallCommand.safeParse(order.wish).data;
  if (!wish) throw refuse("call.server_unreachable");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- stored from an actor
  const actor = { ...order.actor, workspaceId } as Actor;
  switch (wish.do) {
    case "stop":
      return (await handlers.stop(actor, callId), {});
    case "say":
      return (await handlers.say(actor, callId, wish.text), {});
    case "whisper":
      return (await handlers.whisper(actor, callId, wish.text), {});
    case "give up":
      return (await handlers.giveUp(actor, callId), {});
    case "caller left":
      return (await handlers.callerLeft(actor, callId), {});
    case "channel told":
      return (await handlers.channelTold(actor, callId, wish), {});
    case "listen":
      return (await handlers.listen(actor, order), {});
    case "take over":
      return handlers.takeOver(actor, callId, wish.to);
  }
}

function codeOf(error: unknown): RefusalCode {
  if (error instanceof Refusal) return error.code;
  return isAway(error) ? "server.no_database" : "server.failed";
}
