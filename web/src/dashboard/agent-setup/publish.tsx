/** The draft goes live: what that changes, what the version is called, and the way back. */
import {
  type AgentPublishing,
  type AgentTestRun,
  discardAgentDraft,
  mayActAs,
  runAgentTests,
  VERSION_NAME_CHARACTERS,
  VERSION_NOTE_CHARACTERS,
} from "@ongea/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm, Dialog } from "../../ui/dialog.tsx";
import { AreaField, TextField } from "../../ui/field.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { type FurtherArea, useAreas, useWords } from "../../words/index.ts";
import { Changes } from "./changes.tsx";
import { failedTestsIn, publishWhenTested } from "./publish-when-tested.ts";
import { readAnew, readOf } from "./read.ts";
import type { AgentDraft } from "./use-agent-draft.ts";

const AREAS: readonly FurtherArea[] = ["agents", "publishing", "tools"];

interface PublishProps {
  agentId: string;
  publishing: AgentPublishing;
  draft: AgentDraft;
  close: () => void;
}

export function Publish({ agentId, publishing, draft: editor, close }: PublishProps): React.ReactNode {
  useAreas(AREAS);
  const words = useWords();
  const queries = useQueryClient();
  const [name, setName] = useState("");
  const [note, setNote] = useState("");
  const [discards, setDiscards] = useState(false);
  const params = { agent_id: agentId };
  const { draft, version } = publishing;
  const over = async (): Promise<void> => {
    const now = await readAnew(queries, agentId);
    editor.saved(readOf(now.agent, now.publishing));
  };
  const changes = [["agents"], ["agent", agentId]];
  const mayOverride = mayActAs(useMe().workspace.role, "admin");
  const [run, setRun] = useState<AgentTestRun>();
  const [failing, setFailing] = useState<readonly string[]>([]);
  const gone = useGone();
  const publish = useAct({
    act: async (reason: string | undefined) => {
      setFailing([]);
      const read = { version, ...(draft && { revision: draft.revision }) };
      const body = { name, note, ...read, ...(reason !== undefined && { override: { reason } }) };
      try {
        const published = await publishWhenTested(agentId, body, { signal: gone(), progress: setRun });
        await over();
        return published;
      } catch (error) {
        setFailing(failedTestsIn(error));
        throw error;
      } finally {
        setRun(undefined);
      }
    },
    changes,
    done: (published) => {
      toast(words.say("publishing.published", { version: published }));
      close();
    },
  });
  const again = useAct({
    act: () => server.call(runAgentTests, { params, body: { draft: true } }),
    done: () => publish.do(undefined),
  });
  const discard = useAct({
    act: async () => {
      await server.call(discardAgentDraft, { params });
      await over();
    },
    changes,
    done: () => {
      toast(words.say("publishing.discarded"));
      close();
    },
  });
  if (!draft) return null;
  if (discards)
    return (
      <Confirm
        open
        onOpenChange={() => setDiscards(false)}
        title={words.say("publishing.discard_question")}
        description={words.say("publishing.discard_note", { version })}
        act={words.say("publishing.discard")}
        busy={discard.busy && words.say("shell.saving")}
        problem={discard.problem}
        onConfirm={() => discard.do()}
      />
    );
  return (
    <Dialog
      open
      onOpenChange={close}
      title={words.say("agents.publish")}
      description={words.say("publishing.note", { next: version + 1 })}
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          publish.do(undefined);
        }}
      >
        {draft.based_on !== version && (
          <p className="notice under-way">{words.say("publishing.meanwhile", { version, based: draft.based_on })}</p>
        )}
        <div className="difference">
          {draft.differences.length === 0 ? (
            <p className="hint">{words.say("agents.no_difference")}</p>
          ) : (
            <>
              <p className="hint">
                <del>{words.say("publishing.live", { version })}</del> <ins>{words.say("publishing.draft")}</ins>
              </p>
              <Changes differences={draft.differences} />
            </>
          )}
        </div>
        <TextField
          label={words.say("publishing.version_name")}
          maxLength={VERSION_NAME_CHARACTERS}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <AreaField
          label={words.say("publishing.version_note")}
          rows={2}
          maxLength={VERSION_NOTE_CHARACTERS}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        {publishing.needs_tests && <p className="hint">{words.say("publishing.tests_first")}</p>}
        {run && (
          <p role="status" className="status under-way">
            {words.say("publishing.testing", { done: run.passed + run.failed, tests: run.tests })}
          </p>
        )}
        <ProblemLine>{publish.problem ?? again.problem}</ProblemLine>
        {failing.length > 0 && (
          <Failing
            names={failing}
            busy={publish.busy || again.busy}
            again={() => again.do()}
            override={mayOverride ? (reason) => publish.do(reason) : undefined}
          />
        )}
        <div className="flex flex-wrap gap-2">
          <Button rank="first" type="submit" busy={publish.busy && words.say("shell.saving")}>
            {words.say("agents.publish")}
          </Button>
          <Button onClick={() => setDiscards(true)}>{words.say("publishing.discard")}</Button>
          <Button rank="quiet" onClick={close}>
            {words.say("shell.cancel")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface FailingProps {
  names: readonly string[];
  busy: boolean;
  again: () => void;
  /** Absent: only an admin may. */
  override: ((reason: string) => void) | undefined;
}

/** What keeps the draft from going live, and the ways on. */
function Failing({ names, busy, again, override }: FailingProps): React.ReactNode {
  const words = useWords();
  const [reason, setReason] = useState("");
  return (
    <div className="grid gap-2">
      <ul className="rows" aria-label={words.say("publishing.failing")}>
        {names.map((name) => (
          <li key={name}>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
      <div>
        <Button disabled={busy} onClick={again}>
          {words.say("publishing.test_again")}
        </Button>
      </div>
      {override && (
        <TextField
          label={words.say("publishing.reason")}
          hint={words.say("publishing.reason_note")}
          maxLength={VERSION_NOTE_CHARACTERS}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          act={
            <Button rank="bad" disabled={busy || reason.trim() === ""} onClick={() => override(reason)}>
              {words.say("publishing.override")}
            </Button>
          }
        />
      )}
    </div>
  );
}

/** Aborts with the dialog: nothing goes live behind the back of a person who has closed it. */
function useGone(): () => AbortSignal {
  const gone = useRef<AbortController>(undefined);
  useEffect(() => () => gone.current?.abort(), []);
  return () => (gone.current = new AbortController()).signal;
}
