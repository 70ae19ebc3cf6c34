/** Somebody calls a workspace on a messaging channel: the provider posts their SDP offer, and its API takes our answer. */
import type { Actor } from "../../accounts/index.ts";
import { armFor, type Agents } from "../../agents/index.ts";
import type { CallKey, Calls, NewCallFacts, RunningCall } from "../../calls/index.ts";
import type { CallAction, CallSignal, ChannelCalls } from "../../contacts/index.ts";
import { pause } from "../../platform/async/pause.ts";
import { Refusal } from "../../platform/http/refuse.ts";
import type { Log } from "../../platform/log/log.ts";
import { uuidOf } from "../../platform/uuid-of.ts";
import type { Nonces } from "../carriers/nonces.ts";
import type { Everywhere } from "../supervision/cross-server-commands.ts";
import { isFull } from "./inbound-limit.ts";

export interface ChannelInboundParts {
  calls: Pick<Calls, "begin" | "answered" | "inboundOf" | "find">;
  agents: Pick<Agents, "read">;
  /** Of one call, one server takes one `rings`. */
  nonces: Nonces;
  /** Tells the server that carries it. */
  everywhere: Pick<Everywhere, "callerLeft">;
  log: Pick<Log, "info" | "warn" | "error">;
  now(): Date;
  pause?: typeof pause;
}

/** What is called, and how the provider is answered. */
export interface CalledSender {
  id: string;
  workspaceId: string;
  agentId: string;
  provider: Extract<NewCallFacts["provider"], "whatsapp">;
  api: ChannelCalls;
}

type Ring = Extract<CallSignal, { kind: "rings" }>;

export interface ChannelInbound {
  /** Takes the call on, unless it was here before, has ended, or is too old. Resolves before it is answered. */
  rings(sender: CalledSender, ring: Ring): Promise<void>;
  ended(sender: Pick<CalledSender, "id" | "workspaceId">, ref: string): Promise<void>;
}

/** Nobody waits so long for an answer; a clock that differs by less does no harm. */
const STALE_MS = 120_000;
const BUSY = 486;
const GAVE_UP = 487;
const BROKEN = 500;
const NO_SOUND = 503;
/** From our answer until sound can flow. Meta waits for at least 30 s. */
const CONNECT_MS = 20_000;
/** A call whose end comes while it begins. */
const MOST_ENDED = 1_000;
/** The provider must hear that a call is over: it would keep the caller waiting, and count the time. */
const LEAVE_AGAIN_AFTER_MS = [1_000, 5_000];

