/** A call is taken over from this page: microphone first, then the sound by WebRTC; joined when it is connected. */
import { giveUpTakeOver, joinTakenOver, offerTakeOver } from "@ongea/contract";
import { server } from "../server.ts";
import type { SentenceId } from "../words/index.ts";
import { openMicrophone } from "./microphone.ts";
import { connectPeer, type PeerSound } from "./peer-sound.ts";

/** Nothing: it ended as it should. */
type Why = Extract<SentenceId, `calls.${string}`> | Error | undefined;

export interface TakenOver {
  mute(isMuted: boolean): void;
  hangUp(): void;
}

export interface TakeOverOptions {
  callId: string;
  joined(): void;
  /** Once. */
  ended(why: Why): void;
}

export function takeOverHere({ callId, joined, ended }: TakeOverOptions): TakenOver {
  const player = new Audio();
  player.autoplay = true;
  const params = { execution_id: callId };
  let microphone: MediaStream | undefined;
  let sound: PeerSound | undefined;
  let [isOver, isJoining, hasJoined] = [false, false, false];
  const end = (why?: Why): void => {
    if (isOver) return;
    isOver = true;
    void sound?.bye();
    sound?.close();
    for (const track of microphone?.getTracks() ?? []) track.stop();
    player.srcObject = null;
    if (!hasJoined) server.call(giveUpTakeOver, { params }).catch(() => undefined);
    ended(why);
  };
  const join = (): void => {
    if (isJoining) return;
    isJoining = true;
    server.call(joinTakenOver, { params, body: {} }).then(
      () => {
        hasJoined = true;
        if (!isOver) joined();
      },
      (error: unknown) => end(asError(error)),
    );
  };
  const begin = async (): Promise<void> => {
    const opened = await openMicrophone();
    // Whoever waves the question away takes nothing over; who cannot be heard neither.
    if (!opened) return end();
    microphone = opened.stream;
    if (isOver) return stop(microphone);
    if (opened.problem !== undefined) return end(`calls.microphone_${opened.problem}`);
    sound = connectPeer({
      microphone,
      player,
      connected: join,
      weak: () => undefined,
      lost: () => end("calls.connection_lost"),
      blocked: () => end("calls.connection_blocked"),
    });
    const { sdp } = await server.call(offerTakeOver, { params, body: { sdp: await sound.offer() } });
    if (!isOver) await sound.accept(sdp);
  };
  begin().catch((error: unknown) => end(asError(error)));
  return {
    mute(isMuted) {
      for (const track of microphone?.getAudioTracks() ?? []) track.enabled = !isMuted;
    },
    hangUp: () => end(),
  };
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
