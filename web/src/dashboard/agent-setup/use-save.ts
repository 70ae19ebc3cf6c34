/** Saving: what the server refuses is shown beside its field, what somebody else saved meanwhile is told, nothing is overwritten. */
import { type Agent, createAgent, documentOf, Refused, readAgent, replaceAgent } from "@ongea/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../paths.ts";
import { server } from "../../server.ts";
import { toast } from "../../ui/toast.ts";
import { useNotice } from "../../ui/use-notice.ts";
import { problemIn, useWords } from "../../words/index.ts";
import type { AgentDraft } from "./use-agent-draft.ts";

export interface Save {
  save(): void;
  busy: boolean;
  problem: string | undefined;
  /** By the path of the field. */
  complaints: ReadonlyMap<string, string>;
  /** What somebody else has saved since this was read. */
  theirs: Agent | undefined;
  forgetTheirs(): void;
}

const NONE: ReadonlyMap<string, string> = new Map();

export function useSave(id: string | undefined, draft: AgentDraft): Save {
  const words = useWords();
  const queries = useQueryClient();
  const goTo = useNavigate();
  const [theirs, setTheirs] = useState<Agent>();
  const [complaints, setComplaints] = useState(NONE);
  const notice = useNotice();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async () => {
      const { document } = draft;
      if (id === undefined) return server.call(createAgent, { body: document });
      return server.call(replaceAgent, { params: { agent_id: id }, body: { ...document, version: draft.base.version } });
    },
    onSuccess: async ({ agent_id, version }) => {
      setComplaints(NONE);
      draft.saved({ version, document: draft.document });
      void queries.invalidateQueries({ queryKey: ["agents"] });
      await queries.invalidateQueries({ queryKey: ["agent", agent_id] });
      toast(words.say(id === undefined ? "agents.created" : "agents.updated"));
      if (id === undefined) void goTo(paths.agent(agent_id), { replace: true });
    },
    onError: async (refused) => {
      setComplaints(complaintsOf(refused));
      if (refused instanceof Refused && refused.code === "agent.changed_meanwhile" && id !== undefined) {
        setTheirs(await server.call(readAgent, { params: { agent_id: id } }));
        return;
      }
      const which = id === undefined ? "creation" : "update";
      notice.tell(words.say(`agents.${which}_failed`), words.say(`agents.${which}_failed_note`));
    },
  });
  return {
    save: () => {
      notice.mended();
      mutate();
    },
    busy: isPending,
    problem: error === null || theirs ? undefined : problemIn(words, error),
    complaints,
    theirs,
    forgetTheirs: () => {
      setTheirs(undefined);
      reset();
    },
  };
}

export function readOf(agent: Agent): { version: number; document: ReturnType<typeof documentOf> } {
  return { version: agent.version, document: documentOf(agent) };
}

function complaintsOf(error: unknown): ReadonlyMap<string, string> {
  if (!(error instanceof Refused) || typeof error.body.detail === "string") return NONE;
  return new Map(error.body.detail.map(({ loc, msg }) => [loc.slice(1).join("."), msg]));
}
