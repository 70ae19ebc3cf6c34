/** The versions of an agent, the newest first, with what people call them, and how the next one is published. */
import {
  type Agent,
  type AgentVersion,
  changeAgentPublishing,
  describeAgentVersion,
  mayActAs,
  VERSION_NAME_CHARACTERS,
  VERSION_NOTE_CHARACTERS,
} from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { AreaField, TextField } from "../../ui/field.tsx";
import { Loaded, Loading } from "../../ui/loaded.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { type FurtherArea, useAreas, useWords } from "../../words/index.ts";
import * as questions from "./questions.ts";
import type { AgentDraft } from "./use-agent-draft.ts";
import { partLater } from "../../ui/part-later.tsx";

const Difference = partLater(async () => (await import("./difference.tsx")).Difference, { waiting: () => <Loading /> });
const AREAS: readonly FurtherArea[] = ["agents", "publishing", "tools"];

interface VersionListProps {
  agent: Agent;
  draft: AgentDraft;
  close: () => void;
}

export function VersionList({ agent, draft, close }: VersionListProps): React.ReactNode {
  useAreas(AREAS);
  const words = useWords();
  const versions = useQuery(questions.versions(agent.id));
  return (
    <Dialog open onOpenChange={close} title={words.say("agents.versions")} description={words.say("agents.versions_note")}>
      <Rules agent={agent} />
      <Loaded query={versions} rows={3}>
        {({ data }) => (
          <ul className="rows versions">
            {data.map((version) => (
              <VersionRow key={version.version} agent={agent} version={version} draft={draft} close={close} />
            ))}
          </ul>
        )}
      </Loaded>
      <Button onClick={close}>{words.say("shell.close")}</Button>
    </Dialog>
  );
}

function VersionRow({ agent, version: row, ...rest }: VersionListProps & { version: AgentVersion }): React.ReactNode {
  const words = useWords();
  const mayEdit = mayActAs(useMe().workspace.role, "agent_manager");
  const [opened, open] = useState<"difference" | "words">();
  const { version, saved_at, saved_by, name, note } = row;
  return (
    <li>
      <b>{words.say("agents.version", { version })}</b>
      {name !== "" && <bdi>{name}</bdi>}
      <span>{saved_by || words.say("agents.by_installation")}</span>
      <time className="hint" dateTime={saved_at}>
        {words.moment(saved_at)}
      </time>
      <span className="grow" />
      {mayEdit && (
        <button
          type="button"
          className="link"
          aria-expanded={opened === "words"}
          aria-label={words.say("publishing.describe_one", { version })}
          onClick={() => open(opened === "words" ? undefined : "words")}
        >
          {words.say("publishing.describe")}
        </button>
      )}
      {version === agent.version ? (
        <span className="status good">{words.say("agents.in_force")}</span>
      ) : (
        <button
          type="button"
          className="link"
          aria-expanded={opened === "difference"}
          onClick={() => open(opened === "difference" ? undefined : "difference")}
        >
          {words.say("agents.show_difference", { version })}
        </button>
      )}
      {note !== "" && opened !== "words" && <p className="hint basis-full">{note}</p>}
      {opened === "words" && <Describe agentId={agent.id} version={row} done={() => open(undefined)} />}
      {opened === "difference" && <Difference agent={agent} version={version} {...rest} />}
    </li>
  );
}

function Describe({ agentId, version, done }: { agentId: string; version: AgentVersion; done: () => void }): React.ReactNode {
  const words = useWords();
  const [name, setName] = useState(version.name);
  const [note, setNote] = useState(version.note);
  const act = useAct({
    act: () =>
      server.call(describeAgentVersion, {
        params: { agent_id: agentId, agent_version: version.version },
        body: { name, note },
      }),
    changes: [["agent", agentId, "versions"]],
    done,
  });
  return (
    <form
      className="difference"
      onSubmit={(event) => {
        event.preventDefault();
        act.do();
      }}
    >
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
      <ProblemLine>{act.problem}</ProblemLine>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={act.busy && words.say("shell.saving")}>
          {words.say("publishing.save")}
        </Button>
        <Button rank="quiet" onClick={done}>
          {words.say("shell.cancel")}
        </Button>
      </div>
    </form>
  );
}

/** Whether what is saved is live at once, and whether tests must pass before it is. */
function Rules({ agent }: { agent: Agent }): React.ReactNode {
  const { role } = useMe().workspace;
  const { data } = useQuery(questions.publishing(agent.id));
  return (
    <>
      <Rule agentId={agent.id} rule="saves_drafts" isOn={data?.saves_drafts} maySet={mayActAs(role, "agent_manager")} />
      <Rule agentId={agent.id} rule="needs_tests" isOn={data?.needs_tests} maySet={mayActAs(role, "admin")} />
    </>
  );
}

interface RuleProps {
  agentId: string;
  rule: "saves_drafts" | "needs_tests";
  isOn: boolean | undefined;
  maySet: boolean;
}

function Rule({ agentId, rule, isOn, maySet }: RuleProps): React.ReactNode {
  const words = useWords();
  const id = useId();
  // As it was pressed, until the server has answered.
  const [pressed, setPressed] = useState<boolean>();
  const act = useAct({
    act: (wanted: boolean) => server.call(changeAgentPublishing, { params: { agent_id: agentId }, body: { [rule]: wanted } }),
    changes: [["agent", agentId, "publishing"]],
    done: () => setPressed(undefined),
    failed: () => {
      setPressed(undefined);
      return undefined;
    },
  });
  return (
    <div className="field">
      <span className="flex items-center gap-2">
        <input
          id={id}
          type="checkbox"
          role="switch"
          className="switch"
          checked={pressed ?? isOn ?? false}
          disabled={!maySet || isOn === undefined || act.busy}
          onChange={({ target }) => {
            setPressed(target.checked);
            act.do(target.checked);
          }}
        />
        <label htmlFor={id}>{words.say(`publishing.${rule}`)}</label>
      </span>
      <p className="hint">{words.say(`publishing.${rule}_note`)}</p>
      <ProblemLine>{act.problem}</ProblemLine>
    </div>
  );
}
