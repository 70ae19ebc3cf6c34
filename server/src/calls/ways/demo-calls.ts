/** Calls from the public site: anyone may talk to the installation's front desk, briefly, and a few at a time. */
import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Entry, LiveEvent } from "@ongea/contract";
import type { Agents } from "../../agents/index.ts";
import { createRateLimit } from "../../platform/http/rate-limit.ts";
import { refuse } from "../../platform/http/refuse.ts";
import type { Live } from "../../platform/live/live.ts";
import type { BrowserCalls } from "./browser.ts";
import type { Calls } from "../calls.ts";

export interface DemoCallsParts {
  calls: Pick<Calls, "find" | "typed">;
  browser: BrowserCalls;
  agents: Agents;
  live: Live<LiveEvent>;
  /** The workspace whose front desk answers. */
  workspaceId: string;
  /** At the same time; 0 turns them off. */
  mostAtOnce: number;
  /** Any steady clock. */
  nowMs: () => number;
}

export interface PreparedDemoCall {
  callId: string;
  token: string;
  pass: string;
  expiresInSeconds: number;
  mostSeconds: number;
}

export interface DemoCalls {
  /** `from` is the network that the visitor comes from. */
  start(from: string): Promise<PreparedDemoCall>;
  offer(callId: string, token: string, sdp: string): Promise<string>;
  say(callId: string, pass: string, text: string): void;
  stop(callId: string, pass: string): void;
  /** Tells what is said, what has been said first, and when it is over. Returns how to stop listening; refuses a wrong pass. */
  follow(callId: string, pass: string, tell: (entry: Entry) => void, over: () => void): () => void;
}

export const MOST_DEMO_SECONDS = 180;
/** A first call, and a few more at once: a network without UDP needs two for one. */
const AT_ONCE_FROM_ONE = 6;
const ONE_MORE_AFTER_MS = 60_000;
/** Lines that one network holds at a time: a second one where the first has found no way through. */
const MOST_FROM_ONE = 3;
const FRONT_DESK = "front_desk";

export function createDemoCalls(parts: DemoCallsParts): DemoCalls {
  const { calls, browser, agents, live, workspaceId, mostAtOnce, nowMs } = parts;
  const visitors = createRateLimit({ burst: AT_ONCE_FROM_ONE, refillMs: ONE_MORE_AFTER_MS, nowMs });
  /** The pass of each call that is not over, and where its visitor is. */
  const held = new Map<string, { pass: string; from: string }>();
  let preparing = 0;

  return {
    async start(from) {
      if (mostAtOnce === 0) throw refuse("call.demo_off");
      visitors.take(from);
      if (held.size + preparing >= mostAtOnce) throw refuse("call.busy");
      if ([...held.values()].filter((one) => one.from === from).length >= MOST_FROM_ONE) throw refuse("call.too_many");
      preparing++;
      const { callId, token, expiresInSeconds } = await prepare(from).finally(() => preparing--);
      const pass = randomBytes(24).toString("base64url");
      const call = calls.find(callId);
      if (!call) throw refuse("call.busy");
      held.set(callId, { pass, from });
      const limit = setTimeout(() => call.end("time-limit"), MOST_DEMO_SECONDS * 1_000);
      void call.done.then(() => {
        clearTimeout(limit);
        held.delete(callId);
      });
      return { callId, token, pass, expiresInSeconds, mostSeconds: MOST_DEMO_SECONDS };
    },
    offer(callId, token, sdp) {
      if (!held.has(callId)) throw refuse("call.bad_token");
      return browser.offer(callId, token, sdp);
    },
    say(callId, pass, text) {
      admit(callId, pass);
      calls.typed({ id: callId, workspaceId }, text);
    },
    stop(callId, pass) {
      admit(callId, pass);
      const call = calls.find(callId);
      // The visitor has gone from the page: nobody is there to hear a goodbye.
      call?.personLeft({ sipCause: 487, by: "remote" });
      // One that had not begun leaves its place at once.
      if (!call || call.isOver) held.delete(callId);
    },
    follow(callId, pass, tell, over) {
      admit(callId, pass);
      const leave = live.subscribe(workspaceId, (event) => {
        if (event.event === "entry" && event.execution_id === callId) tell(forVisitors(event.entry));
      });
      const call = calls.find(callId);
      for (const entry of call?.entries ?? []) tell(forVisitors(entry));
      void (call?.done ?? Promise.resolve()).then(over);
      return leave;
    },
  };

  async function prepare(from: string): ReturnType<BrowserCalls["prepare"]> {
    const agent = await agents.find(workspaceId, FRONT_DESK);
    if (!agent) throw refuse("call.demo_off");
    return browser.prepare({ workspaceId, agentId: agent.id, by: `network/${from}` }, {});
  }

  function admit(callId: string, given: string): void {
    const pass = Buffer.from(held.get(callId)?.pass ?? "");
    const offered = Buffer.from(given);
    if (pass.length === 0 || pass.length !== offered.length || !timingSafeEqual(pass, offered)) throw refuse("call.bad_token");
  }
}

/** What the inside of a look-up or of a failure says is the workspace's own. */
function forVisitors(entry: Entry): Entry {
  if (entry.kind === "tool") return { ...entry, arguments: "", result: "" };
  if (entry.kind === "transfer") return { ...entry, to: "" };
  if (entry.kind === "failure") {
    const { by: _by, next: _next, ...rest } = entry;
    return { ...rest, problem: { code: entry.problem.code, message: "" } };
  }
  if (entry.kind === "usage") return { ...entry, by: "", usage: {} };
  return entry;
}
