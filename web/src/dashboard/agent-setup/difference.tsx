/** What differs between an earlier version and the current one, word by word, and the way back to it. */
import { type Agent, mayActAs, restoreAgentVersion } from "@ongea/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { useWords } from "../../words/index.ts";
import { Changes } from "./changes.tsx";
import * as questions from "./questions.ts";
import { isDrafting, readAnew, readOf } from "./read.ts";
import type { AgentDraft } from "./use-agent-draft.ts";

interface DifferenceProps {
  agent: Agent;
  draft: AgentDraft;
  version: number;
  close: () => void;
}

export function Difference({ agent, draft, version, close }: DifferenceProps): React.ReactNode {
  const words = useWords();
  const queries = useQueryClient();
  const read = useQuery(questions.version(agent.id, version));
  const mayEdit = mayActAs(useMe().workspace.role, "agent_manager");
  const restore = useAct({
    act: async () => {
      const params = { agent_id: agent.id, agent_version: version };
      const as_draft = isDrafting(await queries.ensureQueryData(questions.publishing(agent.id)));
      await server.call(restoreAgentVersion, { params, body: { version: agent.version, as_draft } });
      return readAnew(queries, agent.id);
    },
    changes: [["agents"], ["agent", agent.id]],
    done: (restored) => {
      draft.saved(readOf(restored.agent, restored.publishing));
      toast(words.say("agents.restored", { version }));
      close();
    },
  });
  return (
    <div className="difference">
      <Loaded query={read}>
        {({ differences }) =>
          differences.length === 0 ? (
            <p className="hint">{words.say("agents.no_difference")}</p>
          ) : (
            <>
              <p className="hint">
                <del>{words.say("agents.was", { version })}</del> <ins>{words.say("agents.now")}</ins>
              </p>
              <Changes differences={differences} />
            </>
          )
        }
      </Loaded>
      <ProblemLine>{restore.problem}</ProblemLine>
      {mayEdit && (
        <Button busy={restore.busy && words.say("shell.saving")} onClick={() => restore.do()}>
          {words.say("agents.restore", { version })}
        </Button>
      )}
    </div>
  );
}
