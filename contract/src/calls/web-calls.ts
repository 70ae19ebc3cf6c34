/** Calls by the hosted vendor's own web clients: their two WebSockets, and what their SIP client asks first. */
import { z } from "zod";
import { route } from "../wire/route.ts";

/**
 * `?auth_token=` (or Authorization) is a key of the workspace that may place calls. The page says `{"type":"init","meta_data":{"context_data":{…}}}`,
 * we say `{"type":"ack"}`; then `{"type":"audio","data":…}` both ways (base64: s16le mono 16 kHz in, a whole WAV file out), and from us
 * `{"type":"clear"}`: what waits is not played. `{"type":"text","data":…}` is typed instead of spoken. The socket closes with the call.
 */
export const WEB_CALL_SOCKET = "/web-call/v1/:agent_id";
/** The same without sound: what the agent has said comes as `{"type":"text","data":…}`. */
export const CHAT_SOCKET = "/chat/v1/:agent_id";

export const WebCallInit = z.object({
  type: z.literal("init"),
  meta_data: z.object({ context_data: z.record(z.string(), z.unknown()).nullish() }).nullish(),
});

export const startSipWebCall = route({
  method: "POST",
  path: "/web-call/freeswitch-session",
  who: "agent_manager",
  scope: "call",
  ofAgents: true,
  does:
    "Where the vendor's client for SIP over WebSockets asks for a session. This server takes no SIP from browsers: it is refused with " +
    "call.no_sip_in_browser and `scope: not_enabled`, which that client takes for switched off. Use the WebSocket /web-call/v1/{agent_id} or a widget.",
  body: z.object({ agent_id: z.uuid(), user_data: z.record(z.string(), z.unknown()).nullish() }),
  answer: z.object({ run_id: z.uuid(), agent_id: z.uuid(), wss_url: z.string(), expires_in: z.number() }),
});
