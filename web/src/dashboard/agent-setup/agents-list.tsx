/** The agents of the workspace: found by name, opened, or begun from a template. */
import { type Agent, mayActAs } from "@ongea/contract";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { paths } from "../../paths.ts";
import { useMe } from "../../shell/me.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { useWords } from "../../words/index.ts";
import { DeletedAgents } from "./deleted-agents.tsx";
import { partLater } from "../../ui/part-later.tsx";

const ImportDialog = partLater(async () => (await import("./file-dialogs.tsx")).ImportDialog);

/** So few are seen at once. */
const WITHOUT_FILTER = 6;

interface AgentsListProps {
  query: UseQueryResult<Agent[]>;
  chosen: string | undefined;
  folded: boolean;
  fold: (folded: boolean) => void;
}

export function AgentsList({ query, chosen, folded, fold }: AgentsListProps): React.ReactNode {
  const words = useWords();
  const [text, setText] = useState("");
  const mayMake = mayActAs(useMe().workspace.role, "agent_manager");
  if (folded)
    return (
      <div className="agents-fold">
        <Button
          rank="quiet"
          icon="right"
          aria-label={words.say("agents.unfold_list")}
          aria-expanded={false}
          onClick={() => fold(false)}
        />
      </div>
    );
  return (
    <nav className="agents" aria-label={words.say("agents.list")}>
      <header>
        <h2>{words.say("agents.list")}</h2>
        {mayMake && (
          <Link className="button quiet square" to={paths.newAgent()} aria-label={words.say("home.create_agent")}>
            <Icon name="plus" />
          </Link>
        )}
        <Button
          rank="quiet"
          className="wide-only"
          icon="left"
          aria-label={words.say("agents.fold_list")}
          aria-expanded
          onClick={() => fold(true)}
        />
      </header>
      <Loaded query={query} rows={4}>
        {(all) => (
          <>
            {all.length > WITHOUT_FILTER && (
              <input
                className="input"
                type="search"
                aria-label={words.say("agents.filter")}
                placeholder={words.say("agents.filter")}
                value={text}
                onChange={({ target }) => setText(target.value)}
              />
            )}
            <Rows agents={all} text={text.trim().toLowerCase()} chosen={chosen} />
          </>
        )}
      </Loaded>
      {chosen !== undefined && <NewOnes />}
      <DeletedAgents />
    </nav>
  );
}

function Rows({ agents, text, chosen }: { agents: readonly Agent[]; text: string; chosen: string | undefined }): React.ReactNode {
  const words = useWords();
  const found = agents.filter(({ agent_name: name }) => name.toLowerCase().includes(text));
  if (found.length === 0 && text !== "") return <p className="hint">{words.say("agents.none_found", { text })}</p>;
  return (
    <ul>
      {found.map(({ id, agent_name: name, agent_status: status }) => (
        <li key={id}>
          <Link to={paths.agent(id)} {...(id === chosen ? { "aria-current": "page" as const } : {})}>
            <b>{name}</b>
            {status === "draft" && <small>{words.say("agents.draft")}</small>}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Where an agent can come from. */
export function NewOnes(): React.ReactNode {
  const words = useWords();
  const isOpen = useParams()["id"] !== undefined;
  const [imports, setImports] = useState(false);
  if (!mayActAs(useMe().workspace.role, "agent_manager")) return null;
  return (
    <div className="new-ones">
      {isOpen && <Link to={paths.agents}>{words.say("agents.from_template")}</Link>}
      <Link to={paths.newAgent()}>{words.say("agents.empty_one")}</Link>
      <button type="button" className="link" onClick={() => setImports(true)}>
        {words.say("agents.import")}
      </button>
      {imports && <ImportDialog close={() => setImports(false)} />}
    </div>
  );
}
