/** Calls from a browser: prepared by the page, opened once with a token that soon expires. */
import type { Agents } from "../agents/index.ts";
import { refuse } from "../platform/http/refuse.ts";
import type { Calls } from "./calls.ts";
import { unansweredEnding } from "./endings.ts";
import type { LineOrder } from "./media/messages.ts";
import type { CallListener, MediaCall } from "./media/media-pool.ts";
import { TOKEN_SECONDS, type CallTokens } from "./tokens.ts";

export interface BrowserCalls {
  prepare(
    of: { workspaceId: string; agentId: string },
    userData: Record<string, unknown>,
  ): Promise<{ callId: string; token: string; expiresInSeconds: number }>;
  /** Connects over WebRTC. Returns our answer. */
  offer(callId: string, token: string, sdp: string): Promise<string>;
  /** Connects over a WebSocket: what the line sends goes out, what the browser sends goes into the returned call. */
  socket(callId: string, token: string, out: SocketOut): Promise<MediaCall>;
}

export type SocketOut = Required<Pick<CallListener, "packet" | "closeSocket">>;

const MOST_PREPARED = 200;

export function createBrowserCalls(calls: Calls, agents: Agents, tokens: CallTokens): BrowserCalls {
  const expiring = new Map<string, NodeJS.Timeout>();

  return {
    async prepare({ workspaceId, agentId }, userData) {
      if (expiring.size >= MOST_PREPARED) throw refuse("request.too_many");
      const agent = await agents.read(workspaceId, agentId);
      const facts = { agent, provider: "webrtc", direction: "inbound", status: "initiated" } as const;
      const call = await calls.begin({
        ...facts,
        fromNumber: "browser",
        toNumber: agent.document.agent_config.agent_name,
        userData,
      });
      const giveUp = (): void => {
        expiring.delete(call.id);
        call.unanswered(unansweredEnding(487, "us"));
      };
      call.attachAttempt(giveUp);
      expiring.set(call.id, setTimeout(giveUp, TOKEN_SECONDS * 1_000));
      return { callId: call.id, ...tokens.issue(call.id) };
    },
    async offer(callId, token, sdp) {
      const media = await open(callId, token, { kind: "webrtc", offer: sdp });
      if (media.answer.kind !== "webrtc") throw refuse("call.bad_offer");
      return media.answer.answer;
    },
    socket: (callId, token, out) => open(callId, token, { kind: "socket" }, out),
  };

  async function open(callId: string, token: string, line: LineOrder, out?: SocketOut): Promise<MediaCall> {
    const call = calls.find(callId);
    if (!tokens.redeem(callId, token) || !call || call.isOver) throw refuse("call.bad_token");
    clearTimeout(expiring.get(callId));
    expiring.delete(callId);
    const agent = await agents.read(call.row.workspaceId, call.row.agentId ?? "");
    const media = await calls.connect(call, agent, line, out).catch(() => {
      call.unanswered(unansweredEnding(488, "remote"));
      throw refuse("call.bad_offer");
    });
    if (!media) {
      call.unanswered(unansweredEnding(486, "remote"));
      throw refuse("call.busy");
    }
    call.attach(media, () => undefined);
    calls.answered(call, agent, "browser");
    return media;
  }
}
