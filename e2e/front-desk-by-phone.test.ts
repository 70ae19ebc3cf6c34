/** The main job, as a caller lives it: a SIP phone with a voice for a microphone rings the front desk. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type ExecutionDetail, isFinal, listCalls, readCall, type Turn } from "@ongea/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeCallerSound } from "./caller-sound.ts";
import { hasBaresip, startBaresip } from "./phones/baresip.ts";
import { isInstalled } from "./phones/processes.ts";
import { readWav } from "./phones/wav.ts";
import { newDataDir, removeDataDir, type RunningServer, startServer, stopServers } from "./running-server.ts";
import { shareHeard, startTranscriber } from "./transcribe.ts";

const CALL_LIMIT_MS = 120_000;

describe.skipIf(!hasBaresip || !isInstalled("flite"))(
  "a caller rings the front desk from a SIP phone (needs baresip and flite)",
  () => {
    const dataDir = newDataDir();
    let server: RunningServer;
    let folder: string;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "story-"));
      server = await startServer({ dataDir });
    });
    afterAll(async () => {
      await stopServers();
      removeDataDir(dataDir);
      await rm(folder, { recursive: true, force: true });
    });

    /** Rings number 1001 with this script for a microphone; gives the call as it was kept, and what the caller heard. */
    async function ring(
      script: readonly (string | number)[],
    ): Promise<{ call: ExecutionDetail; heard: { samples: Int16Array; sampleRateHz: number } }> {
      const microphoneWav = join(folder, "microphone.wav");
      await writeCallerSound(microphoneWav, script);
      const phone = await startBaresip({ microphoneWav, timeoutMs: CALL_LIMIT_MS });
      try {
        phone.dial(`sip:1001@127.0.0.1:${server.sipPort}`);
        await phone.event("CALL_ESTABLISHED", 10_000);
        await phone.event("CALL_CLOSED", CALL_LIMIT_MS);
        const { heard } = await phone.recordings();
        return { call: await lastCall(), heard: await readWav(heard!) };
      } finally {
        await phone.stop();
      }
    }

    async function lastCall(): Promise<ExecutionDetail> {
      const client = createClient(server.url, fetch);
      for (let tries = 0; ; tries++) {
        const { data } = await client.call(listCalls, { query: { page_size: 1 } });
        const last = data[0];
        if (last && isFinal(last.status)) return client.call(readCall, { params: { execution_id: last.id } });
        if (tries > 40) throw new Error("the call was not kept");
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
    }

    it("books an appointment: greeted, understood, read back, booked, said goodbye to, hung up on; and the words are really on the line", async () => {
      const { call, heard } = await ring([
        5.5,
        "I would like to book an appointment",
        6,
        "on thursday",
        5,
        "half past ten",
        5.5,
        "my name is john smith",
        5.5,
        "zero seven one two three four five six seven eight",
        15,
        "yes",
        14,
        "no thank you",
        8,
      ]);
      const turns = call.journal.filter((entry): entry is Turn => entry.kind === "turn");
      const said = turns.filter((turn) => turn.by === "assistant").map((turn) => turn.text);
      expect(call.status).toBe("completed");
      expect(call.telephony_data.hangup_reason).toBe("llm_prompted_hangup");
      expect(said[0]).toBe("Hello, this is Imani Clinic. How can I help you?");
      expect(said.find((text) => text.includes("Is that correct"))).toMatch(
        /^That is Thursday the .* at 10:30 am, for John Smith, phone number 0 7 1 2 3 4 5 6 7 8\. Is that correct\?$/,
      );
      expect(call.journal.filter((entry) => entry.kind === "tool").map((tool) => [tool.name, tool.ok])).toEqual([
        ["check_availability", true],
        ["book_appointment", true],
      ]);
      expect(said.at(-1)).toMatch(/Goodbye/);
      for (const turn of turns.filter(({ delays }) => delays))
        expect(turn.delays?.firstSoundMs).toBeGreaterThan(turn.delays?.speechEndMs ?? Number.NaN);
      expect(call.weave).toMatch(/^[.xt1-9A-I]{48}$/);

      const transcriber = await startTranscriber();
      try {
        const lengthMs = (heard.samples.length / heard.sampleRateHz) * 1_000;
        const shiftMs = Math.max(0, lengthMs - (call.journal.at(-1) as { atMs: number }).atMs);
        for (const turn of [turns[0]!, turns.find((one) => one.text.includes("Is that correct"))!]) {
          const [from, to] = [turn.startMs - 200, turn.endMs + shiftMs + 400].map((ms) =>
            Math.max(0, Math.round((ms / 1_000) * heard.sampleRateHz)),
          );
          const words = await transcriber.words(heard.samples.subarray(from, to), heard.sampleRateHz);
          expect(shareHeard(turn.text.replace(/[\d:]+ ?/g, ""), words), `heard: ${words.join(" ")}`).toBeGreaterThan(0.35);
        }
      } finally {
        await transcriber.stop();
      }
    });

    it("speaks over the greeting and is heard: the greeting stops, and only what was heard of it is kept", async () => {
      const { call } = await ring([1.6, "I would like to book an appointment please", 6, "goodbye", 6]);
      const turns = call.journal.filter((entry): entry is Turn => entry.kind === "turn");
      expect(turns[0]).toMatchObject({ by: "assistant", cut: true });
      expect("Hello, this is Imani Clinic. How can I help you?".startsWith(turns[0]!.text)).toBe(true);
      expect(turns[1]).toMatchObject({ by: "caller" });
      expect(turns[0]!.endMs - turns[1]!.startMs).toBeLessThan(2_500);
      expect(turns[2]?.text).toMatch(/which day/);
    });
  },
);
