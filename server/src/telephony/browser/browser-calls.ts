/** Calls from a browser: prepared by the page, opened once with a token that soon expires. */
import type { CallSettings, RefusalCode } from "@ongea/contract";
import { type AgentAt, type Agents, withSettings } from "../../agents/index.ts";
import { refuse } from "../../platform/http/refuse.ts";
import type { Calls, RunningCall, CallKey } from "../../calls/index.ts";
import type { LineOrder, CallListener, OpenedSlot } from "../../engines/index.ts";
import { TOKEN_SECONDS, type CallTokens } from "./call-tokens.ts";
import { createPrepared } from "./prepared-calls.ts";

export interface BrowserCalls {
  /**
   * `by`: who wants to call, of whom only a few calls may wait to be begun. `settings`: for this call alone. `gone`: aborts when the page has
   * left before it was answered, and takes the call along.
   */
  prepare(
    of: {
      workspaceId: string;
      agentId: string;
      by: string;
      fromNumber?: string | undefined;
      settings?: CallSettings | undefined;
      /** As the agent's draft has it. */
      isDraft?: boolean | undefined;
      /** As it uses the agent. */
      chooser?: AgentAt["chooser"];
      language?: AgentAt["language"];
      gone?: AbortSignal | undefined;
    },
    userData: Record<string, unknown>,
  ): Promise<{ callId: string; token: string; expiresInSeconds: number }>;
  /** Connects over WebRTC. Returns our answer. */
  offer(callId: string, token: string, sdp: string): Promise<string>;
  /** Connects over a WebSocket: what the line sends goes out, what the browser sends goes into the returned call. */
  socket(callId: string, token: string, out: SocketOut, speaks?: "web-call"): Promise<BrowserSocket>;
  /** Whoever wanted the call hangs up, as a caller does. False: it is over, or somebody else's. */
  leave(key: CallKey, by: string): boolean;
}

export interface BrowserSocket {
  packet(data: ArrayBuffer | string): void;
  /** The browser has gone. */
  closed(): void;
}

export type SocketOut = Required<Pick<CallListener, "packet" | "closeSocket">>;

export interface BrowserCallsParts {
  calls: Pick<Calls, "begin" | "answered" | "find" | "runningOf">;
  agents: Pick<Agents, "read">;
  tokens: CallTokens;
  /** How many lines a workspace may hold at a time, prepared ones included. */
  linesOf(workspaceId: string): Promise<number>;
}

/** By the SIP status that a call was refused with. */
const WHY_NOT: Readonly<Partial<Record<number, RefusalCode>>> = {
  503: "call.busy",
  488: "call.bad_offer",
  500: "call.bad_offer",
};
const GONE = { sipCause: 487, by: "remote" } as const;

export function createBrowserCalls({ calls, agents, tokens, linesOf }: BrowserCallsParts): BrowserCalls {
  const prepared = createPrepared();
  const holders = createHolders(calls);
  return {
    async prepare({ workspaceId, agentId, by, fromNumber = "browser", settings, gone, ...at }, userData) {
      const call = await prepared.begin({ by, settings, at }, async () => {
        const most = await linesOf(workspaceId);
        const agent = withSettings(await agents.read(workspaceId, agentId, at), settings);
        if (calls.runningOf(workspaceId).length >= most) throw refuse("call.too_many");
        return calls.begin({
          agent,
          provider: "webrtc",
          direction: "inbound",
          status: "initiated",
          fromNumber,
          toNumber: agent.document.agent_config.agent_name,
          userData,
        });
      });
      const giveUp = (): void => {
        prepared.drop(call);
        if (call.isRinging) call.personLeft(GONE);
      };
      holders.took(call, by);
      const expires = setTimeout(giveUp, TOKEN_SECONDS * 1_000);
      void call.done.then(() => {
        clearTimeout(expires);
        prepared.drop(call);
      });
      if (gone?.aborted) giveUp();
      else gone?.addEventListener("abort", giveUp, { once: true });
      if (!(await call.stored)) {
        call.fail();
        throw refuse("server.no_database");
      }
      return { callId: call.id, ...tokens.issue(call.id) };
    },
    async offer(callId, token, sdp) {
      const { opened } = await open(callId, token, { kind: "webrtc", offer: sdp });
      if (opened.answer.kind !== "webrtc") throw refuse("call.bad_offer");
      return opened.answer.answer;
    },
    async socket(callId, token, out, speaks) {
      const { call } = await open(callId, token, { kind: "socket", speaks }, out);
      return { packet: (data) => call.line?.packet(data), closed: () => call.personLeft(GONE) };
    },
    leave: holders.leave,
  };

  async function open(
    callId: string,
    token: string,
    line: LineOrder,
    out?: SocketOut,
  ): Promise<{ call: RunningCall; opened: OpenedSlot }> {
    const call = calls.find(callId);
    if (!tokens.redeem(callId, token) || !call || call.isOver) throw refuse("call.bad_token");
    try {
      const { settings, at } = prepared.orderOf(call) ?? {};
      const agent = withSettings(await agents.read(call.row.workspaceId, call.row.agentId ?? "", at), settings);
      const opened = await call.openLine(line, out);
      if (!opened || !(await calls.answered(call, agent, "browser"))) throw refuse(WHY_NOT[call.refusal ?? 0] ?? "call.ended");
      return { call, opened };
    } catch (error) {
      call.refuse(500, "us");
      throw error;
    }
  }
}

/** Who wanted each call that is not over. */
function createHolders(calls: BrowserCallsParts["calls"]): Pick<BrowserCalls, "leave"> & {
  took(call: RunningCall, by: string): void;
} {
  const holders = new Map<string, string>();
  return {
    took(call, by) {
      holders.set(call.id, by);
      void call.done.then(() => holders.delete(call.id));
    },
    leave({ id, workspaceId }, by) {
      const call = holders.get(id) === by ? calls.find(id) : undefined;
      if (call?.row.workspaceId !== workspaceId) return false;
      call.personLeft(GONE);
      return true;
    },
  };
}
