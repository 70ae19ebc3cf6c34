/** The picture of a recording. */
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { wavHeader } from "@ongea/conversation";
import { afterAll, expect, test } from "vitest";
import { silence } from "../../engines/recording/silence.ts";
import { TwoChannelWav } from "../../engines/recording/two-channel-wav.ts";
import { createPeakReader } from "./peaks.ts";

const HZ = 8_000;
const folder = mkdtempSync(join(tmpdir(), "ongea-peaks-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function recorded(name: string, seconds: number): string {
  const path = join(folder, name);
  const wav = new TwoChannelWav(path, HZ);
  for (let second = 0; second < seconds; second++) {
    wav.add("caller", second * 1_000, new Int16Array(HZ / 2).fill(16_384));
    wav.add("assistant", second * 1_000 + 500, new Int16Array(HZ / 2).fill(-32_768));
    wav.flush();
  }
  wav.close();
  return path;
}

test("each side is as loud as it was, in its own time", async () => {
  const { eachMs, caller, assistant } = await createPeakReader().of(recorded("a.wav", 2));
  expect([eachMs, caller.length, assistant.length]).toEqual([50, 40, 40]);
  expect([caller[0], caller[9], caller[10], caller[20]]).toEqual([128, 128, 0, 128]);
  expect([assistant[0], assistant[9], assistant[10], assistant[39]]).toEqual([0, 0, 255, 255]);
});

test("a recording is read once, however many ask at the same time, and anew when parts of it were taken away", async () => {
  const path = recorded("b.wav", 2);
  let times = 0;
  const whole = createPeakReader();
  const reader = createPeakReader(async (name) => {
    times++;
    return whole.of(name);
  });
  const [first, second] = await Promise.all([reader.of(path), reader.of(path)]);
  expect([times, first === second]).toEqual([1, true]);
  await silence(path, [{ fromMs: 0, toMs: 1_000 }]);
  utimesSync(path, new Date(), new Date(Date.now() + 5_000));
  const { caller } = await reader.of(path);
  expect([times, caller[0], caller[20]]).toEqual([2, 0, 128]);
});

test("a recording without sound, or of an hour, is a short list", async () => {
  const path = join(folder, "empty.wav");
  writeFileSync(path, wavHeader({ sampleRateHz: HZ, channels: 2, dataBytes: 0 }));
  expect(await createPeakReader().of(path)).toEqual({ eachMs: 50, caller: [], assistant: [] });
  const long = await createPeakReader().of(recorded("long.wav", 600));
  expect([long.eachMs, long.caller.length]).toEqual([150, 4_000]);
});

test("a file that cannot be read is asked for again the next time", async () => {
  const reader = createPeakReader(() => Promise.reject(new Error("The disk is gone")));
  const path = recorded("c.wav", 1);
  await expect(reader.of(path)).rejects.toThrow("The disk is gone");
  await expect(reader.of(path)).rejects.toThrow("The disk is gone");
});
