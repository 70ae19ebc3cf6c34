import { expect, test } from "vitest";
import { findWasmEspeak } from "./espeak.ts";

test("without any Debian package an assistant still speaks Swahili, with the engine from npm in a process of its own", async () => {
  const engine = await findWasmEspeak();
  const voice = engine?.voices.find(({ language }) => language === "sw");
  if (!engine || !voice) throw new Error("the npm engine has no Swahili voice");
  let samples = 0;
  for await (const speech of engine.speak({ text: "Habari ya asubuhi", voice, pace: 1 }, new AbortController().signal))
    samples += speech.samples.length;
  expect(samples / 22_050).toBeGreaterThan(0.7);
});
