/** Says that masked words are silent in a recording; whoever may read them may hear them. */
import {
  addressOf,
  type Entry,
  isKeyOf,
  isRefusal,
  mayActAs,
  readWholeRecording,
  REFUSALS,
  Refused,
  type Turn,
} from "@ongea/contract";
import { useMe } from "../../shell/me.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { useWords } from "../../words/index.ts";

export interface Silenced {
  by: Turn["by"];
  fromMs: number;
  toMs: number;
}

export function silencedIn(journal: readonly Entry[]): Silenced[] {
  return journal.flatMap((entry) =>
    entry.kind === "turn" ? (entry.silenced ?? []).map((part) => ({ ...part, by: entry.by })) : [],
  );
}

interface SilentWordsProps {
  id: string;
  isWhole: boolean;
  hearWhole: () => void;
}

export function SilentWords({ id, isWhole, hearWhole }: SilentWordsProps): React.ReactNode {
  const words = useWords();
  const mayHear = mayActAs(useMe().workspace.role, "admin");
  const hear = useAct({ act: () => mustBeThere(id), done: hearWhole });
  return (
    <p className="flex flex-wrap items-center gap-3 py-2 text-ink-2">
      <Icon name="muted" />
      {words.say(isWhole ? "history.hears_whole" : "history.silent_words")}
      {mayHear && !isWhole && (
        <Button onClick={() => hear.do()} busy={hear.busy && words.say("history.unmasking")}>
          {words.say("history.hear_whole")}
        </Button>
      )}
      <ProblemLine>{hear.problem}</ProblemLine>
    </p>
  );
}

/** An audio element that is refused says not why. */
async function mustBeThere(id: string): Promise<void> {
  const answer = await fetch(addressOf(readWholeRecording.path, { execution_id: id }), { headers: { range: "bytes=0-0" } });
  if (answer.ok) return;
  const body: unknown = await answer.json().catch(() => undefined);
  throw isRefusal(body) && isKeyOf(REFUSALS, body.code) ? new Refused(body) : new Error("The recording was not sent");
}
