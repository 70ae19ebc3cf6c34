/** The adapters of vendors against the suite of their port; behind each stands a peer of ours that speaks the vendor's protocol. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Recogniser } from "@ongea/conversation";
import { recogniserConformance, type ConformanceCase, type Subject } from "@ongea/conversation/conformance";
import { describe, test } from "vitest";
import { createDeepgramRecogniser } from "./deepgram/recogniser.ts";
import { startDeepgramServer } from "./testing/deepgram-server.ts";

const pass = async (ms: number): Promise<void> => void (await sleep(ms));
const sound = Int16Array.from({ length: 16_000 }, (_, i) => Math.round(8_000 * Math.sin(i / 7)));
const HEARING = { speech: sound, expected: [], language: "en", limitMs: 8_000 };

function tell(cases: readonly ConformanceCase[]): void {
  test.each(cases)("$name", ({ run }) => run(), 60_000);
}

describe("Deepgram (STT)", () => {
  const open = async (): Promise<Subject<Recogniser>> => {
    const { baseUrl, close } = await startDeepgramServer();
    return { adapter: createDeepgramRecogniser({ apiKey: "k", baseUrl }), pass, close };
  };
  const openFailing = async (): Promise<Subject<Recogniser>> => {
    const server = await startDeepgramServer();
    server.status = 503;
    return { adapter: createDeepgramRecogniser({ apiKey: "k", baseUrl: server.baseUrl }), pass, close: () => server.close() };
  };
  tell(recogniserConformance({ ...HEARING, open, openFailing }));
});
