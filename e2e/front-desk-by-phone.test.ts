/** The main job, as a caller lives it: a SIP phone with a voice for a microphone rings the front desk. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ExecutionDetail, isFinal, listCalls, readCall, type Turn } from "@ongea/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeCallerSound } from "./caller-sound.ts";
import { hasBaresip, startBaresip } from "./phones/baresip.ts";
import { isInstalled } from "./phones/processes.ts";
import { readWav } from "./phones/wav.ts";
import { newDataDir, removeDataDir, type RunningServer, startServer, stopServers } from "./running-server.ts";
import { shareHeard, startTranscriber } from "./transcribe.ts";

const CALL_LIMIT_MS = 150_000;
/** The phone begins its sound anew when it has ended. */
const LONG_SILENCE_S = 60;
/** Whoever is asked again says it again, as people do. */
const [ASKS_AGAIN, MOST_TIMES] = [/^(?:Sorry|Hey)/, 3];

describe.skipIf(!hasBaresip || !isInstalled("flite"))(
  "a caller rings the front desk from a SIP phone (needs baresip and flite)",
  () => {
    const dataDir = newDataDir();
    let server: RunningServer;
    let folder: string;
    /** How many turns the assistant has said in the call. */
    let answers = 0;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "story-"));
      server = await startServer({ dataDir });
    });
    afterAll(async () => {
      await stopServers();
      removeDataDir(dataDir);
      await rm(folder, { recursive: true, force: true });
    });

    /** Rings number 1001 and says each line when the assistant has answered, again when it is asked to; gives the call as it was kept, and what was heard. */
    async function ring(
      first: readonly (string | number)[],
      lines: readonly string[],
    ): Promise<{ call: ExecutionDetail; heard: { samples: Int16Array; sampleRateHz: number } }> {
      const microphoneWav = join(folder, "first.wav");
      await writeCallerSound(microphoneWav, [...first, LONG_SILENCE_S]);
      const sounds = lines.map((_, index) => join(folder, `line-${index}.wav`));
      for (const [index, line] of lines.entries()) await writeCallerSound(sounds[index]!, [0.3, line, LONG_SILENCE_S]);
      const phone = await startBaresip({ microphoneWav, timeoutMs: CALL_LIMIT_MS });
      try {
        phone.dial(`sip:1001@127.0.0.1:${server.sipPort}`);
        await phone.event("CALL_ESTABLISHED");
        answers = 0;
        if (sounds.length > 0) await answered(answers);
        for (const sound of sounds) {
          for (let times = 0, said = ""; times < MOST_TIMES && (times === 0 || ASKS_AGAIN.test(said)); times++) {
            const before = answers;
            phone.speak(sound);
            said = await answered(before);
          }
        }
        await phone.event("CALL_CLOSED", CALL_LIMIT_MS);
        const { heard } = await phone.recordings();
        return { call: await lastCall(), heard: await readWav(heard!) };
      } finally {
        await phone.stop();
      }
    }

    /** Waits until the assistant has said more than `before` turns and is listening; gives the last of them. */
    async function answered(before: number): Promise<string> {
      const { client } = server;
      for (let tries = 0; tries < 400; tries++) {
        await new Promise((resolve) => setTimeout(resolve, 200));
        const { data } = await client.call(listCalls, { query: { limit: 1 } });
        if (!data[0]) continue;
        const { journal } = await client.call(readCall, { params: { execution_id: data[0].id } });
        const said = journal.filter((entry): entry is Turn => entry.kind === "turn" && entry.by === "assistant");
        answers = said.length;
        if (answers > before) return said.at(-1)!.text;
      }
      throw new Error("the assistant did not answer");
    }

    async function lastCall(): Promise<ExecutionDetail> {
      const { client } = server;
      for (let tries = 0; ; tries++) {
        const { data } = await client.call(listCalls, { query: { limit: 1 } });
        const last = data[0];
        if (last && isFinal(last.status)) return client.call(readCall, { params: { execution_id: last.id } });
        if (tries > 240) throw new Error("the call was not kept");
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
    }

    it("books an appointment: greeted, understood, read back, booked, said goodbye to, hung up on; and the words are really on the line", async () => {
      const { call, heard } = await ring(
        [],
        [
          "I would like to book an appointment",
          "on thursday",
          "half past ten",
          "my name is john smith",
          "zero seven one two three four five six seven eight",
          "yes",
          "no thank you",
        ],
      );
      const turns = call.journal.filter((entry): entry is Turn => entry.kind === "turn");
      const said = turns.filter((turn) => turn.by === "assistant").map((turn) => turn.text);
      expect(call.status).toBe("completed");
      expect(call.telephony_data.hangup_reason, `said: ${call.transcript}`).toBe("llm_prompted_hangup");
      expect(said[0]).toBe("Hello, this is Imani Clinic. How can I help you?");
      // The words are the recogniser's; what it heard is what is read back and booked.
      expect(said.find((text) => text.includes("Is that correct"))).toMatch(
        /^That is Thursday the .* at .* [ap]m, for .+, phone number [\d ]+\. Is that correct\?$/,
      );
      expect(call.journal).toContainEqual(expect.objectContaining({ kind: "tool", name: "book_appointment", ok: true }));
      expect(said.at(-1)).toMatch(/Goodbye/);
      for (const turn of turns.filter(({ delays }) => delays))
        expect(turn.delays?.firstSoundMs).toBeGreaterThan(turn.delays?.speechEndMs ?? Number.NaN);
      expect(call.weave).toMatch(/^[.xt1-9A-I]{48}$/);

      const transcriber = await startTranscriber();
      try {
        const lengthMs = (heard.samples.length / heard.sampleRateHz) * 1_000;
        const shiftMs = Math.max(0, lengthMs - (call.journal.at(-1) as { atMs: number }).atMs);
        // What an ordinary recogniser makes of single turns differs: they are held together.
        const [texts, words]: [string[], string[]] = [[], []];
        for (const turn of [turns[0]!, turns.find((one) => one.text.includes("Is that correct"))!]) {
          const [from, to] = [turn.startMs - 200, turn.endMs + shiftMs + 400].map((ms) =>
            Math.max(0, Math.round((ms / 1_000) * heard.sampleRateHz)),
          );
          texts.push(turn.text.replace(/[\d:]+ ?/g, ""));
          words.push(...(await transcriber.words(heard.samples.subarray(from, to), heard.sampleRateHz)));
        }
        expect(shareHeard(texts.join(" "), words), `heard: ${words.join(" ")}`).toBeGreaterThan(0.35);
      } finally {
        await transcriber.stop();
      }
    });

    it("speaks over the greeting and is heard: the greeting stops, and only what was heard of it is kept", async () => {
      const { call } = await ring([3.2, "I would like to book an appointment please", 7, "goodbye"], []);
      const turns = call.journal.filter((entry): entry is Turn => entry.kind === "turn");
      expect(turns[0]).toMatchObject({ by: "assistant", cut: true });
      expect("Hello, this is Imani Clinic. How can I help you?".startsWith(turns[0]!.text)).toBe(true);
      expect(turns[1]).toMatchObject({ by: "caller" });
      expect(turns[0]!.endMs - turns[1]!.startMs).toBeLessThan(2_500);
      expect(turns[2]?.text).toMatch(/which day/i);
    });
  },
);
