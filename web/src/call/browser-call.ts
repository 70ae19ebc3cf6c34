/** A call from this browser: prepares it, opens the microphone, connects the sound, ends it. */
import { offerBrowserCall, sayInCall, startBrowserCall, stopCall } from "@ongea/contract";
import { server, wordsFor } from "../server.ts";
import { MICROPHONE_WORDS, openMicrophone } from "./microphone.ts";

export type CallState = "idle" | "connecting" | "live" | "ended";

export interface BrowserCallView {
  state: CallState;
  callId?: string;
  /** What went wrong, and what to do. */
  problem?: string;
  /** The caller is heard. */
  hasMicrophone: boolean;
}

const GATHERING_LIMIT_MS = 1_500;
const CONNECTION_LIMIT_MS = 8_000;

export class BrowserCall {
  view: BrowserCallView = { state: "idle", hasMicrophone: false };
  readonly #changed: () => void;
  readonly #player = new Audio();
  #peer: RTCPeerConnection | undefined;
  #microphone: MediaStream | undefined;

  constructor(changed: () => void) {
    this.#changed = changed;
    this.#player.autoplay = true;
  }

  async start(agentId: string): Promise<void> {
    this.#show({ state: "connecting", hasMicrophone: false });
    try {
      const { stream, problem } = await openMicrophone();
      this.#microphone = stream;
      const { execution_id: callId, token } = await server.call(startBrowserCall, { body: { agent_id: agentId } });
      this.#show({
        state: "connecting",
        callId,
        hasMicrophone: problem === undefined,
        ...(problem ? { problem: MICROPHONE_WORDS[problem] } : {}),
      });
      await this.#connect(callId, token, stream);
    } catch (error) {
      this.#end(wordsFor(error));
    }
  }

  /** Says something by typing. */
  async say(text: string): Promise<void> {
    const { callId } = this.view;
    if (callId === undefined) return;
    try {
      await server.call(sayInCall, { params: { execution_id: callId }, body: { text } });
    } catch (error) {
      this.#show({ ...this.view, problem: wordsFor(error) });
      throw error;
    }
  }

  async hangUp(): Promise<void> {
    const { callId } = this.view;
    this.#end();
    if (callId !== undefined) await server.call(stopCall, { params: { execution_id: callId } }).catch(() => {});
  }

  /** The server says that the call is over. */
  ended(): void {
    if (this.view.state !== "ended" && this.view.state !== "idle") this.#end();
  }

  async #connect(callId: string, token: string, microphone: MediaStream): Promise<void> {
    const peer = (this.#peer = new RTCPeerConnection());
    for (const track of microphone.getAudioTracks()) peer.addTrack(track, microphone);
    peer.addEventListener("track", ({ track }) => {
      this.#player.srcObject = new MediaStream([track]);
      void this.#player.play().catch(() => {});
    });
    peer.addEventListener("connectionstatechange", () => this.#follow(peer));
    await peer.setLocalDescription(await peer.createOffer());
    await gathered(peer);
    const answer = await server.call(offerBrowserCall, {
      params: { execution_id: callId },
      body: { token, sdp: peer.localDescription?.sdp ?? "" },
    });
    await peer.setRemoteDescription({ type: "answer", sdp: answer.sdp });
    setTimeout(() => {
      if (peer === this.#peer && peer.connectionState !== "connected")
        this.#end("The sound could not be connected. A firewall may block it.");
    }, CONNECTION_LIMIT_MS);
  }

  #follow(peer: RTCPeerConnection): void {
    if (peer !== this.#peer) return;
    if (peer.connectionState === "connected") this.#show({ ...this.view, state: "live" });
    if (peer.connectionState === "failed") this.#end("The connection was lost. Call again to go on.");
    if (peer.connectionState === "disconnected")
      this.#show({ ...this.view, problem: "The connection is weak. Waiting for it to come back." });
  }

  #end(problem?: string): void {
    this.#peer?.close();
    this.#peer = undefined;
    for (const track of this.#microphone?.getTracks() ?? []) track.stop();
    this.#microphone = undefined;
    this.#player.srcObject = null;
    const { callId } = this.view;
    this.#show({ state: "ended", hasMicrophone: false, ...(callId ? { callId } : {}), ...(problem ? { problem } : {}) });
  }

  #show(view: BrowserCallView): void {
    this.view = view;
    this.#changed();
  }
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
