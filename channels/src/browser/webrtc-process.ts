/**
 * The WebRTC process of a media thread: it carries ICE, DTLS, SRTP and SCTP by node-datachannel and hands whole packets over. That addon
 * can live in one thread of a process only, and takes the process with it when that thread ends; hence a process of its own, in which a
 * fault of native code costs the browser calls of one thread and nothing else.
 */
import { Socket } from "node:net";
import nodeDataChannel from "node-datachannel";
import type { DataChannel, PeerConnection, Track } from "node-datachannel";
import type { FrameKind } from "./frames.ts";
import { FRAME_KINDS, FrameReader, writeFrame } from "./frames.ts";
import type { PeerOrder } from "./gateway.ts";

const LINK_FD = 3;
const GATHERING_LIMIT_MS = 2_000;
const MAX_UNSENT_BYTES = 256 * 1024;
/** So long the last message has to arrive: a connection that is closed at once may take it along, and the page never hears of the goodbye. */
const GOODBYE_MS = 250;

interface Session {
  peer: PeerConnection;
  track: Track | undefined;
  channel: DataChannel | undefined;
}

const sessions = new Map<number, Session>();
const link = new Socket({ fd: LINK_FD });
const reader = new FrameReader(obey);

for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => undefined);
nodeDataChannel.initLogger("Fatal", (_level, message) => console.error(message));
link.on("data", (chunk) => reader.push(chunk));
link.on("error", () => process.exit(0));
link.on("close", () => process.exit(0));

/** A browser may be gone in the very moment that we send: that is its call's end, never that of the others in this process. */
function obey(kind: FrameKind, id: number, payload: Buffer): void {
  try {
    carryOut(kind, id, payload);
  } catch {
    tell(FRAME_KINDS.state, id, "failed");
  }
}

function carryOut(kind: FrameKind, id: number, payload: Buffer): void {
  const session = sessions.get(id);
  if (kind === FRAME_KINDS.rtp) {
    if (session?.track?.isOpen()) session.track.sendMessageBinary(payload);
  } else if (kind === FRAME_KINDS.text) {
    if (session?.channel?.isOpen() && session.channel.bufferedAmount() < MAX_UNSENT_BYTES)
      session.channel.sendMessage(payload.toString());
  } else if (kind === FRAME_KINDS.open) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parent process writes it, from the same type
    void open(id, JSON.parse(payload.toString()) as PeerOrder).catch((error: unknown) => {
      close(id);
      tell(FRAME_KINDS.refused, id, error instanceof Error ? error.message : String(error));
    });
  } else if (kind === FRAME_KINDS.accept) session?.peer.setRemoteDescription(payload.toString(), "answer");
  else if (kind === FRAME_KINDS.close) close(id);
}

async function open(id: number, order: PeerOrder): Promise<void> {
  const peer = new nodeDataChannel.PeerConnection(`call-${id}`, {
    iceServers: [...order.iceServers],
    disableAutoNegotiation: true,
    maxMessageSize: 16_384,
    ...(order.bindHost === undefined ? {} : { bindAddress: order.bindHost }),
    ...(order.portRange ? { portRangeBegin: order.portRange.from, portRangeEnd: order.portRange.to } : {}),
  });
  const session: Session = { peer, track: undefined, channel: undefined };
  sessions.set(id, session);
  peer.onStateChange((state) => tell(FRAME_KINDS.state, id, state));
  peer.onDataChannel((channel) => {
    session.channel = channel;
    channel.onMessage((message) => {
      if (typeof message === "string") tell(FRAME_KINDS.text, id, message);
    });
  });
  if (order.audio) {
    const { mid, payloadType, keysPayloadType, ssrc } = order.audio;
    const audio = new nodeDataChannel.Audio(mid, "SendRecv");
    // Wideband and mono is all that is heard here; what the codec adds for repair can't be used.
    audio.addOpusCodec(
      payloadType,
      "minptime=10;maxplaybackrate=16000;stereo=0;sprop-stereo=0;useinbandfec=0;maxaveragebitrate=32000",
    );
    if (keysPayloadType !== undefined) audio.addAudioCodec(keysPayloadType, "telephone-event/8000", "0-15");
    audio.addSSRC(ssrc, "ongea", "ongea", "voice");
    session.track = peer.addTrack(audio);
    session.track.onMessage((packet) => tell(FRAME_KINDS.rtp, id, packet));
  }
  const gathered = new Promise<void>((resolve) => {
    setTimeout(resolve, GATHERING_LIMIT_MS);
    peer.onGatheringStateChange((state) => {
      if (state === "complete") resolve();
    });
  });
  if (order.offer !== undefined) peer.setRemoteDescription(order.offer, "offer");
  peer.setLocalDescription(order.offer === undefined ? "offer" : "answer");
  await gathered;
  const answer = sessions.get(id) === session ? peer.localDescription() : null;
  if (answer) tell(FRAME_KINDS.answer, id, answer.sdp);
}

function close(id: number): void {
  const session = sessions.get(id);
  sessions.delete(id);
  if (!session) return;
  shut(session.track);
  if (session.channel?.isOpen()) setTimeout(() => shut(session.channel, session.peer), GOODBYE_MS);
  else shut(session.channel, session.peer);
}

function shut(...parts: readonly ({ close(): void } | undefined)[]): void {
  for (const part of parts) {
    try {
      part?.close();
    } catch {
      // It was gone already; the others are closed all the same.
    }
  }
}

function tell(kind: FrameKind, id: number, payload: Uint8Array | string): void {
  if (sessions.has(id) || kind === FRAME_KINDS.refused) link.write(writeFrame(kind, id, payload));
}
