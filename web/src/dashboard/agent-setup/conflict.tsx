/** Two people edit one agent: the second to save is told who was first, and loses nothing. */
import { differencesOf } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "../../ui/button.tsx";
import { useWords } from "../../words/index.ts";
import { keyOf } from "./controls.ts";
import { labelOf } from "./labels.ts";
import * as questions from "./questions.ts";
import type { AgentDraft, Read } from "./use-agent-draft.ts";
import type { Theirs } from "./use-save.ts";

interface ConflictProps {
  agentId: string;
  theirs: Theirs;
  draft: AgentDraft;
  done: () => void;
}

export function Conflict({ agentId, theirs, draft, done }: ConflictProps): React.ReactNode {
  const words = useWords();
  const versions = useQuery(questions.versions(agentId));
  const { version, savedBy } = theirs;
  const mine = new Set(draft.changes.map(({ path }) => keyOf(path)));
  const both = differencesOf(draft.base.document, theirs.document).filter(({ path }) => mine.has(keyOf(path)));
  const name = savedBy ?? versions.data?.data.find((one) => one.version === version)?.saved_by ?? "";
  const settle = (how: (read: Read) => void): void => {
    how(theirs);
    done();
  };
  const of = { name: name || words.say("agents.by_installation"), version };
  return (
    <div className="notice under-way" role="alert">
      <div className="grow">
        <p>{savedBy === undefined ? words.say("agents.conflict", of) : words.say("agents.conflict_draft", of)}</p>
        {both.length > 0 && (
          <p className="hint">
            {words.say("agents.conflict_both", { fields: both.map(({ path }) => labelOf(path, words)).join(", ") })}
          </p>
        )}
      </div>
      <Button onClick={() => settle(draft.rebase)}>{words.say("agents.conflict_merge")}</Button>
      <Button onClick={() => settle(draft.saved)}>{words.say("agents.conflict_theirs")}</Button>
    </div>
  );
}
