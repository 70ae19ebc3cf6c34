/** What a call's transcript leaves out, kept beside it, so that its words stand in the database once. Pure. */
import type { ScriptLine } from "./script.ts";

/** In order: "a", "c" and the one title of a document are the transcript's next line, a number a pause of so many seconds, three words a tool. */
export type Mark = "a" | "c" | number | [source: string] | [name: string, given: string, result: string];

export function marksOf(lines: readonly ScriptLine[]): Mark[] {
  return lines.map((line) => {
    if (line.kind === "pause") return line.seconds;
    if (line.kind === "tool") return [line.name, line.given, line.result];
    if (line.source !== undefined) return [line.source];
    return line.by === "assistant" ? "a" : "c";
  });
}

/** A transcript that has become shorter since (because words were taken out) gives a shorter call, never another one. */
export function linesOf(transcript: string, marks: readonly Mark[]): ScriptLine[] {
  const said = transcript.split("\n").map((line) => line.replace(/^(assistant|user): /, ""));
  let next = 0;
  return marks.flatMap((mark): ScriptLine[] => {
    if (typeof mark === "number") return [{ kind: "pause", seconds: mark }];
    if (typeof mark !== "string" && mark.length === 3) return [{ kind: "tool", name: mark[0], given: mark[1], result: mark[2] }];
    const text = said[next++];
    if (text === undefined) return [];
    if (typeof mark !== "string") return [{ kind: "turn", by: "assistant", text, source: mark[0] }];
    return [{ kind: "turn", by: mark === "a" ? "assistant" : "caller", text }];
  });
}
