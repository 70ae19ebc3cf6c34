import { planTimeline } from "@ongea/contract";
import type { StripSize } from "../../timeline/draw.ts";
import { Strip } from "../../timeline/strip.tsx";
import type { ExampleCall } from "../calls.ts";
import { useSiteWords, type SiteWords } from "../page-context.ts";

interface CallStripProps {
  call: ExampleCall;
  size: StripSize;
  /** Said to screen readers; without it the strip is hidden from them, where the words beside it say the same. */
  told?: boolean;
}

/** A whole call, drawn for the width that is there. */
export function CallStrip({ call, size, told = false }: CallStripProps): React.ReactNode {
  const words = useSiteWords();
  const picks = planTimeline(call, Math.floor(size.width / size.pick), size.ends);
  return <Strip picks={picks} size={size} {...(told ? { label: sentenceFor(call, words) } : {})} />;
}

function sentenceFor({ durationMs, turns, tools }: ExampleCall, { say }: SiteWords): string {
  const by = (who: string): number => turns.filter((turn) => turn.by === who).length;
  const summary = say("timeline.summary", {
    seconds: Math.round(durationMs / 1_000),
    assistant: by("assistant"),
    caller: by("caller"),
    tools: tools.length,
    cuts: turns.filter(({ cut }) => cut === true).length,
  });
  return say("landing.strip", { summary });
}

/** What each kind of thread looks like. */
export function KeyStrip({ kind }: { kind: "caller" | "assistant" | "tool" | "both" | "pause" }): React.ReactNode {
  const turn = (by: "caller" | "assistant") => ({ by, startMs: 0, endMs: 700, loudness: [0.2, 0.5, 0.9, 1, 0.9, 0.5, 0.2] });
  const turns =
    kind === "both" ? [turn("caller"), turn("assistant")] : kind === "caller" || kind === "assistant" ? [turn(kind)] : [];
  const call = { durationMs: 700, turns, tools: kind === "tool" ? [{ startMs: 0, endMs: 700 }] : [] };
  return <Strip picks={planTimeline(call, 7, 7)} size={{ width: 35, height: 30, pick: 5, ends: 7 }} />;
}
