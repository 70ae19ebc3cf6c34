/** A call is taken over from a browser: its line is prepared beside the call, and joined once the browser says that it is connected. */
import type { Actor, Audit } from "../../accounts/index.ts";
import type { Archive, Leg, RunningCall } from "../../calls/index.ts";
import { orRefusal, refuse, Refusal } from "../../platform/http/refuse.ts";

export interface BrowserTakeOverParts {
  archive: Pick<Archive, "running">;
  audit: Pick<Audit, "write">;
}

export interface BrowserTakeOver {
  /** Returns our answer. Refuses with "call.browser_elsewhere", "call.handed_over", "call.being_handed_over", "call.busy", "call.bad_offer". */
  offer(actor: Actor, callId: string, sdp: string): Promise<string>;
  /** Refuses with "call.not_offered" where no browser of this person waits. */
  join(actor: Actor, callId: string): Promise<void>;
  /** Of no effect where none waits. */
  giveUp(callId: string): void;
}

interface Waiting {
  call: RunningCall;
  leg: Leg;
  /** The person whose browser it is. */
  by: string;
  /** It waits no longer: from now on the line's end is the call's. */
  join(): void;
  end(): void;
}

/** For a browser to connect; the call goes on with the assistant meanwhile. */
const JOINS_WITHIN_MS = 20_000;
/** As a transfer names where somebody is. */
const HERE = "browser";

export function createBrowserTakeOver({ archive, audit }: BrowserTakeOverParts): BrowserTakeOver {
  /** By call: of each one at a time. */
  const waiting = new Map<string, Waiting>();

  async function freeCall({ workspaceId }: Actor, id: string): Promise<RunningCall> {
    const call = await orRefusal(archive.running({ id, workspaceId }));
    if (call instanceof Refusal) throw call.code === "call.server_unreachable" ? refuse("call.browser_elsewhere") : call;
    if (!call.isOpen) throw refuse("call.not_open");
    if (call.handsOver === "done") throw refuse("call.handed_over");
    if (call.handsOver === "rings") throw refuse("call.being_handed_over");
    return call;
  }

  return {
    async offer(actor, callId, sdp) {
      // The same person tries again: the earlier try is dropped.
      const before = waiting.get(callId);
      if (before?.by === actor.id) before.end();
      const call = await freeCall(actor, callId);
      const leg = call.besides({ kind: "webrtc", offer: sdp }, { entry: nothing, tool: noTools, closed: () => mine.end() });
      if (!leg) throw refuse("call.busy");
      const timer = setTimeout(() => mine.end(), JOINS_WITHIN_MS);
      const mine: Waiting = {
        call,
        leg,
        by: actor.id,
        join() {
          clearTimeout(timer);
          if (waiting.get(callId) === mine) waiting.delete(callId);
        },
        end() {
          mine.join();
          leg.over();
          leg.slot.end("stopped");
        },
      };
      leg.giveUp = () => mine.end();
      waiting.set(callId, mine);
      const opened = await leg.slot.opened.catch(() => undefined);
      if (opened?.answer.kind === "webrtc" && waiting.get(callId) === mine) return opened.answer.answer;
      mine.end();
      throw refuse(call.isOver ? "call.ended" : "call.bad_offer");
    },
    async join(actor, callId) {
      const mine = waiting.get(callId);
      if (!mine || mine.by !== actor.id || mine.call.row.workspaceId !== actor.workspaceId) {
        // What is out of reach is not there, offered or not.
        const found = await orRefusal(archive.running({ id: callId, workspaceId: actor.workspaceId }));
        throw found instanceof Refusal ? found : refuse("call.not_offered");
      }
      const { call, leg } = mine;
      await audit.write(actor, {
        act: "call.taken_over",
        subject: callId,
        details: { agent_name: call.row.agentName, to: HERE },
      });
      // What was true before it was written down may not be any more.
      if (waiting.get(callId) !== mine || !call.isOpen) throw refuse("call.ended");
      mine.join();
      call.connects(leg.id, HERE, { by: actor.name });
    },
    giveUp: (callId) => waiting.get(callId)?.end(),
  };
}

const nothing = (): undefined => undefined;
const noTools = (): Promise<never> => Promise.reject(new Error("A line that was lent asks for nothing"));
