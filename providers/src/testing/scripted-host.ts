/** Services of a speech host that behave as they are told. */
import { setTimeout as sleep } from "node:timers/promises";
import { ProviderFailure } from "@ongea/conversation";
import type { Behaviour } from "@ongea/conversation/conformance";
import { bytesOf } from "../host/frames.ts";
import { toListening } from "../host/listening-messages.ts";
import type { Outlet, SpeechEngine } from "../host/speech-engine.ts";

interface Piece {
  say: unknown;
  samples?: Int16Array;
}

/** Says these pieces for each piece of work; `whenTold`: only when it has been told something. */
export function pieceEngine(behaviour: Behaviour, pieces: readonly Piece[], whenTold = false): SpeechEngine {
  const perform = async (client: Outlet): Promise<void> => {
    const failure = new ProviderFailure("unavailable", "the engine is gone");
    if (behaviour === "fails-at-once") return client.end({ code: failure.code, message: failure.message });
    for (const [index, { say, samples }] of pieces.entries()) {
      client.tell(say, samples && bytesOf(samples));
      await sleep(behaviour === "slowly" ? 300 : 1);
      if (index > 0) continue;
      if (behaviour === "stalls") return;
      if (behaviour === "fails-after-first") return client.end({ code: failure.code, message: failure.message });
    }
    client.end();
  };
  return {
    open(_options, client) {
      if (!whenTold) void perform(client);
      return { told: () => void (whenTold && perform(client)), close: () => {} };
    },
    describe: () => ({}),
    close: async () => {},
  };
}

/** Hears how much sound there was. */
export function hearingEngine(behaviour: "answers" | "fails"): SpeechEngine {
  return {
    open(_options, client) {
      let bytes = 0;
      return {
        told(say, body) {
          const message = toListening.parse(say);
          if (message.op === "begin") bytes = 0;
          if (message.op === "hear") bytes += body.length;
          if (message.op !== "pause") return;
          if (behaviour === "fails") return client.end({ code: "unavailable", message: "the engine is gone" });
          client.tell({ op: "settled", id: message.id, pause: message.pause, words: { text: `${bytes} bytes` } });
        },
        close() {},
      };
    },
    describe: () => ({}),
    close: async () => {},
  };
}
