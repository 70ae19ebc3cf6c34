/** A media thread: lines, conversations and the link to the speech hosts. It owns its calls from the first packet to the last. */
import { performance } from "node:perf_hooks";
import { parentPort, workerData, type MessagePort } from "node:worker_threads";
import { createGateway, type GatewayOptions } from "@ongea/channels/browser";
import { MediaClock, type PortRange } from "@ongea/channels/media";
import { preferThisThread } from "../../platform/thread-priority.ts";
import { postToWriter } from "../recording/writer-messages.ts";
import { CarriedCall } from "./media-session.ts";
import type { FromMedia, ThreadLoad, ToMedia } from "./messages.ts";
import { openLine } from "./open-line.ts";
import { createOutbox } from "../recording/message-batch.ts";
import { patienceOf } from "./messages.ts";
import type { SpeechSetup } from "../speech-hosts/speech-hosts.ts";
import { openSpeech } from "./speech.ts";

const LOAD_EVERY_MS = 500;
/** Sound that is late is heard; a database or a page that is late by as much is not. */
const NICE = -10;

/** Plain data that the main thread gives to every media thread. */
export interface MediaSetup {
  speech: SpeechSetup;
  rtpPorts: PortRange;
  browser: GatewayOptions;
}

interface Given {
  setup: MediaSetup;
  recordingPort: MessagePort;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the pool starts it with this
if (parentPort) run(parentPort, workerData as Given);

function run(port: MessagePort, { setup, recordingPort }: Given): void {
  preferThisThread(NICE);
  const clock = new MediaClock();
  const speech = openSpeech(setup.speech);
  const gateway = createGateway(setup.browser);
  const calls = new Map<string, CarriedCall>();
  const { tell } = createOutbox<FromMedia>({ post: (messages) => port.postMessage(messages), patienceMs: patienceOf });
  const record = postToWriter(recordingPort);
  const measure = loadOf(clock);
  setInterval(() => tell({ kind: "load", load: measure() }), LOAD_EVERY_MS);

  const obey = (message: ToMedia): void => {
    if (message.kind === "speech") return speech.renew(message.speech);
    if (message.kind !== "prepare") return calls.get(message.callId)?.obeyOrEnd(message);
    const { callId, line } = message;
    const call = new CarriedCall(callId, {
      clock,
      speech,
      record,
      tell,
      other: (id) => calls.get(id),
      closed: () => calls.delete(callId),
    });
    calls.set(callId, call);
    const world = {
      clock,
      rtpPorts: setup.rtpPorts,
      gateway,
      sendPacket: (data: ArrayBuffer | string) => tell({ kind: "packet", callId, data }),
      closeSocket: () => tell({ kind: "close-socket", callId }),
      connected: () => tell({ kind: "connected", callId }),
      typed: (text: string) => call.obey({ kind: "typed", callId, text }),
    };
    call.open(openLine(line, world));
  };
  port.on("message", (messages: readonly ToMedia[]) => messages.forEach(obey));
}

/** Measures the time since it was last asked: how much of it the thread was at work, and how late it woke. */
function loadOf(clock: MediaClock): () => ThreadLoad {
  let before = performance.eventLoopUtilization();
  let beforeMs = performance.now();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    const nowMs = performance.now();
    const behind = clock.lateness().behindMs / Math.max(1, nowMs - beforeMs);
    beforeMs = nowMs;
    clock.forgetLateness();
    return { busy: utilization, behind };
  };
}
