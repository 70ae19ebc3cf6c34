/** A caller whose television talks, or who sits among four people: their voices are 15 to 20 dB softer than the caller's own. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resample } from "@ongea/conversation";
import { ScriptedConversation } from "@ongea/conversation/testing";
import { expect, test } from "vitest";
import { createSilero } from "./silero/index.ts";

const RATE = 8_000;
const HEADER_BYTES = 44;
const RATE_OFFSET = 24;
const CALLER_RMS = 3_000;
const hasVoices = ["espeak-ng", "flite"].every((program) => spawnSync(program, ["--version"]).error === undefined);

const NEWS =
  "Good evening. The council has decided today that the market will move to the new hall before the end of the year. Traders have asked for " +
  "more time, because the roof is not finished and the road is still closed. In sport, the home team has won its third match in a row, and " +
  "the coach is full of praise for the young players. Tomorrow will be dry with a light wind from the east.";

function spoken(program: string, ...options: string[]): Int16Array {
  const folder = mkdtempSync(join(tmpdir(), "ongea-test-"));
  try {
    const file = join(folder, "voice.wav");
    execFileSync(program, [...options, program === "flite" ? "-o" : "-w", file]);
    const wav = readFileSync(file);
    const samples = new Int16Array(wav.buffer.slice(wav.byteOffset + HEADER_BYTES, wav.byteOffset + wav.length));
    return resample(samples, wav.readUInt32LE(RATE_OFFSET), RATE);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Of its loud parts alone. */
function scaled(sound: Int16Array, rms: number): Float64Array {
  const loud = sound.filter((sample) => Math.abs(sample) > 200);
  const now = Math.sqrt(loud.reduce((sum, sample) => sum + sample * sample, 0) / loud.length);
  return Float64Array.from(sound, (sample) => (sample * rms) / now);
}

function bed(count: number, rms: number, seconds: number): Float64Array {
  const voices = [
    spoken("espeak-ng", "-v", "en+m3", NEWS),
    spoken("espeak-ng", "-v", "en+f2", "-s", "150", NEWS.split(". ").toReversed().join(". ")),
    spoken("flite", "-voice", "rms", "-t", NEWS),
    spoken("espeak-ng", "-v", "en-us+m7", "-s", "190", NEWS),
  ].slice(0, count);
  const mixed = new Int16Array(seconds * RATE);
  for (const [n, voice] of voices.entries())
    for (let at = 0; at < mixed.length; at++) mixed[at]! += voice[(at + n * 7_919) % voice.length]! / count;
  return scaled(mixed, rms);
}

test.skipIf(!hasVoices).each([
  ["one voice 15 dB softer", 1, 15],
  ["one voice 20 dB softer", 1, 20],
  ["four voices 15 dB softer", 4, 15],
  ["four voices 18 dB softer", 4, 18],
  ["four voices 20 dB softer", 4, 20],
] as const)("a caller with %s behind is greeted, and every question is answered", { timeout: 60_000 }, async (_, count, dB) => {
  const sound = bed(count, CALLER_RMS * 10 ** (-dB / 20), 75);
  const question = scaled(spoken("flite", "-voice", "slt", "-t", "Please tell me when you are open on Saturday."), CALLER_RMS);
  const asksAtMs = [9_000, 27_000, 41_000, 55_000];
  for (const atMs of asksAtMs) question.forEach((sample, i) => (sound[(atMs / 1_000) * RATE + i]! += sample));
  const call = new ScriptedConversation({
    plan: { welcomeMessage: "Welcome to Imani Clinic, how can I help you?" },
    answers: () => "From eight to noon.",
    parts: () => ({ voiceActivity: createSilero() }),
  });
  call.recogniser.prompt("");
  call.line.play(Int16Array.from(sound, (sample) => Math.max(-32_768, Math.min(32_767, sample))));
  const answeredAfterMs: number[] = [];
  for (const atMs of asksAtMs) {
    await call.pass(atMs - call.clock.now());
    call.recogniser.prompt("please tell me when you are open on saturday");
    const endMs = atMs + (question.length / RATE) * 1_000;
    await call.pass(endMs - call.clock.now() + 300);
    call.recogniser.prompt("");
    await call.pass(6_000);
    answeredAfterMs.push((call.line.soundingMs.find((ms) => ms > endMs) ?? Number.NaN) - endMs);
  }
  const [greeting] = call.turns;
  expect(greeting).toMatchObject({ by: "assistant", text: "Welcome to Imani Clinic, how can I help you?" });
  expect(call.line.soundingMs[0]).toBeLessThan(1_000);
  expect(call.transcript.filter((line) => line.endsWith("open on saturday"))).toHaveLength(asksAtMs.length);
  expect(Math.max(...answeredAfterMs)).toBeLessThan(3_500);
});
