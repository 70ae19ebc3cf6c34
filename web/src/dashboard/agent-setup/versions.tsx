/** What stood before: every save keeps it; it can be compared and saved anew. */
import { type Agent, readAgent, restoreAgentVersion } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { mayActAs } from "@ongea/contract";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { useWords } from "../../words/index.ts";
import { labelOf } from "./labels.ts";
import * as questions from "./questions.ts";
import type { AgentDraft } from "./use-agent-draft.ts";
import { readOf } from "./use-save.ts";

export function Versions({ agent, draft }: { agent: Agent; draft: AgentDraft }): React.ReactNode {
  const words = useWords();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{words.say("agents.versions")}</Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={words.say("agents.versions")}
        description={words.say("agents.versions_note")}
      >
        <VersionList agent={agent} draft={draft} close={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

interface VersionListProps {
  agent: Agent;
  draft: AgentDraft;
  close: () => void;
}

function VersionList({ agent, draft, close }: VersionListProps): React.ReactNode {
  const words = useWords();
  const versions = useQuery(questions.versions(agent.id));
  const [chosen, setChosen] = useState<number>();
  return (
    <Loaded query={versions} rows={3}>
      {({ data }) => (
        <>
          <ul className="rows versions">
            {data.map(({ version, saved_at, saved_by }) => (
              <li key={version}>
                <b>{words.say("agents.version", { version })}</b>
                <span>{saved_by || words.say("agents.by_installation")}</span>
                <time className="hint" dateTime={saved_at}>
                  {words.moment(saved_at)}
                </time>
                <span className="grow" />
                {version === agent.version ? (
                  <span className="status good">{words.say("agents.in_force")}</span>
                ) : (
                  <button
                    type="button"
                    className="link"
                    aria-expanded={version === chosen}
                    onClick={() => setChosen(version === chosen ? undefined : version)}
                  >
                    {words.say("agents.show_difference", { version })}
                  </button>
                )}
                {version === chosen && <Difference agent={agent} draft={draft} version={version} close={close} />}
              </li>
            ))}
          </ul>
          <Button onClick={close}>{words.say("shell.close")}</Button>
        </>
      )}
    </Loaded>
  );
}

function Difference({ agent, draft, version, close }: VersionListProps & { version: number }): React.ReactNode {
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
            <dl>
              {differences.map(({ path, before, after }) => (
                <div key={path.join(".")}>
                  <dt>{labelOf(path, words)}</dt>
                  <dd>
                    <span className="hint">{words.say("agents.was", { version })}</span> <Value value={before} />
                  </dd>
                  <dd>
                    <span className="hint">{words.say("agents.now")}</span> <Value value={after} />
                  </dd>
                </div>
              ))}
            </dl>
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

function Value({ value }: { value: unknown }): React.ReactNode {
  const words = useWords();
  if (value === undefined || value === null || value === "")
    return <span className="text-ink-3">{words.say("agents.nothing")}</span>;
  return <bdi>{typeof value === "string" ? value : JSON.stringify(value)}</bdi>;
}
