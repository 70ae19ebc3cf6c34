import { planWeave } from "@ongea/contract";
import type { StripSize } from "../../weave/draw.ts";
import { sentenceFor } from "../../weave/of-call.ts";
import { Strip } from "../../weave/strip.tsx";
import type { ToldCall } from "../calls.ts";

/** A whole call, drawn for the width that is there. Hidden from screen readers where the words beside it say the same. */
export function CallStrip({ call, size, told = false }: { call: ToldCall; size: StripSize; told?: boolean }): React.ReactNode {
  const picks = planWeave(call, Math.floor(size.width / size.pick), size.ends);
  return <Strip picks={picks} size={size} {...(told ? { label: `The strip of this call: ${sentenceFor(call)}` } : {})} />;
}

/** What each kind of thread looks like. */
export function KeyStrip({ kind }: { kind: "caller" | "assistant" | "tool" | "both" | "pause" }): React.ReactNode {
  const turn = (by: "caller" | "assistant") => ({ by, startMs: 0, endMs: 700, loudness: [0.2, 0.5, 0.9, 1, 0.9, 0.5, 0.2] });
  const turns =
    kind === "both" ? [turn("caller"), turn("assistant")] : kind === "caller" || kind === "assistant" ? [turn(kind)] : [];
  const call = { durationMs: 700, turns, tools: kind === "tool" ? [{ startMs: 0, endMs: 700 }] : [] };
  return <Strip picks={planWeave(call, 7, 7)} size={{ width: 35, height: 30, pick: 5, ends: 7 }} />;
}
