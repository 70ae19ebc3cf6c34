import { createClient, offerBrowserCall, sayInCall, startBrowserCall, stopCall } from "@ongea/contract";
import { server } from "../server.ts";
import type { CallSetup } from "./call-setup.ts";

/** Hanging up is still sent when the page is left. */
const leaving = createClient("", (url, init) => fetch(url, { ...init, keepalive: true }));

export const memberCallSetup: CallSetup = {
  async prepare(agentId, { isDraft }) {
    const body = { agent_id: agentId, ...(isDraft && { draft: true }) };
    const { execution_id: callId, token } = await server.call(startBrowserCall, { body });
    return { callId, token };
  },
  async offer(callId, token, sdp) {
    return (await server.call(offerBrowserCall, { params: { execution_id: callId }, body: { token, sdp } })).sdp;
  },
  say: (callId, text) => server.call(sayInCall, { params: { execution_id: callId }, body: { text } }),
  stop: (callId) => leaving.call(stopCall, { params: { execution_id: callId } }),
};
