import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Speech, Synthesiser } from "@ongea/conversation";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHostSynthesiser } from "../host/host-synthesiser.ts";
import { linkToHost, type HostLink } from "../host/link.ts";
import { startSpeechHost, type SpeechHost } from "../host/supervise.ts";

let host: SpeechHost;
let link: HostLink;
let voice: Synthesiser;
const never = new AbortController().signal;

beforeAll(async () => {
  const socketPath = join(mkdtempSync(join(tmpdir(), "ongea-test-")), "host");
  host = await startSpeechHost({ entry: new URL("./host.ts", import.meta.url), socketPath, settings: {} });
  link = linkToHost(socketPath);
  voice = createHostSynthesiser(link, { name: "builtin", voice: "slt" });
});

afterAll(async () => {
  link.close();
  await host.stop();
});

async function said(text: string, language: string, signal = never): Promise<Speech[]> {
  const parts: Speech[] = [];
  for await (const part of voice.speak({ text, language }, signal)) parts.push(part);
  return parts;
}

function seconds(parts: readonly Speech[]): number {
  return parts.reduce((sum, { samples, sampleRateHz }) => sum + samples.length / sampleRateHz, 0);
}

test("an English clause is spoken, and the second time it comes from memory", async () => {
  const first = await said("Good morning, how can I help you?", "en-KE");
  expect(seconds(first)).toBeGreaterThan(1);
  expect(first[0]?.sampleRateHz).toBe(16_000);
  expect(Math.max(...(first[0]?.samples ?? []))).toBeGreaterThan(3_000);
  const began = performance.now();
  const second = await said("Good morning, how can I help you?", "en-KE");
  expect(seconds(second)).toBe(seconds(first));
  console.info(`from memory in ${(performance.now() - began).toFixed(1)} ms`);
});

test.each(["sw", "fr", "pt", "am", "ar"])("a caller who speaks %s is answered in that language", async (language) => {
  const text = { sw: "Habari ya asubuhi", fr: "Bonjour madame", pt: "Bom dia", am: "ሰላም", ar: "مرحبا" }[language] ?? "";
  expect(seconds(await said(text, language))).toBeGreaterThan(0.4);
});

test.each([
  ["ha", "Sannu, Ɗanjuma. Kuɗin naira 1,250 ne."],
  ["yo", "Ẹ káàárọ̀, Ṣadé. Owó náà jẹ́ ₦1,250."],
  ["zu", "Sawubona. Imali ngu-R1 250."],
])("a caller who speaks %s is not answered with silence where no provider is connected", async (language, text) => {
  expect(seconds(await said(text, language))).toBeGreaterThan(1);
});

test.each(["en-GB", "sw", "fr", "am"])(
  "a name in Yoruba letters is said by a voice for %s, neither swallowed nor spelled",
  async (language) => {
    expect(await said("Ṣadé Ọlá, Ẹ̀kọ́", language)).toEqual(
      await said(language === "fr" ? "Chadé Ola, Eko" : "Shade Ola, Eko", language),
    );
  },
);

test.each([
  ["espeak:en-gb", "en-GB", "Good morning"],
  ["espeak:fr-fr", "fr", "Bonjour madame"],
  ["espeak:sw", "sw", "Habari ya asubuhi"],
])("%s is a man, and has a woman beside him", async (id, language, text) => {
  const soundOf = async (chosen: string): Promise<number[]> => {
    const parts: number[] = [];
    const one = createHostSynthesiser(link, { name: "builtin", voice: chosen });
    for await (const { samples } of one.speak({ text, language }, never)) parts.push(...samples);
    return parts;
  };
  const [man, woman] = [await soundOf(id), await soundOf(`${id}+f3`)];
  expect(woman.length).toBeGreaterThan(5_000);
  expect(woman).not.toEqual(man);
});

test("a voice that is asked to speak faster says the same in less time", async () => {
  const text = "The clinic is open from Monday to Friday.";
  for (const language of ["en-KE", "sw"]) {
    const at = async (pace: number): Promise<number> => {
      const paced = createHostSynthesiser(link, { name: "builtin", pace });
      const parts: Speech[] = [];
      for await (const part of paced.speak({ text, language }, never)) parts.push(part);
      return seconds(parts);
    };
    const [slow, fast] = [await at(0.8), await at(1.6)];
    expect([language, fast < slow * 0.75]).toEqual([language, true]);
  }
});

test("nothing to say is no sound, and a language without a voice is refused plainly", async () => {
  expect(await said("🙂 ...", "en")).toEqual([]);
  await expect(said("Muraho", "rw")).rejects.toMatchObject({ code: "refused", message: "no built-in voice speaks rw" });
});

test("words that look like options or commands are only words", async () => {
  for (const text of ["--version", "-f /etc/passwd", "$(reboot)", "[[h@l'oU]]", "; rm -rf"]) {
    expect(seconds(await said(text, "en"))).toBeGreaterThan(0.2);
    expect(seconds(await said(text, "af"))).toBeGreaterThan(0.2);
  }
});

test("a voice that is cut off stops at once", async () => {
  const abort = new AbortController();
  setTimeout(() => abort.abort(), 20);
  const began = performance.now();
  await said("This is a rather long sentence that nobody wants to hear to its end. ".repeat(20), "en", abort.signal);
  expect(performance.now() - began).toBeLessThan(2_000);
});

test("after the host is killed a call is told so, and the next clause is spoken by its successor", async () => {
  const pid = host.pid ?? 0;
  const cut = said("A sentence that will not be heard because the host is killed. ".repeat(10), "en-ZA");
  cut.catch(() => {});
  await sleep(10);
  process.kill(pid, "SIGKILL");
  await expect(cut).rejects.toMatchObject({ code: "unavailable" });
  await expect.poll(() => host.pid !== undefined && host.pid !== pid && link.connected, { timeout: 20_000 }).toBe(true);
  expect(seconds(await said("Hello again.", "en"))).toBeGreaterThan(0.3);
});
