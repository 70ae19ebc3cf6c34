/** Messages of a thread without their masks, for those who may read them. */
import { mayActAs, MASKED_KINDS, readWholeThread, type ThreadMessage } from "@ongea/contract";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { useWords } from "../../words/index.ts";

interface WholeWordsProps {
  threadId: string;
  messages: readonly ThreadMessage[];
  show: (whole: ThreadMessage[]) => void;
}

const MASK = new RegExp(`\\[(?:${MASKED_KINDS.join("|")})\\]`);

export function WholeWords({ threadId, messages, show }: WholeWordsProps): React.ReactNode {
  const words = useWords();
  const isOffered = mayActAs(useMe().workspace.role, "admin");
  const read = useAct({
    act: () => server.call(readWholeThread, { params: { thread_id: threadId }, query: {} }),
    done: (whole) => {
      if (whole.unmasked === 0) toast(words.say("messages.no_whole"));
      else show(whole.messages);
    },
  });
  if (!isOffered || !messages.some(({ text }) => MASK.test(text))) return null;
  return (
    <div className="pb-3">
      <Button onClick={() => read.do()} busy={read.busy && words.say("messages.unmasking")}>
        {words.say("messages.unmask")}
      </Button>
      <ProblemLine>{read.problem}</ProblemLine>
    </div>
  );
}