export function createChannelInbound(parts: ChannelInboundParts): ChannelInbound {
  const { calls, agents, nonces, everywhere, log } = parts;
  const { pause: wait = pause } = parts;
  const ended = new Set<string>();
  const legs = new Map<string, ChannelLeg>();

  return {
    async rings(sender, ring) {
      const id = idOf(sender.id, ring.ref);
      if (parts.now().getTime() - ring.at.getTime() > STALE_MS) return log.info({ callId: id }, "A call of a channel is too old");
      // While the database is away every one is new.
      if (calls.find(id) || !(await nonces.isNew(sender.workspaceId, id)) || calls.find(id)) return;
      answer(id, sender, ring).catch((error: unknown) => {
        // A server that stops takes none.
        const level = error instanceof Refusal ? "info" : "error";
        log[level]({ err: error, callId: id }, "A call of a channel could not be answered");
        calls.find(id)?.fail();
        legs.get(id)?.leave();
        legs.delete(id);
      });
    },
    async ended({ id: senderId, workspaceId }, ref) {
      const id = idOf(senderId, ref);
      legs.get(id)?.gone();
      const call = calls.find(id);
      if (call) return call.personLeft({ by: "remote", sipCause: GAVE_UP });
      // From now on nobody begins it; who has begun it is told, and finds it here when it is this server.
      if (await nonces.isNew(workspaceId, id)) return;
      ended.add(id);
      const [oldest = id] = ended;
      if (ended.size > MOST_ENDED) ended.delete(oldest);
      calls.find(id)?.personLeft({ by: "remote", sipCause: GAVE_UP });
      tellOwner({ id, workspaceId });
    },
  };

  /** Not waited for: its sound ends with it, so that the call ends also where nobody is told. */
  function tellOwner({ id, workspaceId }: CallKey): void {
    const actor: Actor = { workspaceId, kind: "operator", id: "channel", name: "channel" };
    everywhere.callerLeft(actor, id).catch((error: unknown) => {
      if (!(error instanceof Refusal)) log.warn({ err: error, callId: id }, "Another server was not told that a caller left");
    });
  }

  async function answer(id: string, sender: CalledSender, { ref, from, to, offer }: Ring): Promise<void> {
    const { workspaceId, agentId, provider, api } = sender;
    const leg = createChannelLeg(api, ref, wait);
    legs.set(id, leg);
    const agent = armFor(await agents.read(workspaceId, agentId, { chooser: { kind: "sender", target: sender.id } }), from);
    const call = calls.begin({ id, agent, provider, direction: "inbound", status: "ringing", fromNumber: from, toNumber: to });
    void call.done.then(() => legs.delete(id));
    call.signal({ refuse: () => leg.leave(), hangUp: () => leg.leave() });
    if (ended.has(id)) return call.personLeft({ by: "remote", sipCause: GAVE_UP });
    if (isFull(agent, calls)) return call.refuse(BUSY);
    let flows!: () => void;
    const flowing = new Promise<void>((resolve) => (flows = resolve));
    const opened = await call.openLine({ kind: "webrtc", offer, isSignalled: true }, { connected: flows });
    if (opened?.answer.kind !== "webrtc") return;
    if (!(await takes(call, leg.ask("pre_accept", opened.answer.answer)))) return;
    // What is said before the sound can flow is not heard.
    const late = setTimeout(() => call.refuse(NO_SOUND), CONNECT_MS);
    await Promise.race([flowing, call.done]);
    clearTimeout(late);
    if (call.isOver || !(await takes(call, leg.ask("accept", opened.answer.answer)))) return;
    await calls.answered(call, agent, "inbound");
  }

  /** The provider takes what we ask of it, and the call goes on. */
  async function takes(call: RunningCall, asked: Promise<{ isTaken: boolean; code?: number | undefined }>): Promise<boolean> {
    const { isTaken, code } = await asked;
    if (!isTaken) log.warn({ callId: call.id, code }, "A channel does not take our answer to a call");
    if (!isTaken) call.refuse(BROKEN);
    return isTaken && !call.isOver;
  }
}

/** The same call at the provider is the same call here. */
function idOf(senderId: string, ref: string): string {
  return uuidOf(`call ${senderId} ${ref}`);
}

interface ChannelLeg {
  ask(
    action: Extract<CallAction, "pre_accept" | "accept">,
    answer: string,
  ): Promise<{ isTaken: boolean; code?: number | undefined }>;
  /** In any state, also twice: the provider hears that we do not, or no longer, want the call. */
  leave(): void;
  /** It has ended there: nothing is said any more. */
  gone(): void;
}

/** The provider's side of one call: what it was asked last decides how it is left. */
function createChannelLeg(api: ChannelCalls, ref: string, pause: (ms: number) => Promise<void>): ChannelLeg {
  let state: "ringing" | "accepted" | "unknown" = "ringing";
  let asking: Promise<unknown> = Promise.resolve();
  let isLeft = false;

  async function leaveBy(action: "reject" | "terminate"): Promise<"done" | "refused"> {
    for (const waitMs of [...LEAVE_AGAIN_AFTER_MS, undefined]) {
      const { kind } = await api.act(ref, action);
      if (kind !== "unknown") return kind;
      if (waitMs !== undefined) await pause(waitMs);
    }
    return "refused";
  }

  return {
    gone: () => void (isLeft = true),
    async ask(action, answer) {
      const asked = api.act(ref, action, answer);
      asking = asked;
      const told = await asked;
      if (action === "accept") state = told.kind === "done" ? "accepted" : told.kind === "unknown" ? "unknown" : state;
      return { isTaken: told.kind === "done", ...(told.kind === "refused" && { code: told.code }) };
    },
    leave() {
      if (isLeft) return;
      isLeft = true;
      void asking.then(async () => {
        if (state === "ringing") return leaveBy("reject");
        const left = await leaveBy("terminate");
        return left === "refused" && state === "unknown" ? leaveBy("reject") : left;
      });
    },
  };
}
