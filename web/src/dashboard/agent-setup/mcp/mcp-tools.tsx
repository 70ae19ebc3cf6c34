/** Tools of MCP servers that the agent may use in a call. */
import { type ApiTool, type ApiTools, listMcpServers, mcpRequestOf, type McpServer } from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { server } from "../../../server.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { type FurtherArea, useAreas, useWords } from "../../../words/index.ts";
import { listedTool, mcpToolsOf, mcpToolState, type McpToolState, withMcpTool, withoutMcpTool } from "./mcp-draft.ts";
import { SERVERS } from "./keys.ts";
import { partLater } from "../../../ui/part-later.tsx";

const AREAS: readonly FurtherArea[] = ["agents", "mcp"];
const Servers = partLater(async () => (await import("./mcp-servers.tsx")).McpServers);
const ToolForm = partLater(async () => (await import("./mcp-tool-form.tsx")).McpToolForm);

interface McpToolsProps {
  tools: ApiTools;
  change: (next: ApiTools) => void;
  readOnly: boolean;
  /** Of the agent. */
  language: string;
}

export function McpTools({ tools, change, readOnly, language }: McpToolsProps): React.ReactNode {
  useAreas(AREAS);
  const words = useWords();
  const [isChoosing, setChoosing] = useState(false);
  const [edited, setEdited] = useState<ApiTool>();
  const servers = useQuery({ queryKey: SERVERS, queryFn: () => server.call(listMcpServers) });
  const used = mcpToolsOf(tools);
  return (
    <section className="controls" aria-label={words.say("mcp.title")}>
      <h2>{words.say("mcp.title")}</h2>
      <p className="hint">{words.say("mcp.note")}</p>
      {used.length > 0 && (
        <ul className="rows">
          {used.map((tool) => (
            <ToolRow
              key={tool.name}
              tool={tool}
              servers={servers.data?.data}
              readOnly={readOnly}
              edit={() => setEdited(tool)}
              change={(make) => change(make(tools))}
            />
          ))}
        </ul>
      )}
      {!readOnly && (
        <div>
          <Button onClick={() => setChoosing(true)}>
            <Icon name="plus" />
            {words.say("mcp.choose")}
          </Button>
        </div>
      )}
      <Dialog
        open={isChoosing}
        onOpenChange={setChoosing}
        title={words.say("mcp.choose")}
        description={words.say("mcp.servers_note")}
      >
        <Servers tools={tools} change={change} close={() => setChoosing(false)} />
      </Dialog>
      <Dialog
        open={edited !== undefined}
        onOpenChange={(open) => !open && setEdited(undefined)}
        title={words.say("agents.function_change_named", { name: edited?.name ?? "" })}
      >
        {edited && (
          <ToolForm
            tools={tools}
            tool={edited}
            language={language}
            done={(next) => {
              if (next) change(next);
              setEdited(undefined);
            }}
          />
        )}
      </Dialog>
    </section>
  );
}

interface RowProps {
  tool: ApiTool;
  /** Undefined: they have not come yet. */
  servers: readonly McpServer[] | undefined;
  readOnly: boolean;
  edit: () => void;
  change: (make: (tools: ApiTools) => ApiTools) => void;
}

function ToolRow({ tool, servers, readOnly, edit, change }: RowProps): React.ReactNode {
  const words = useWords();
  const { name } = tool;
  const { server: of = "", tool: listedAs = name } = mcpRequestOf(tool) ?? {};
  const state = servers && mcpToolState(tool, servers);
  const listed = servers && listedTool(tool, servers);
  return (
    <li>
      <code dir="ltr">{name}</code>
      <span className="hint grow break-all">
        {state === undefined || state === "ready" ? (
          <bdi dir="ltr">{of}</bdi>
        ) : (
          <span className="status bad break-normal whitespace-normal">{words.say(SAYS[state], { server: of })}</span>
        )}
      </span>
      {!readOnly && (
        <>
          {state === "changed" && listed && (
            <Button rank="quiet" onClick={() => change((tools) => withMcpTool(tools, of, listed))}>
              {words.say("mcp.take_change")}
            </Button>
          )}
          <Button rank="quiet" onClick={edit} aria-label={words.say("agents.function_change_named", { name })}>
            {words.say("agents.function_change")}
          </Button>
          <Button
            rank="quiet"
            className="square"
            onClick={() => change((tools) => withoutMcpTool(tools, of, listedAs))}
            aria-label={words.say("agents.function_remove", { name })}
          >
            <Icon name="trash" />
          </Button>
        </>
      )}
    </li>
  );
}

const SAYS = { no_server: "mcp.no_server", gone: "mcp.gone", changed: "mcp.changed" } as const satisfies Record<
  Exclude<McpToolState, "ready">,
  string
>;
