/** Asks the server that carries a call, and waits for its answer: not for ever, and never for good news alone. */
import { isPlanned } from "@ongea/contract";
import type { Actor } from "../../accounts/index.ts";
import { isAway } from "../../platform/database/away.ts";
import { refuse } from "../../platform/http/refuse.ts";
import type { CallKey, CallRow } from "../../calls/index.ts";
import type { Order, OrderStanding, OrderStore } from "./store.ts";
import { Outcome, type ServerMessage, type CallCommand } from "./commands.ts";

export interface SendCommandParts {
  store: Pick<OrderStore, "add" | "read" | "withdraw" | "remove">;
  /** Within the reach of whoever asks. */
  callOf(key: CallKey): Promise<Pick<CallRow, "endedAt" | "status" | "ownerId"> | undefined>;
  /** This server. */
  ownerId: string;
  /** To another server, if it hears. */
  tell(ownerId: string, told: ServerMessage): void;
  /** Steady, ms. */
  nowMs(): number;
}

export interface SentCommand {
  id: string;
  wish: CallCommand;
}

export interface Asking {
  /**
   * Resolves when it has been done. Refuses with the owner's refusal, with "call.server_unreachable" when it was not done and will not be, and
   * with "call.order_unanswered" when nobody knows.
   */
  ask(actor: Actor, callId: string, asked: SentCommand): Promise<{ to?: string | undefined; ownerId: string }>;
  /** Another server has answered this one. */
  answered(orderId: string): void;
}

/** A server that does not take it for so long is gone, or cannot reach the database. */
const TAKEN_WITHIN_MS = 4_000;
/** The longest that a telephone rings is 30 s, before which a line is opened. */
const ANSWERED_WITHIN_MS = { usual: 8_000, ringing: 45_000 };
const LOOK_EVERY_MS = 250;

export function createAsking({ store, callOf, ownerId: here, tell, nowMs }: SendCommandParts): Asking {
  /** Those who wait, by order. */
  const waiting = new Map<string, () => void>();

  async function ownerOf(key: CallKey): Promise<string> {
    const call = await callOf(key);
    if (!call) throw refuse("call.not_found");
    // One of ours that does not run here any more is over; its end is on its way into the database.
    if (call.endedAt !== null || isPlanned(call.status) || call.ownerId === here) throw refuse("call.ended");
    if (call.ownerId === null) throw refuse("call.server_unreachable");
    return call.ownerId;
  }

  return {
    async ask({ workspaceId, kind, id: actorId, name }, callId, { id, wish }) {
      const ownerId = await ownerOf({ id: callId, workspaceId });
      const order = { id, workspaceId, callId, ownerId, askerId: here, actor: { kind, id: actorId, name }, wish };
      await store.add(order, TAKEN_WITHIN_MS);
      tell(ownerId, { is: "ordered" });
      try {
        return { ...(await outcomeOf(order)), ownerId };
      } finally {
        waiting.delete(id);
      }
    },
    answered: (orderId) => waiting.get(orderId)?.(),
  };

  async function outcomeOf(order: Order): Promise<{ to?: string | undefined }> {
    const beganMs = nowMs();
    const patienceMs = order.wish.do === "take over" ? ANSWERED_WITHIN_MS.ringing : ANSWERED_WITHIN_MS.usual;
    let wasOver = false;
    for (;;) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, LOOK_EVERY_MS);
        waiting.set(order.id, () => (clearTimeout(timer), resolve()));
      });
      const waitedMs = nowMs() - beganMs;
      const now = await standing(order);
      if (now === "gone") throw refuse("call.order_unanswered");
      if (now !== "unknown") {
        if (now.state === "answered") return done(order, now.outcome);
        const isLate = waitedMs >= TAKEN_WITHIN_MS && now.state === "waiting";
        if (isLate && (await store.withdraw(order).catch(unlessAway(false)))) throw refuse("call.server_unreachable");
        // Whoever carried it is gone, and the call is settled: what it had to say would have come before.
        if (wasOver && now.state === "taken") throw refuse("call.ended");
        wasOver = now.isOver;
      }
      if (waitedMs >= patienceMs) throw refuse("call.order_unanswered");
    }
  }

  /** The database may be away: then nothing is known for now. */
  async function standing(order: Order): Promise<OrderStanding | "gone" | "unknown"> {
    try {
      return (await store.read(order)) ?? "gone";
    } catch (error) {
      return unlessAway("unknown" as const)(error);
    }
  }

  function done(order: Order, told: unknown): { to?: string | undefined } {
    // Left behind, it is swept.
    void store.remove(order).catch(() => undefined);
    const outcome = Outcome.safeParse(told).data;
    if (!outcome) throw refuse("call.order_unanswered");
    if (!outcome.ok) throw refuse(outcome.code);
    return { to: outcome.to };
  }
}

function unlessAway<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if (!isAway(error)) throw error;
    return instead;
  };
}
