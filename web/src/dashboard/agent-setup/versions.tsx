/** What stood before: every save keeps it; it can be compared and saved anew. */
import type { Agent } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Loaded, Loading } from "../../ui/loaded.tsx";
import { useWords } from "../../words/index.ts";
import * as questions from "./questions.ts";
import type { AgentDraft } from "./use-agent-draft.ts";

const Difference = lazy(async () => ({ default: (await import("./difference.tsx")).Difference }));

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
                {version === chosen && (
                  <Suspense fallback={<Loading />}>
                    <Difference agent={agent} draft={draft} version={version} close={close} />
                  </Suspense>
                )}
              </li>
            ))}
          </ul>
          <Button onClick={close}>{words.say("shell.close")}</Button>
        </>
      )}
    </Loaded>
  );
}
