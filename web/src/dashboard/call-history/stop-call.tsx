/** Ends a call that runs, or takes back one that is only planned. */
import { type Execution, isPlanned, mayActAs, stopCall } from "@ongea/contract";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import { useWords } from "../../words/index.ts";

export function StopCall({ call }: { call: Pick<Execution, "id" | "status"> }): React.ReactNode {
  const words = useWords();
  const stop = useAct({
    act: () => server.call(stopCall, { params: { execution_id: call.id } }),
    changes: [["call", call.id], ["calls"]],
    done: () => toast(words.say("history.stopped")),
    failed: (problem) => toast(problem, undefined, "bad"),
  });
  if (!mayActAs(useMe().workspace.role, "agent_manager")) return null;
  return (
    <Button busy={stop.busy && words.say("live.ending")} onClick={() => stop.do()}>
      {words.say(isPlanned(call.status) ? "history.take_back" : "history.hang_up")}
    </Button>
  );
}
