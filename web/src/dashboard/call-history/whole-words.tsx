/** Words of a call without their masks, for those who may read them. */
import { mayActAs, MASKED_KINDS, readWholeCall, type Entry } from "@ongea/contract";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { useWords } from "../../words/index.ts";

interface WholeWordsProps {
  id: string;
  journal: readonly Entry[];
  show: (whole: Entry[]) => void;
}

const MASK = new RegExp(`\\[(?:${MASKED_KINDS.join("|")})\\]`);

export function WholeWords({ id, journal, show }: WholeWordsProps): React.ReactNode {
  const words = useWords();
  const isOffered = mayActAs(useMe().workspace.role, "admin");
  const read = useAct({
    act: () => server.call(readWholeCall, { params: { execution_id: id } }),
    done: (whole) => {
      if (whole.unmasked === 0) toast(words.say("history.no_whole"));
      else show(whole.journal);
    },
  });
  if (!isOffered || !MASK.test(JSON.stringify(journal))) return null;
  return (
    <>
      <Button onClick={() => read.do()} busy={read.busy && words.say("history.unmasking")}>
        {words.say("history.unmask")}
      </Button>
      <ProblemLine>{read.problem}</ProblemLine>
    </>
  );
}
