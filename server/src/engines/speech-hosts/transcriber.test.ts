/** The built-in recogniser itself, with a voice that speaks. Left out where one of them is not installed. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readWav } from "@ongea/conversation";
import { startBuiltinHost } from "@ongea/providers/hosts";
import { expect, test } from "vitest";
import { choose } from "./choices.ts";
import { createTranscriber } from "./transcriber.ts";

const hasParts = existsSync("/usr/bin/flite") && existsSync("/usr/share/pocketsphinx/model/en-us");
const SAID = "I agree that the clinic speaks with my voice on the telephone";

test.skipIf(!hasParts)("a recording is written down in a language that is known here, and in another one by nobody", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ongea-words-"));
  const socketPath = join(folder, "ears.sock");
  const host = await startBuiltinHost({ socketPath, onEvent: () => undefined });
  const choices = choose({ model: undefined, recogniser: undefined, voice: undefined }, []);
  const { words } = createTranscriber(() => ({ sockets: { builtin: socketPath }, choices }));
  try {
    const file = join(folder, "said.wav");
    execFileSync("flite", ["-voice", "rms", "-t", SAID, "-o", file]);
    const { samples, sampleRateHz } = readWav(readFileSync(file));
    const all = [1, 2, 3].map(() => words(samples, sampleRateHz, "en-US"));
    const written = await Promise.all(all);
    expect(written[0]).toMatch(/agree.*clinic.*telephone/);
    // More than two at once are not waited for: nobody has checked the third.
    expect(written[2]).toBeUndefined();
    expect(await words(samples, sampleRateHz, "sw")).toBeUndefined();
  } finally {
    await host.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
