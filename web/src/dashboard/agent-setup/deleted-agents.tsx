/** Agents that were deleted lately, and how each is brought back. */
import { bringBackAgent, DELETED_RETENTION_DAYS, mayActAs } from "@ongea/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../paths.ts";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { problemIn, useWords } from "../../words/index.ts";
import * as questions from "./questions.ts";

/** Opens it when it is back. Also for a message that outlives the screen which told it. */
export function useBringBack(): (agentId: string) => Promise<void> {
  const words = useWords();
  const queries = useQueryClient();
  const goTo = useNavigate();
  return async (agent_id) => {
    try {
      await server.call(bringBackAgent, { params: { agent_id } });
      await Promise.all([["agents"], ["home"]].map((queryKey) => queries.invalidateQueries({ queryKey })));
      toast(words.say("agents.brought_back"));
      void goTo(paths.agent(agent_id));
    } catch (error) {
      toast(words.say("agents.bring_back_failed"), problemIn(words, error), "bad");
    }
  };
}

export function DeletedAgents(): React.ReactNode {
  const words = useWords();
  const [open, setOpen] = useState(false);
  const mayBringBack = mayActAs(useMe().workspace.role, "agent_manager");
  const bringBack = useBringBack();
  const [under, setUnder] = useState<string>();
  const gone = useQuery({ ...questions.deleted, enabled: mayBringBack }).data?.data ?? [];
  if (gone.length === 0) return null;
  const bring = async (id: string): Promise<void> => {
    setUnder(id);
    await bringBack(id);
    setUnder(undefined);
    setOpen(false);
  };
  return (
    <div className="deleted-agents">
      <Button rank="quiet" icon="trash" onClick={() => setOpen(true)}>
        {words.say("agents.deleted_list")}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={words.say("agents.deleted_list")}
        description={words.say("agents.deleted_note", { days: DELETED_RETENTION_DAYS })}
      >
        <ul className="rows versions">
          {gone.map(({ id, name, deleted_at }) => (
            <li key={id}>
              <b>{name}</b>
              <time className="hint" dateTime={deleted_at}>
                {words.moment(deleted_at)}
              </time>
              <span className="grow" />
              <Button
                aria-label={words.say("agents.bring_back_named", { name })}
                disabled={under !== undefined}
                busy={under === id && words.say("shell.saving")}
                onClick={() => void bring(id)}
              >
                {words.say("agents.bring_back")}
              </Button>
            </li>
          ))}
        </ul>
        <Button onClick={() => setOpen(false)}>{words.say("shell.close")}</Button>
      </Dialog>
    </div>
  );
}
