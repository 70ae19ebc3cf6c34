import { expect, test } from "vitest";
import { parseDescription, type ModelDescription } from "../models/description.ts";
import type { OnlineRecognizer } from "./sherpa.ts";
import { createStreamEngine } from "./stream-recogniser.ts";

const file = (path: string) => ({ path, bytes: 1 });
const description = parseDescription({
  id: "zipformer",
  name: "Zipformer",
  kind: "recogniser",
  engine: "streaming-transducer",
  folder: "zipformer",
  languages: ["en"],
  licence: "Apache-2.0",
  origin: "test",
  improves: "test",
  files: ["e", "d", "j", "t"].map(file),
  parts: { encoder: "e", decoder: "d", joiner: "j", tokens: "t" },
}) as ModelDescription & { engine: "streaming-transducer" };

/** Writes one letter for each tenth of a second that is not silent. */
function letters(): OnlineRecognizer {
  const heard = new Map<object, string>();
  return {
    createStream() {
      const stream = {
        acceptWaveform({ samples }: { samples: Float32Array }) {
          if (samples.some((sample) => sample !== 0)) heard.set(stream, `${heard.get(stream) ?? ""}A`);
        },
        inputFinished() {},
      };
      return stream;
    },
    isReady: () => false,
    decode() {},
    getResult: (stream) => ({ text: heard.get(stream) ?? "" }),
  };
}

test("a streaming model gives words while the caller speaks, settles at a pause and goes on after it", () => {
  const said: unknown[] = [];
  const work = createStreamEngine(letters(), description).open(
    { language: "en", keywords: [] },
    { tell: (say) => said.push(say), end() {} },
  );
  const sound = Buffer.from(new Int16Array(1_600).fill(9).buffer);
  const none = Buffer.alloc(0);
  work.told({ op: "begin", id: 1 }, none);
  work.told({ op: "hear", id: 1 }, sound);
  work.told({ op: "pause", id: 1, pause: 0 }, none);
  work.told({ op: "hear", id: 1 }, sound);
  work.told({ op: "resume", id: 1 }, none);
  work.told({ op: "hear", id: 1 }, sound);
  work.told({ op: "pause", id: 1, pause: 1 }, none);
  work.told({ op: "end", id: 1 }, none);
  work.told({ op: "hear", id: 1 }, sound);
  work.close();
  expect(said).toEqual([
    { op: "partial", id: 1, words: { text: "a" } },
    { op: "settled", id: 1, pause: 0, words: { text: "a" } },
    { op: "partial", id: 1, words: { text: "a aa" } },
    { op: "settled", id: 1, pause: 1, words: { text: "a aa" } },
  ]);
});
