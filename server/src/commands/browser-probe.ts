/** A browser without a person: connects a prepared call over real WebRTC and listens. */
import { listAgents, isFinal, offerBrowserCall, startBrowserCall, stopCall } from "@ongea/contract";
import { withoutCandidates } from "@ongea/channels/browser";
import nodeDataChannel from "node-datachannel";
import { watch } from "./watch.ts";
import { clientOn, type ServerAccess } from "./server-access.ts";

const OPUS = 111;
const LISTEN_MS = 10_000;
const END_TIMEOUT_MS = 15_000;
/** Of a packet with its header: Opus spends less on silence. */
const SPEECH_BYTES = 50;
const SPEECH_PACKETS = 10;

/** Calls the first agent as a page does, listens until it has greeted, ends the call. Returns a sentence; throws one. */
export async function loopbackBrowserCall(way: ServerAccess): Promise<string> {
  // A busy machine may miss the first connection; a page would try again, too.
  return callOnce(way).catch(() => callOnce(way));
}

async function callOnce(way: ServerAccess): Promise<string> {
  const client = clientOn(way);
  const [agent] = await client.call(listAgents);
  if (!agent) throw new Error("There is no agent to call.");
  const prepared = await client.call(startBrowserCall, { body: { agent_id: agent.id } });
  const live = await watch(way);
  const over = live.call((call) => call.id === prepared.execution_id && isFinal(call.status), LISTEN_MS + END_TIMEOUT_MS);
  over.catch(() => undefined);
  const peer = createPeer(new URL(way.url).hostname);
  try {
    const params = { execution_id: prepared.execution_id };
    const answer = await client.call(offerBrowserCall, { params, body: { token: prepared.token, sdp: await peer.offer() } });
    const startedMs = performance.now();
    peer.accept(answer.sdp);
    if (!(await peer.hearsSpeech(LISTEN_MS)))
      throw new Error(`${agent.agent_name} was connected, but nothing was heard for ${LISTEN_MS / 1_000} s.`);
    const heardAfterMs = Math.round(performance.now() - startedMs);
    await client.call(stopCall, { params });
    const { status } = await over;
    if (status !== "completed") throw new Error(`The call was kept as ${status} instead of completed.`);
    return `${agent.agent_name} was heard over WebRTC after ${heardAfterMs} ms; the call is kept`;
  } finally {
    peer.close();
    live.close();
  }
}

interface Peer {
  offer(): Promise<string>;
  accept(sdp: string): void;
  hearsSpeech(withinMs: number): Promise<boolean>;
  close(): void;
}

function createPeer(host: string): Peer {
  const connection = new nodeDataChannel.PeerConnection("doctor", {
    iceServers: [],
    disableAutoNegotiation: true,
    ...(host === "127.0.0.1" ? { bindAddress: host } : {}),
  });
  const audio = new nodeDataChannel.Audio("0", "SendRecv");
  audio.addOpusCodec(OPUS);
  audio.addSSRC(1, "doctor", "doctor", "microphone");
  const track = connection.addTrack(audio);
  connection.createDataChannel("messages");
  let speechPackets = 0;
  track.onMessage((packet) => {
    if (packet.length >= SPEECH_BYTES) speechPackets++;
  });
  return {
    offer: () =>
      new Promise((resolve) => {
        connection.onGatheringStateChange((state) => {
          if (state === "complete") resolve(withoutCandidates(connection.localDescription()?.sdp ?? ""));
        });
        connection.setLocalDescription("offer");
      }),
    accept: (sdp) => connection.setRemoteDescription(sdp, "answer"),
    async hearsSpeech(withinMs) {
      for (let waitedMs = 0; waitedMs < withinMs; waitedMs += 20) {
        if (speechPackets >= SPEECH_PACKETS) return true;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return false;
    },
    close() {
      connection.close();
    },
  };
}
