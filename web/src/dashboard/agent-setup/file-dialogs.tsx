/** An agent leaves as a file, and comes from one. */
import { type Agent, createAgent, documentOf } from "@ongea/contract";
import { useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../paths.ts";
import { server } from "../../server.ts";
import { useAct } from "../../ui/act.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FileField } from "../../ui/field.tsx";
import { ProblemLine } from "../../ui/problem-line.tsx";
import { toast } from "../../ui/toast.ts";
import { useWords } from "../../words/index.ts";
import { CopyToWorkspace } from "./copy-to-workspace.tsx";
import { agentFileName, type AgentFileKind, readAgentFile, writeAgentFile } from "./agent-file.ts";

const LARGEST_BYTES = 1_000_000;
const KINDS: readonly AgentFileKind[] = ["json", "yaml"];

export function ExportDialog({ agent, close }: { agent: Agent; close: () => void }): React.ReactNode {
  const words = useWords();
  return (
    <Dialog open onOpenChange={close} title={words.say("agents.export")} description={words.say("agents.export_note")}>
      <div className="flex flex-wrap gap-2">
        {KINDS.map((kind) => (
          <Button key={kind} icon="download" onClick={() => download(agent, kind)}>
            {kind.toUpperCase()}
          </Button>
        ))}
        <Button rank="quiet" onClick={close}>
          {words.say("shell.close")}
        </Button>
      </div>
      <CopyToWorkspace agent={agent} close={close} />
    </Dialog>
  );
}

export function ImportDialog({ close }: { close: () => void }): React.ReactNode {
  const words = useWords();
  const goTo = useNavigate();
  const [file, setFile] = useState<File>();
  const [fault, setFault] = useState<"unreadable" | "too_large">();
  const create = useAct({
    act: (body: NonNullable<ReturnType<typeof readAgentFile>>) => server.call(createAgent, { body }),
    changes: [["agents"]],
    done: ({ agent_id }) => {
      toast(words.say("agents.created"));
      close();
      void goTo(paths.agent(agent_id));
    },
  });
  const read = async (chosen: File): Promise<void> => {
    const document = chosen.size > LARGEST_BYTES ? undefined : readAgentFile(await chosen.text());
    if (document) create.do(document);
    else setFault(chosen.size > LARGEST_BYTES ? "too_large" : "unreadable");
  };
  return (
    <Dialog open onOpenChange={close} title={words.say("agents.import")} description={words.say("agents.import_note")}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (file) void read(file).catch(() => setFault("unreadable"));
        }}
      >
        <FileField
          label={words.say("agents.import_file")}
          accept=".json,.yaml,.yml,application/json,application/yaml"
          choose={(chosen) => {
            setFile(chosen);
            setFault(undefined);
          }}
        />
        <ProblemLine>{fault ? words.say(`agents.import_${fault}`) : create.problem}</ProblemLine>
        <div className="flex flex-wrap gap-2">
          <Button rank="first" type="submit" disabled={!file} busy={create.busy && words.say("shell.saving")}>
            {words.say("agents.import")}
          </Button>
          <Button onClick={close}>{words.say("shell.cancel")}</Button>
        </div>
      </form>
    </Dialog>
  );
}

function download(agent: Agent, kind: AgentFileKind): void {
  const type = kind === "json" ? "application/json" : "application/yaml";
  const address = URL.createObjectURL(new Blob([writeAgentFile(documentOf(agent), kind)], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = agentFileName(agent.agent_name, kind);
  link.click();
  URL.revokeObjectURL(address);
}
