/** What a frame costs: microseconds of one thread per 20 ms of sound, by part. */
import { g711 } from "@ongea/channels/media";
import { openConversation, Resampler } from "@ongea/conversation";
import {
  babble,
  BabblingVoice,
  examplePlan,
  PromptedRecogniser,
  ScriptedModel,
  TestLine,
  VirtualClock,
} from "@ongea/conversation/testing";
import { createSilero } from "@ongea/providers";

export type Kernel = Record<string, number>;

export async function mediaKernel(): Promise<Kernel> {
  const law = g711("PCMU");
  const frame8 = babble(20, 8_000);
  const frame16 = new Int16Array(324);
  const back = new Int16Array(164);
  const bytes = new Uint8Array(160);
  const up = new Resampler(8_000, 16_000);
  const down = new Resampler(16_000, 8_000);
  const voice = new Resampler(24_000, 8_000);
  const silero = createSilero();
  const window = Float32Array.from(babble(32, 16_000), (sample) => sample / 32_768);
  const speech16 = babble(20, 16_000);
  const speech24 = babble(20, 24_000);
  return {
    "mu-law encode": per(() => {
      for (let i = 0; i < frame8.length; i++) bytes[i] = law.encode[frame8[i]! & 0xffff]!;
    }),
    "mu-law decode": per(() => {
      for (let i = 0; i < bytes.length; i++) frame8[i] = law.decode[bytes[i]!]!;
    }),
    "8 to 16 kHz": per(() => up.process(frame8, frame16)),
    "16 to 8 kHz": per(() => down.process(speech16, back)),
    "24 to 8 kHz": per(() => voice.process(speech24, back)),
    "voice activity, a window of 32 ms": per(() => silero.judge(window)),
    "a whole conversation, caller speaking": await conversation(),
  };
}

/** On the virtual clock: everything between the line's two ends, Silero included. */
async function conversation(): Promise<number> {
  const clock = new VirtualClock();
  const line = new TestLine(clock);
  openConversation({
    plan: examplePlan({ silence: { hangUpAfterMs: 3_600_000 }, ending: { terminateAfterMs: 3_600_000 } }),
    line,
    clock,
    voiceActivity: createSilero(),
    recognisers: [new PromptedRecogniser(clock)],
    languageModels: [new ScriptedModel(clock, () => "Yes.")],
    voices: [new BabblingVoice(clock)],
    journal: { write: () => {} },
  });
  const seconds = 60;
  line.say(seconds * 1_000);
  const before = process.cpuUsage();
  await clock.pass(seconds * 1_000);
  const { user, system } = process.cpuUsage(before);
  return Math.round(((user + system) / (seconds * 50)) * 10) / 10;
}

function per(work: () => void): number {
  for (let i = 0; i < 2_000; i++) work();
  const times: number[] = [];
  for (let round = 0; round < 9; round++) {
    const start = performance.now();
    for (let i = 0; i < 2_000; i++) work();
    times.push(((performance.now() - start) / 2_000) * 1_000);
  }
  return Math.round(times.toSorted((a, b) => a - b)[4]! * 100) / 100;
}
