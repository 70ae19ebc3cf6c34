/** Assistant Setup: the agents on one side, the one that is open, and a call with it beside. */
import { Navigate, useParams, useSearchParams } from "react-router";
import { AgentDocument, listAgents, mayActAs } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { paths } from "../../paths.ts";
import { server } from "../../server.ts";
import { useMe } from "../../shell/me.tsx";
import { PageTitle } from "../../shell/page-head.tsx";
import { Failed, Loaded, Loading } from "../../ui/loaded.tsx";
import { isMissing, Missing } from "../../ui/missing.tsx";
import { useWords } from "../../words/index.ts";
import { AgentsList, NewOnes } from "./agents-list.tsx";
import { freshDocument } from "./fresh-document.ts";
import * as questions from "./questions.ts";
import { partLater } from "../../ui/part-later.tsx";

const loadEditor = () => import("./editor.tsx");
const WAITING = { waiting: () => <Loading rows={6} /> };
const Editor = partLater(async () => (await loadEditor()).Editor, WAITING);
const Gallery = partLater(async () => (await import("./gallery/gallery.tsx")).Gallery, WAITING);

const NEW = "new";
/** Here the list would take room from the settings. */
const SMALL = "(min-width: 901px) and (max-width: 1399px)";

export function AgentSetup(): React.ReactNode {
  const words = useWords();
  const { id } = useParams();
  const [isFolded, setFolded] = useState(() => matchMedia(SMALL).matches);
  const agents = useQuery({ queryKey: ["agents"], queryFn: () => server.call(listAgents) });
  const isOpen = id !== undefined;
  const folded = isFolded && isOpen;
  // It comes while its agent is read.
  useEffect(() => {
    if (isOpen) void loadEditor().catch(() => {});
  }, [isOpen]);
  return (
    <div className={`setup${id === undefined ? " choosing" : ""}${folded ? " folded" : ""}`}>
      <PageTitle title={words.say("shell.setup")} />
      <AgentsList query={agents} chosen={id} folded={folded} fold={setFolded} />
      {id === undefined ? <Choose /> : id === NEW ? <NewAgent /> : <OpenAgent key={id} id={id} />}
    </div>
  );
}

function Choose(): React.ReactNode {
  const words = useWords();
  const mayMake = mayActAs(useMe().workspace.role, "agent_manager");
  return (
    <div className="setup-work">
      <h1>{words.say("shell.setup")}</h1>
      <p className="lead">{words.say("agents.choose_note")}</p>
      <NewOnes />
      {mayMake && <Gallery />}
    </div>
  );
}

function OpenAgent({ id }: { id: string }): React.ReactNode {
  const words = useWords();
  const agent = useQuery(questions.agent(id));
  const publishing = useQuery(questions.publishing(id));
  if (agent.data && publishing.data) return <Editor agent={agent.data} publishing={publishing.data} />;
  if (!agent.isError && !publishing.isError) return <Loading rows={6} />;
  if (isMissing(agent.error))
    return (
      <div className="setup-work">
        <Missing title={words.say("agents.missing")} to={paths.agents} act={words.say("shell.setup")} />
      </div>
    );
  return (
    <div className="setup-work">
      <h1>{words.say("agents.load_failed")}</h1>
      <p>{words.say("agents.load_failed_note")}</p>
      <Failed error={agent.error ?? publishing.error} again={() => void Promise.all([agent.refetch(), publishing.refetch()])} />
    </div>
  );
}

/** Not saved yet: it has no id. */
function NewAgent(): React.ReactNode {
  const words = useWords();
  const [search] = useSearchParams();
  const templates = useQuery(questions.templates);
  const connections = useQuery(questions.connections);
  const key = search.get("template") ?? "";
  if (connections.isPending) return <Loading rows={6} />;
  // Where they cannot be read, nothing is taken for connected.
  const connected = new Set(connections.data?.data.map(({ provider }) => provider));
  return (
    <Loaded query={templates} rows={6}>
      {({ data }) => {
        const document = key === "" ? emptyAgent(words.say("agents.new")) : data.find((one) => one.key === key)?.document;
        if (!document) return <Navigate replace to={paths.agents} />;
        return <Editor key={key} fresh={{ key: key === "" ? "empty" : key, document: freshDocument(document, connected) }} />;
      }}
    </Loaded>
  );
}

/** With the defaults of the contract. */
function emptyAgent(agent_name: string): AgentDocument {
  return AgentDocument.parse({ agent_config: { agent_name } });
}
