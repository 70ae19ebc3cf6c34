/** Many who talk at once, with a real voice-activity model: CPU time and memory of each. */
import type { Settings } from "../driver/protocol.ts";
import { realSpeech } from "../driver/real-speech.ts";
import type { Subject } from "../driver/subject.ts";
import type { TurnsResult } from "./turns.ts";
import { turns } from "./turns.ts";

export interface DensityResult extends TurnsResult {
  sessions: number;
  /** Of the process with one session that has talked, garbage collected. */
  firstMb: number;
  furtherMb: number;
}

const SESSIONS = 20;
const MEMORY_SESSIONS = 40;

export async function density(
  subject: Subject,
  { quick, settings, text }: { quick: boolean; settings: Settings; text: string },
): Promise<DensityResult> {
  const what = { settings, text, speech: realSpeech(text) };
  // What is made once (compiled code, buffers of the stream, the model) is made before anything is counted.
  await turns(subject, { sessions: 4, turns: 2, ...what });
  const result = await turns(subject, { sessions: SESSIONS, turns: quick ? 3 : 8, ...what });
  const memory = { firstMb: 0, furtherMb: 0 };
  await turns(subject, {
    sessions: 1,
    turns: 2,
    ...what,
    beforeClosing: async () => void (memory.firstMb = await settledMb(subject)),
  });
  await turns(subject, {
    sessions: MEMORY_SESSIONS,
    turns: 2,
    ...what,
    beforeClosing: async () => {
      const manyMb = await settledMb(subject);
      memory.furtherMb = Math.round(((manyMb - memory.firstMb) / (MEMORY_SESSIONS - 1)) * 100) / 100;
    },
  });
  return { ...result, sessions: SESSIONS, ...memory };
}

async function settledMb(subject: Subject): Promise<number> {
  await subject.settle();
  await new Promise((resolve) => setTimeout(resolve, 500));
  await subject.settle();
  return Math.round(subject.memoryMb);
}
