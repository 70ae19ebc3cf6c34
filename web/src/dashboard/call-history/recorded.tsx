/** Whether a call is recorded, from when on, and what its caller was told: in one line. Nothing of a call that never said. */
import type { Entry } from "@ongea/contract";
import { clock } from "../../call/clock.ts";
import { useWords } from "../../words/index.ts";

export function Recorded({ entries }: { entries: readonly Entry[] }): React.ReactNode {
  const words = useWords();
  const last = entries.findLast((entry) => entry.kind === "recording");
  if (!last) return null;
  return (
    <p className="py-2 text-ink-2">
      {words.say(`history.recorded_${last.how}`, { clock: clock(last.atMs), text: last.text ?? "" })}
    </p>
  );
}
