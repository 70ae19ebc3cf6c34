/**
 * Smart Turn, the model that hears whether a speaker has finished, in its own process as in the product. Its judgements are computed for real;
 * what they take is measured apart and put on the virtual clock, so that a busy machine does not change what is measured.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock, EndOfTurn } from "@ongea/conversation";
import { createEndOfTurn, linkToHost } from "@ongea/providers";
import { knownModels, pullModel, startLocalHost } from "@ongea/providers/hosts";
import { startMirror, testWeights } from "@ongea/providers/testing";
import { figures, round } from "../driver/figures.ts";
import { spokenTurn } from "./spoken.ts";

const MODEL = "smart-turn-v3.2-cpu";
const TIMED = 30;
/** The clock moves in steps of this length: a judgement is there before it is due. */
const SHORTEST_MS = 20;

export interface JudgeOfTurns {
  readonly name: string;
  /** What one judgement took, ms. The least is put on the clock: it says most of the machine and least of what else runs there. */
  readonly took: { leastMs: number; p50Ms: number };
  readonly asked: Readonly<Pick<Asked, "count" | "failed">>;
  on(clock: Clock): EndOfTurn;
  /** All that was asked has been answered. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

interface Asked {
  readonly pending: Promise<unknown>[];
  count: number;
  failed: number;
}

/** Undefined where this machine has no weights. */
export async function findJudge(): Promise<JudgeOfTurns | undefined> {
  const model = knownModels().find(({ id }) => id === MODEL);
  if (!testWeights || !model) return undefined;
  const folder = await mkdtemp(join(tmpdir(), "ongea-bench-"));
  const mirror = await startMirror(testWeights);
  await pullModel(model, { modelsFolder: folder, mirror: mirror.url }).finally(() => mirror.close());
  const host = await startLocalHost({ socketPath: join(folder, "socket") }, { modelsFolder: folder, models: [MODEL] });
  const link = linkToHost(host.socketPath);
  const real = createEndOfTurn({ use: "local", model: MODEL }, { local: link });
  const took = await timed(real);
  const asked: Asked = { pending: [], count: 0, failed: 0 };
  return {
    name: real.name,
    took,
    asked,
    on: (clock) => onClock(real, clock, { tookMs: Math.max(SHORTEST_MS, took.leastMs), asked }),
    async idle() {
      await Promise.all(asked.pending.splice(0));
    },
    async stop() {
      link.close();
      await host.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function onClock(real: EndOfTurn, clock: Clock, { tookMs, asked }: { tookMs: number; asked: Asked }): EndOfTurn {
  return {
    name: real.name,
    async judge(sound) {
      asked.count++;
      const judged = real.judge(sound.slice(), new AbortController().signal).catch(() => {
        asked.failed++;
        return undefined;
      });
      asked.pending.push(judged);
      await new Promise<void>((resolve) => clock.at(clock.now() + tookMs, resolve));
      const finished = await judged;
      if (finished === undefined) throw new Error("no judgement");
      return finished;
    },
  };
}

async function timed(real: EndOfTurn): Promise<JudgeOfTurns["took"]> {
  const { sound } = await spokenTurn("I would like to book an appointment", "slt", 0);
  const took: number[] = [];
  for (let i = 0; i <= TIMED; i++) {
    const beganMs = performance.now();
    await real.judge(sound, new AbortController().signal);
    // The first one warms it up.
    if (i > 0) took.push(performance.now() - beganMs);
  }
  return { leastMs: round(Math.min(...took)), p50Ms: figures(took).p50 };
}
