import { type Answer, tryWebhook } from "@ongea/contract";
import { useState } from "react";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { useWords } from "../../words/index.ts";

/** An example is sent once, now: what the receiver answers is shown as it came. It goes to the address that is saved. */
export function TryWebhook({ agentId }: { agentId: string }): React.ReactNode {
  const words = useWords();
  const [told, setTold] = useState<Answer<typeof tryWebhook>>();
  const ask = useAct({
    act: () => server.call(tryWebhook, { params: { agent_id: agentId } }),
    done: setTold,
  });
  return (
    <div className="grid gap-2">
      <div>
        <Button busy={ask.busy && words.say("agents.function_asking")} onClick={() => ask.do()}>
          {words.say("agents.webhook_try")}
        </Button>
      </div>
      <p className="hint">{words.say("agents.webhook_try_note")}</p>
      <ProblemLine>{ask.problem}</ProblemLine>
      {told && !ask.busy && (
        <div role="status" className="grid gap-2">
          <span className={told.ok ? "status good" : "status bad"}>
            {words.say(told.ok ? "agents.function_answered" : "agents.function_failed", { ms: words.number(told.duration_ms) })}
          </span>
          <p>{words.say(`agents.webhook_${told.problem ?? "answered"}`, { status: told.answer_status ?? "" })}</p>
          {told.answer !== "" && (
            <pre dir="ltr" className="max-h-40 overflow-auto whitespace-pre-wrap break-words">
              {told.answer}
            </pre>
          )}
        </div>
      )}
    </div>
  );
}
