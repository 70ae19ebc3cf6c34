/** Whether a call is recorded, from when on, and what its caller was told: in one line; and whoever joined. Nothing of a call that never said. */
import type { Entry } from "@ongea/contract";
import { clock } from "../../call/clock.ts";
import { useWords } from "../../words/index.ts";

export function Recorded({ entries }: { entries: readonly Entry[] }): React.ReactNode {
  const words = useWords();
  const steps = entries.filter((entry) => entry.kind === "recording");
  const ofCaller = steps.findLast(({ how }) => !isOfWhoJoined(how));
  const ofWhoJoined = steps.findLast(({ how }) => isOfWhoJoined(how));
  const said = [ofCaller, ofWhoJoined].flatMap((step) => step ?? []);
  if (said.length === 0) return null;
  return (
    <p className="py-2 text-ink-2">
      {said.map(({ how, atMs, text = "" }) => words.say(`history.recorded_${how}`, { clock: clock(atMs), text })).join(" ")}
    </p>
  );
}

function isOfWhoJoined(how: Extract<Entry, { kind: "recording" }>["how"]): boolean {
  return how === "told" || how === "left-out";
}
