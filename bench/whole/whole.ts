/** The whole product under real calls: SIP, RTP, PostgreSQL, recording, Silero; providers on loopback with set delays. */
import { availableParallelism } from "node:os";
import { figures, round } from "../driver/figures.ts";
import type { Results } from "../driver/table.ts";
import { callAll } from "./callers.ts";
import { sharesOf, total } from "./cpu.ts";
import { startProduct } from "./product.ts";
import type { Delays } from "./compatible-hosts.ts";

const DELAYS: Delays = { sttMs: 100, llmMs: 0, ttsMs: 0 };
const AT_ONCE = [1, 10, 40, 80, 120, 160, 200];
const QUICK = [1, 40];
/** Callers do not come all in one moment; that is what the storm measures. */
const START_EVERY_MS = 40;

export async function whole(results: Results, quick: boolean): Promise<void> {
  const { product, stop } = await startProduct(DELAYS);
  results.note(
    `whole: STT ${DELAYS.sttMs} ms, LLM ${DELAYS.llmMs} ms, TTS ${DELAYS.ttsMs} ms; ${availableParallelism()} cores carry the product, its database, the providers and the callers.`,
  );
  try {
    await callAll({ host: "127.0.0.1", sipPort: product.sipPort, number: "1001", calls: 1, turns: 2, startEveryMs: 0 });
    for (const calls of quick ? QUICK : AT_ONCE) {
      const [cpuBefore, ownBefore, beganMs] = [product.cpu(), process.cpuUsage(), performance.now()];
      const heard = await callAll({
        host: "127.0.0.1",
        sipPort: product.sipPort,
        number: "1001",
        calls,
        turns: calls === 1 ? 20 : 6,
        startEveryMs: START_EVERY_MS,
      });
      const seconds = (performance.now() - beganMs) / 1_000;
      const cpu = product.cpu();
      const own = process.cpuUsage(ownBefore);
      const share = (total(cpu) - total(cpuBefore)) / seconds / Math.max(1, heard.connected);
      const { n, p50, p95, p99 } = figures(heard.answersMs);
      results.add("whole", `${calls} calls`, {
        "p50 ms": p50,
        "p95 ms": p95,
        "p99 ms": p99,
        answers: n,
        missed: heard.missed,
        "cut-ins": heard.cutIns,
        gaps: heard.gaps,
        admitted: heard.connected,
        refused: heard.refused,
        "% of a core a call": round(share * 100),
        "MB in all": product.memoryMb(),
        ...sharesOf(cpuBefore, cpu, seconds),
        "callers %": round((own.user + own.system) / seconds / 10_000),
        "callers late p99 ms": round(heard.lateP99Ms),
      });
    }
  } finally {
    await stop();
  }
}
