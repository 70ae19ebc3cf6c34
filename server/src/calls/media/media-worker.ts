/** A media thread: lines, conversations and the link to the speech hosts. It owns its calls from the first packet to the last. */
import { parentPort, workerData, type MessagePort } from "node:worker_threads";
import { createGateway, type GatewayOptions } from "@ongea/channels/browser";
import { MediaClock, type PortRange } from "@ongea/channels/media";
import { CarriedCall } from "./carried-call.ts";
import type { FromMedia, ToMedia } from "./messages.ts";
import { openLine } from "./open-line.ts";
import type { SpeechSetup } from "../../speech/index.ts";
import { openSpeech } from "./speech.ts";

const LOAD_EVERY_MS = 1_000;

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

if (parentPort) run(parentPort, workerData as Given);

function run(port: MessagePort, { setup, recordingPort }: Given): void {
  const clock = new MediaClock();
  const speech = openSpeech(setup.speech);
  const gateway = createGateway(setup.browser);
  const calls = new Map<string, CarriedCall>();
  const tell = (message: FromMedia): void => port.postMessage(message);

  port.on("message", (message: ToMedia) => {
    if (message.kind === "prepare") return void prepare(message);
    calls.get(message.callId)?.obey(message);
  });
  setInterval(() => tell({ kind: "load", calls: calls.size, latenessP99Ms: clock.lateness().p99Ms }), LOAD_EVERY_MS);

  async function prepare({ callId, line }: Extract<ToMedia, { kind: "prepare" }>): Promise<void> {
    try {
      const opened = await openLine(line, {
        clock,
        rtpPorts: setup.rtpPorts,
        gateway,
        sendPacket: (data) => tell({ kind: "packet", callId, data }),
        closeSocket: () => tell({ kind: "close-socket", callId }),
        typed: (text) => calls.get(callId)?.obey({ kind: "typed", callId, text }),
      });
      const call = new CarriedCall(callId, { opened, clock, speech, recordingPort, tell, closed: () => calls.delete(callId) });
      calls.set(callId, call);
      tell({ kind: "prepared", callId, answer: opened.answer, sampleRateHz: opened.line.sampleRateHz });
    } catch (error) {
      tell({ kind: "refused", callId, message: error instanceof Error ? error.message : String(error) });
    }
  }
}
