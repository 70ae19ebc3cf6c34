/** Saving: what the server refuses is shown beside its field, what somebody else saved meanwhile is told, nothing is overwritten. */
import { createAgent, Refused, replaceAgent, saveAgentDraft } from "@ongea/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../paths.ts";
import { server } from "../../server.ts";
import { toast } from "../../ui/toast.ts";
import { useNotice } from "../../ui/use-notice.ts";
import { problemIn, useWords } from "../../words/index.ts";
import { readAnew, readOf } from "./read.ts";
import type { AgentDraft, Read } from "./use-agent-draft.ts";

export interface Save {
  /** `asDraft`: not live yet. */
  save(asDraft: boolean): void;
  busy: boolean;
  problem: string | undefined;
  /** By the path of the field. */
  complaints: ReadonlyMap<string, string>;
  /** What somebody else has saved since this was read. */
  theirs: Theirs | undefined;
  forgetTheirs(): void;
}

export interface Theirs extends Read {
  /** Of the draft; a version's is read with the versions. */
  savedBy: string | undefined;
}

const NONE: ReadonlyMap<string, string> = new Map();
const CONFLICTS: ReadonlySet<string> = new Set(["agent.changed_meanwhile", "agent.draft_changed_meanwhile"]);

export function useSave(id: string | undefined, draft: AgentDraft): Save {
  const words = useWords();
  const queries = useQueryClient();
  const goTo = useNavigate();
  const [theirs, setTheirs] = useState<Theirs>();
  const [complaints, setComplaints] = useState(NONE);
  const notice = useNotice();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (asDraft: boolean) => {
      const { document, base } = draft;
      if (id === undefined) return server.call(createAgent, { body: document });
      const params = { agent_id: id };
      if (asDraft) await server.call(saveAgentDraft, { params, body: { ...document, revision: base.revision } });
      else await server.call(replaceAgent, { params, body: { ...document, version: base.version } });
      return { agent_id: id };
    },
    onSuccess: async ({ agent_id }, asDraft) => {
      setComplaints(NONE);
      void queries.invalidateQueries({ queryKey: ["agents"] });
      const { agent, publishing } = await readAnew(queries, agent_id);
      draft.saved(readOf(agent, publishing));
      await queries.invalidateQueries({ queryKey: ["agent", agent_id] });
      toast(words.say(id === undefined ? "agents.created" : asDraft ? "agents.draft_saved" : "agents.updated"));
      if (id === undefined) void goTo(paths.agent(agent_id), { replace: true });
    },
    onError: async (refused) => {
      setComplaints(complaintsOf(refused));
      if (refused instanceof Refused && CONFLICTS.has(refused.code) && id !== undefined) {
        const { agent, publishing } = await readAnew(queries, id);
        setTheirs({ ...readOf(agent, publishing), savedBy: publishing.draft?.saved_by });
        return;
      }
      const which = id === undefined ? "creation" : "update";
      notice.tell(words.say(`agents.${which}_failed`), words.say(`agents.${which}_failed_note`));
    },
  });
  return {
    save: (asDraft) => {
      notice.mended();
      mutate(asDraft);
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

function complaintsOf(error: unknown): ReadonlyMap<string, string> {
  if (!(error instanceof Refused) || typeof error.body.detail === "string") return NONE;
  return new Map(error.body.detail.map(({ loc, msg }) => [loc.slice(1).join("."), msg]));
}
