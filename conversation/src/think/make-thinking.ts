import type { ConversationContext } from "../conversation-context.ts";
import { ThinkStage } from "./think-stage.ts";
import type { Whispers } from "./whispers.ts";

/** The stage that thinks of answers, with its reports in the journal. `firstToken`: a model has begun to answer. */
export function makeThinking(call: ConversationContext, whispers: Whispers, firstToken: () => void): ThinkStage {
  const { languageModels, tools, plan } = call.parts;
  return new ThinkStage({
    languageModels,
    tools,
    guard: call.guard,
    whispers: () => whispers.take(),
    clock: call.clock,
    apology: plan.ending.apology,
    firstWordsMs: plan.firstWordsMs,
    firstToken,
    toolRan: ({ outcome, startMs, endMs, ...tool }) =>
      call.write({ kind: "tool", ...tool, ...outcome, startMs: call.toJournal(startMs), endMs: call.toJournal(endMs) }),
    failed: call.failed.bind(call, "think"),
    used: (by, usage) => call.usage.add("think", by, usage),
  });
}
