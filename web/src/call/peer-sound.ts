/** The sound of a call over WebRTC, with a channel beside it for keys. */
import { type CallSound, isClosedSoon } from "./call-sound.ts";

const GATHERING_LIMIT_MS = 1_500;
const CONNECTION_LIMIT_MS = 8_000;

export interface PeerSoundOptions {
  microphone: MediaStream;
  player: HTMLAudioElement;
  connected(): void;
  /** Sound fails to arrive; it may come back. */
  weak(): void;
  /** It was connected, and is not any more. */
  lost(): void;
  /** It was never connected. */
  blocked(): void;
}

export interface PeerSound extends CallSound {
  /** What is offered to the server, as SDP. */
  offer(): Promise<string>;
  accept(sdp: string): Promise<void>;
}

export function connectPeer(options: PeerSoundOptions): PeerSound {
  const { microphone, player } = options;
  const peer = new RTCPeerConnection();
  const channel = peer.createDataChannel("page");
  let wasConnected = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  for (const track of microphone.getAudioTracks()) peer.addTrack(track, microphone);
  peer.addEventListener("track", ({ track }) => {
    player.srcObject = new MediaStream([track]);
    void player.play().catch(() => {});
  });
  peer.addEventListener("connectionstatechange", () => {
    const { connectionState } = peer;
    if (connectionState === "connected") {
      wasConnected = true;
      options.connected();
    } else if (connectionState === "failed") (wasConnected ? options.lost : options.blocked)();
    else if (connectionState === "disconnected") options.weak();
  });
  const send: CallSound["send"] = (message) => channel.readyState === "open" && channel.send(JSON.stringify(message));
  return {
    async offer() {
      await peer.setLocalDescription(await peer.createOffer());
      await gathered(peer);
      return peer.localDescription?.sdp ?? "";
    },
    async accept(sdp) {
      await peer.setRemoteDescription({ type: "answer", sdp });
      timer = setTimeout(() => wasConnected || options.blocked(), CONNECTION_LIMIT_MS);
    },
    send,
    bye() {
      if (channel.readyState !== "open") return undefined;
      send({ kind: "bye" });
      return isClosedSoon(channel);
    },
    close() {
      clearTimeout(timer);
      peer.close();
    },
  };
}

async function gathered(peer: RTCPeerConnection): Promise<void> {
  if (peer.iceGatheringState === "complete") return;
  await new Promise<void>((resolve) => {
    setTimeout(resolve, GATHERING_LIMIT_MS);
    peer.addEventListener("icegatheringstatechange", () => {
      if (peer.iceGatheringState === "complete") resolve();
    });
  });
}
