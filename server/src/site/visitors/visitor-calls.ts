/** Calls of visitors without a session: a pass that is told once lets whoever began a call type into it, follow and end it. */
import { randomBytes } from "node:crypto";
import type { Entry, Language, LiveEvent } from "@ongea/contract";
import { refuse } from "../../platform/http/refuse.ts";
import type { Live } from "../../platform/live/live.ts";
import type { BrowserCalls } from "../../telephony/index.ts";
import type { Calls } from "../../calls/index.ts";
import { isSame } from "../../platform/secrets/is-same.ts";

export interface VisitorCallsParts {
  calls: Pick<Calls, "find" | "typed">;
  browser: BrowserCalls;
  live: Live<LiveEvent>;
}

export interface VisitorCallRequest {
  workspaceId: string;
  agentId: string;
  /** Of a widget: which version of the agent it uses. */
  chooser?: { kind: "widget"; target: string };
  /** Of the page, where the front desk speaks it. */
  language?: Language | undefined;
  /** The network that the visitor comes from. */
  from: string;
  /** By what they call: of each, so many calls at the same time. */
  by: string;
  mostAtOnce: number;
  mostSeconds: number;
  /** What the call has as the number that it comes from; without it, a browser's. */
  fromNumber?: string;
  userData?: Record<string, unknown>;
  /** Aborts when the visitor has left before the answer. */
  gone?: AbortSignal | undefined;
}

export interface PreparedVisitorCall {
  callId: string;
  token: string;
  pass: string;
  expiresInSeconds: number;
  mostSeconds: number;
}

export interface VisitorCalls {
  /** Refuses with "call.busy" or "call.too_many". */
  start(wanted: VisitorCallRequest): Promise<PreparedVisitorCall>;
  offer(callId: string, token: string, sdp: string): Promise<string>;
  say(callId: string, pass: string, text: string): void;
  stop(callId: string, pass: string): void;
  /** Tells what is said, what has been said first, and when it is over. Returns how to stop listening; refuses a wrong pass. */
  follow(callId: string, pass: string, tell: (entry: Entry) => void, over: () => void): () => void;
}

/** Lines that one network holds at a time: a second one where the first has found no way through. */
const MOST_FROM_ONE = 3;

interface Held {
  pass: string;
  from: string;
  by: string;
  workspaceId: string;
}

export function createVisitorCalls({ calls, browser, live }: VisitorCallsParts): VisitorCalls {
  /** Each call that is not over. */
  const held = new Map<string, Held>();
  const preparing = new Map<string, number>();
  const count = (by: string, more: number): void => {
    const left = (preparing.get(by) ?? 0) + more;
    if (left > 0) preparing.set(by, left);
    else preparing.delete(by);
  };

  return {
    async start({ workspaceId, agentId, chooser, language, from, by, mostAtOnce, mostSeconds, fromNumber, userData = {}, gone }) {
      const others = [...held.values()].filter((one) => one.by === by);
      if (others.length + (preparing.get(by) ?? 0) >= mostAtOnce) throw refuse("call.busy");
      if (others.filter((one) => one.from === from).length >= MOST_FROM_ONE) throw refuse("call.too_many");
      count(by, 1);
      const of = { workspaceId, agentId, chooser, language, by: `${by}/network/${from}`, fromNumber, gone };
      const { callId, token, expiresInSeconds } = await browser.prepare(of, userData).finally(() => count(by, -1));
      const pass = randomBytes(24).toString("base64url");
      const call = calls.find(callId);
      if (!call) throw refuse("call.busy");
      held.set(callId, { pass, from, by, workspaceId });
      const limit = setTimeout(() => call.end("time-limit"), mostSeconds * 1_000);
      void call.done.then(() => {
        clearTimeout(limit);
        held.delete(callId);
      });
      return { callId, token, pass, expiresInSeconds, mostSeconds };
    },
    offer(callId, token, sdp) {
      if (!held.has(callId)) throw refuse("call.bad_token");
      return browser.offer(callId, token, sdp);
    },
    say(callId, pass, text) {
      const { workspaceId } = admit(callId, pass);
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
      const { workspaceId } = admit(callId, pass);
      const told = (entry: Entry): void => {
        if (!INTERNAL.has(entry.kind)) tell(forVisitors(entry));
      };
      const leave = live.subscribe(workspaceId, (event) => {
        if (event.event === "entry" && event.execution_id === callId) told(event.entry);
      });
      const call = calls.find(callId);
      for (const entry of call?.entries ?? []) told(entry);
      void (call?.done ?? Promise.resolve()).then(over);
      return leave;
    },
  };

  function admit(callId: string, given: string): Held {
    const one = held.get(callId);
    if (!one || !isSame(given, one.pass)) throw refuse("call.bad_token");
    return one;
  }
}

/** A supervisor's whisper, and what the form guard held or corrected, are no visitor's business. */
const INTERNAL: ReadonlySet<Entry["kind"]> = new Set(["whisper", "form", "held", "corrected"]);

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
