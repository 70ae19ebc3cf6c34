/** Two people edit one agent: the second to save is told who was first, and loses nothing. */
import { type Agent, differencesOf } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "../../ui/button.tsx";
import { useWords } from "../../words/index.ts";
import { keyOf } from "./controls.ts";
import { labelOf } from "./labels.ts";
import * as questions from "./questions.ts";
import type { AgentDraft } from "./use-agent-draft.ts";
import { readOf } from "./use-save.ts";

export function Conflict({ theirs, draft, done }: { theirs: Agent; draft: AgentDraft; done: () => void }): React.ReactNode {
  const words = useWords();
  const versions = useQuery(questions.versions(theirs.id));
  const read = readOf(theirs);
  const mine = new Set(draft.changes.map(({ path }) => keyOf(path)));
  const both = differencesOf(draft.base.document, read.document).filter(({ path }) => mine.has(keyOf(path)));
  const name = versions.data?.data.find(({ version }) => version === theirs.version)?.saved_by ?? "";
  const settle = (how: (read: ReturnType<typeof readOf>) => void): void => {
    how(read);
    done();
  };
  return (
    <div className="notice under-way" role="alert">
      <div className="grow">
        <p>{words.say("agents.conflict", { name: name || words.say("agents.by_installation"), version: theirs.version })}</p>
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
