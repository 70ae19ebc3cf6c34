/** Answers to the questions of a dialogue, over a telephone: how many become the right value, by kind, with which ears, said by whom. */
import { resolve } from "node:path";
import {
  listenWith,
  humanCallers,
  SLOT_ANSWERS,
  recogniseSlots,
  synthetic,
  type SlotAnswer,
  type SlotCaller,
} from "@ongea/providers/testing";
import type { Results } from "./driver/table.ts";
import { openEars, type BenchEars } from "./stt.ts";
import { openVoices, type CallerVoice } from "./voices/caller-voices.ts";

const RECORDINGS = resolve(".ongea/bench-sets/voices");
const NEURAL_VOICES = resolve(".ongea/bench-sets/kokoro");
const QUICK_VOICES = ["rms", "slt"];
const QUICK_NEURAL = 2;

/** `modelsFolder`: with a recogniser that has been pulled; without one, where weights for tests lie beside the repository, those. */
export async function slots(results: Results, quick: boolean, modelsFolder = resolve("models")): Promise<void> {
  const { ears, close } = await openEars(modelsFolder);
  const { voices, close: closeVoices } = await openVoices(NEURAL_VOICES, (line) => results.note(line));
  const neural = voices.filter(({ kind }) => kind === "neural").slice(0, quick ? QUICK_NEURAL : undefined);
  try {
    if (ears.length === 1) results.note("slots: no local recogniser was there: npm run models -- pull whisper-base.");
    const people: [string, readonly SlotCaller[]][] = [
      ["synthetic", synthetic(quick ? QUICK_VOICES : undefined)],
      ["neural", neural.map(callerOf)],
      ["people", humanCallers(RECORDINGS, (line) => results.note(line))],
    ];
    for (const one of ears)
      for (const [who, callers] of people) if (callers.length > 0) await measure(results, one, [who, callers]);
  } finally {
    closeVoices();
    await close();
  }
}

/** Says each answer once, for all ears: a neural voice takes longer to speak than they to hear. */
function callerOf({ name, say }: CallerVoice): SlotCaller {
  const said = new Map<SlotAnswer, Promise<Int16Array>>();
  return {
    name,
    answers: SLOT_ANSWERS,
    say(answer) {
      const sound = said.get(answer) ?? say(answer.said);
      said.set(answer, sound);
      return sound;
    },
  };
}

async function measure(
  results: Results,
  { name, recogniser, isPaced }: BenchEars,
  [who, callers]: [string, readonly SlotCaller[]],
): Promise<void> {
  const ears = listenWith(recogniser, "en", ["Mary Smith", "Grace Wanjiku"]);
  const { right, of, wrong, wrongUnasked, missed } = await recogniseSlots(
    async (sound, expected) => (await ears.hear(sound, expected, isPaced)).words,
    callers,
  );
  ears.listening.close();
  for (const [kind, count] of Object.entries(of)) {
    results.add("slots", `${name}, ${who}: ${kind}`, {
      answers: count,
      right: right[kind] ?? 0,
      "another value": wrong[kind] ?? 0,
      "looked up by it unasked": wrongUnasked[kind] ?? 0,
    });
  }
  for (const line of missed) console.log(`  ${line}`);
}
