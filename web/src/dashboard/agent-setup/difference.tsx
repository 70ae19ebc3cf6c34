/** What differs between an earlier version and the current one, word by word, and the way back to it. */
import { type Agent, mayActAs, readAgent, restoreAgentVersion } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { useWords } from "../../words/index.ts";
import { labelOf } from "./labels.ts";
import * as questions from "./questions.ts";
import type { AgentDraft } from "./use-agent-draft.ts";
import { readOf } from "./use-save.ts";
import { shortened, wordDiff } from "./word-diff.ts";

interface DifferenceProps {
  agent: Agent;
  draft: AgentDraft;
  version: number;
  close: () => void;
}

export function Difference({ agent, draft, version, close }: DifferenceProps): React.ReactNode {
  const words = useWords();
  const read = useQuery(questions.version(agent.id, version));
  const mayEdit = mayActAs(useMe().workspace.role, "agent_manager");
  const restore = useAct({
    act: async () => {
      const params = { agent_id: agent.id, agent_version: version };
      await server.call(restoreAgentVersion, { params, body: { version: agent.version } });
      return server.call(readAgent, { params: { agent_id: agent.id } });
    },
    changes: [["agents"], ["agent", agent.id]],
    done: (restored) => {
      draft.saved(readOf(restored));
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
              <dl>
                {differences.map(({ path, before, after }) => (
                  <div key={path.join(".")}>
                    <dt>{labelOf(path, words)}</dt>
                    <dd>
                      <Change before={before} after={after} />
                    </dd>
                  </div>
                ))}
              </dl>
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

function Change({ before, after }: { before: unknown; after: unknown }): React.ReactNode {
  const words = useWords();
  const nothing = words.say("agents.nothing");
  const parts = shortened(wordDiff(textOf(before, nothing), textOf(after, nothing)));
  return (
    <bdi className="whitespace-pre-wrap [overflow-wrap:anywhere]">
      {parts.map(({ kind, text }, at) =>
        kind === "gone" ? <del key={at}>{text}</del> : kind === "new" ? <ins key={at}>{text}</ins> : text,
      )}
    </bdi>
  );
}

function textOf(value: unknown, nothing: string): string {
  if (value === undefined || value === null || value === "") return nothing;
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
