/** Numbers of the workspace that nobody answers: one of them is given to this agent. */
import { listPhoneNumbers, setUpInbound } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { type FurtherArea, useAreas, useWords } from "../../words/index.ts";

const AREAS: readonly FurtherArea[] = ["numbers"];
const NUMBERS = ["numbers"] as const;

export function FreeNumbers({ agentId }: { agentId: string }): React.ReactNode {
  useAreas(AREAS);
  const words = useWords();
  const numbers = useQuery({ queryKey: NUMBERS, queryFn: () => server.call(listPhoneNumbers) });
  const [picked, setPicked] = useState("");
  const assign = useAct({
    act: (phone_number_id: string) => server.call(setUpInbound, { body: { phone_number_id, agent_id: agentId } }),
    changes: [NUMBERS, ["agents"], ["agent", agentId]],
    done: () => toast(words.say("numbers.assigned")),
  });
  return (
    <Loaded query={numbers} rows={1}>
      {(all) => {
        const free = all.filter(({ agent_id: agent }) => agent === null);
        const chosen = free.find(({ id }) => id === picked) ?? free[0];
        if (!chosen)
          return (
            <Link className="button" to={paths.numbers}>
              {words.say("numbers.buy")}
            </Link>
          );
        return (
          <form
            className="flex flex-wrap items-end gap-3"
            onSubmit={(event) => {
              event.preventDefault();
              assign.do(chosen.id);
            }}
          >
            <SelectField
              label={words.say("numbers.free_number")}
              value={chosen.id}
              onChange={({ target }) => setPicked(target.value)}
            >
              {free.map(({ id, phone_number: number }) => (
                <option key={id} value={id}>
                  {number}
                </option>
              ))}
            </SelectField>
            <Button type="submit" busy={assign.busy && words.say("shell.saving")}>
              {words.say("numbers.answer_here")}
            </Button>
            <ProblemLine>{assign.problem}</ProblemLine>
          </form>
        );
      }}
    </Loaded>
  );
}
