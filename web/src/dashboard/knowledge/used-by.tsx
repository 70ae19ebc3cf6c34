/** Which agents answer from an item: shown in the list, chosen when it is added and afterwards. */
import { listAgents, setKnowledgeAgents, type KnowledgeItem } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { useWords } from "../../words/index.ts";
import { KNOWLEDGE } from "./keys.ts";

export function useAgentNames(): readonly { id: string; name: string }[] | undefined {
  const { data } = useQuery({ queryKey: ["agents"], queryFn: () => server.call(listAgents) });
  return data?.map(({ id, agent_name: name }) => ({ id, name }));
}

export function UsedBy({ item, mayChange }: { item: KnowledgeItem; mayChange: boolean }): React.ReactNode {
  const words = useWords();
  const [isChoosing, setChoosing] = useState(false);
  const agents = useAgentNames();
  // An agent that was deleted uses nothing any more.
  const names = agents?.flatMap(({ id, name }) => (item.used_by.includes(id) ? [name] : []));
  const title = words.say("knowledge.used_by_title", { title: item.title });
  return (
    <>
      {names?.length === 0 ? <span className="text-ink-2">{words.say("knowledge.used_by_none")}</span> : names?.join(", ")}{" "}
      {mayChange && (
        <button
          type="button"
          className="link"
          aria-label={`${words.say("knowledge.used_by_choose")}: ${title}`}
          onClick={() => setChoosing(true)}
        >
          {words.say("knowledge.used_by_choose")}
        </button>
      )}
      <Dialog open={isChoosing} onOpenChange={setChoosing} title={title}>
        <ChooseForm item={item} close={() => setChoosing(false)} />
      </Dialog>
    </>
  );
}

function ChooseForm({ item, close }: { item: KnowledgeItem; close: () => void }): React.ReactNode {
  const words = useWords();
  const [chosen, setChosen] = useState<readonly string[]>(item.used_by);
  const agents = useAgentNames();
  const present = chosen.filter((id) => agents?.some((agent) => agent.id === id));
  const save = useAct({
    act: () => server.call(setKnowledgeAgents, { params: { item_id: item.id }, body: { agents: present } }),
    changes: [KNOWLEDGE],
    done: () => {
      close();
      toast(words.say("knowledge.used_by_saved"));
    },
  });
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.do();
      }}
    >
      <AgentChoice chosen={chosen} choose={setChosen} />
      <ProblemLine>{save.problem}</ProblemLine>
      <div className="flex flex-wrap gap-2">
        <Button rank="first" type="submit" disabled={!agents} busy={save.busy && words.say("knowledge.used_by_saving")}>
          {words.say("knowledge.used_by_save")}
        </Button>
        <Button onClick={close} disabled={save.busy}>
          {words.say("shell.cancel")}
        </Button>
      </div>
    </form>
  );
}

interface AgentChoiceProps {
  chosen: readonly string[];
  choose: (ids: readonly string[]) => void;
}

export function AgentChoice({ chosen, choose }: AgentChoiceProps): React.ReactNode {
  const words = useWords();
  const agents = useAgentNames();
  const hint = useId();
  return (
    <fieldset className="field" aria-describedby={hint} aria-busy={!agents}>
      <legend className="label">{words.say("knowledge.used_by")}</legend>
      <p className="hint" id={hint}>
        {agents?.length === 0 ? words.say("knowledge.used_by_no_agents") : words.say("knowledge.used_by_hint")}
      </p>
      <div className="grid max-h-52 gap-1 overflow-y-auto">
        {agents?.map(({ id, name }) => (
          <label key={id} className="flex items-center gap-2">
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={({ target }) => choose(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))}
            />
            <span dir="auto">{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
