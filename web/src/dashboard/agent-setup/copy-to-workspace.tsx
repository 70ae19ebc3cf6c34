/** A copy of the agent in another workspace of the same person. */
import { type Agent, copyAgent, mayActAs } from "@ongea/contract";
import { useState } from "react";
import { useOpenWorkspace } from "../../access/use-open-workspace.ts";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { type FurtherArea, useAreas, useWords } from "../../words/index.ts";

const AREAS: readonly FurtherArea[] = ["gallery"];

/** Nothing where there is no other workspace in which this person may make agents. */
export function CopyToWorkspace({ agent, close }: { agent: Agent; close: () => void }): React.ReactNode {
  useAreas(AREAS);
  const words = useWords();
  const me = useMe();
  const openWorkspace = useOpenWorkspace();
  const others = me.workspaces.filter(({ id, role }) => id !== me.workspace.id && mayActAs(role, "agent_manager"));
  const [chosen, setChosen] = useState(others[0]?.id ?? "");
  const copy = useAct({
    act: () => server.call(copyAgent, { params: { agent_id: agent.id }, body: { workspace_id: chosen } }),
    done: ({ workspace_id: id }) => {
      const workspace = others.find((one) => one.id === id)?.name ?? "";
      toast(words.say("gallery.copied", { agent: agent.agent_name, workspace }), undefined, "good", {
        label: words.say("gallery.copy_open", { workspace }),
        do: () => openWorkspace(id),
      });
      close();
    },
  });
  if (others.length === 0) return null;
  return (
    <form
      className="mt-6 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        copy.do();
      }}
    >
      <h3>{words.say("gallery.copy_title")}</h3>
      <SelectField
        label={words.say("gallery.copy_workspace")}
        hint={words.say("gallery.copy_note")}
        value={chosen}
        onChange={({ target }) => setChosen(target.value)}
      >
        {others.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <ProblemLine>{copy.problem}</ProblemLine>
      <Button type="submit" className="justify-self-start" busy={copy.busy && words.say("shell.saving")}>
        {words.say("gallery.copy_act")}
      </Button>
    </form>
  );
}
