/** Duplicating an agent, taking it away as a file, and deleting it. */
import { type Agent, createAgent, deleteAgent, documentOf } from "@ongea/contract";
import { useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../paths.ts";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { useWords } from "../../words/index.ts";
import { useBringBack } from "./deleted-agents.tsx";
import { partLater } from "../../ui/part-later.tsx";

const ExportDialog = partLater(async () => (await import("./file-dialogs.tsx")).ExportDialog);

export function MoreActs({ agent }: { agent: Agent }): React.ReactNode {
  const words = useWords();
  const goTo = useNavigate();
  const bringBack = useBringBack();
  const [asks, setAsks] = useState(false);
  const [exports, setExports] = useState(false);
  const { agent_name: name } = agent;
  const duplicate = useAct({
    act: () => {
      const { agent_config, agent_prompts } = documentOf(agent);
      const agent_name = words.say("agents.copy_name", { name }).slice(0, 200);
      return server.call(createAgent, { body: { agent_config: { ...agent_config, agent_name }, agent_prompts } });
    },
    changes: [["agents"]],
    done: ({ agent_id }) => {
      toast(words.say("agents.created"));
      void goTo(paths.agent(agent_id));
    },
  });
  const remove = useAct({
    act: () => server.call(deleteAgent, { params: { agent_id: agent.id } }),
    changes: [["agents"], ["home"]],
    done: () => {
      sessionStorage.removeItem(`draft:agent-${agent.id}`);
      toast(words.say("agents.deleted"), undefined, "good", {
        label: words.say("agents.undo"),
        do: () => void bringBack(agent.id),
      });
      void goTo(paths.agents);
    },
  });
  return (
    <>
      <Button
        rank="quiet"
        icon="copy"
        aria-label={words.say("agents.duplicate")}
        title={words.say("agents.duplicate")}
        disabled={duplicate.busy}
        onClick={() => duplicate.do()}
      />
      <Button
        rank="quiet"
        icon="download"
        aria-label={words.say("agents.export")}
        title={words.say("agents.export")}
        onClick={() => setExports(true)}
      />
      {exports && <ExportDialog agent={agent} close={() => setExports(false)} />}
      <Button
        rank="quiet"
        icon="trash"
        aria-label={words.say("agents.delete")}
        title={words.say("agents.delete")}
        onClick={() => setAsks(true)}
      />
      <Confirm
        open={asks}
        onOpenChange={setAsks}
        title={words.say("agents.delete_question", { name })}
        description={words.say("agents.delete_note")}
        act={words.say("agents.delete")}
        busy={remove.busy && words.say("shell.saving")}
        problem={remove.problem}
        onConfirm={() => remove.do()}
      />
    </>
  );
}
