/** The workspace's MCP servers: added, checked, and their tools chosen for this agent. */
import {
  type ApiTools,
  checkMcpServer,
  deleteMcpServer,
  listMcpServers,
  MOST_MCP_SERVERS,
  type McpServer,
} from "@ongea/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { server as api } from "../../../server.ts";
import { useAct } from "../../../ui/act.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { ProblemLine } from "../../../ui/problem-line.tsx";
import { useWords } from "../../../words/index.ts";
import { SERVERS } from "./keys.ts";
import { isChosen, MOST_MCP_TOOLS_USED, mcpToolsOf, withMcpTool, withoutMcpTool } from "./mcp-draft.ts";
import { McpServerForm } from "./mcp-server-form.tsx";

interface McpServersProps {
  tools: ApiTools;
  change: (next: ApiTools) => void;
  close: () => void;
}

/** A server's own form, that of a new one, or none. */
type Open = McpServer["id"] | "new" | undefined;

export function McpServers({ tools, change, close }: McpServersProps): React.ReactNode {
  const words = useWords();
  const [open, setOpen] = useState<Open>();
  const servers = useQuery({ queryKey: SERVERS, queryFn: () => api.call(listMcpServers) });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Loaded query={servers} rows={3}>
        {({ data }) => (
          <>
            {data.map((one) => (
              <Server
                key={one.id}
                server={one}
                tools={tools}
                change={change}
                isEdited={open === one.id}
                edit={(is) => setOpen(is ? one.id : undefined)}
              />
            ))}
            {open === "new" || data.length === 0 ? (
              <McpServerForm done={() => setOpen(undefined)} cancel={data.length > 0 ? () => setOpen(undefined) : undefined} />
            ) : (
              <div>
                <Button disabled={data.length >= MOST_MCP_SERVERS} onClick={() => setOpen("new")}>
                  <Icon name="plus" />
                  {words.say("mcp.add")}
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
      {(servers.data?.data.length ?? 0) > 0 && open === undefined && (
        <div>
          <Button rank="first" onClick={close}>
            {words.say("mcp.done")}
          </Button>
        </div>
      )}
    </div>
  );
}

interface ServerProps {
  server: McpServer;
  tools: ApiTools;
  change: (next: ApiTools) => void;
  isEdited: boolean;
  edit: (is: boolean) => void;
}

function Server({ server, tools, change, isEdited, edit }: ServerProps): React.ReactNode {
  const words = useWords();
  const { id, name, url } = server;
  const [isLeaving, setLeaving] = useState(false);
  const params = { server_id: id };
  const check = useAct({ act: () => api.call(checkMcpServer, { params }), changes: [SERVERS] });
  const remove = useAct({ act: () => api.call(deleteMcpServer, { params }), changes: [SERVERS] });
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2 border-b border-line pb-4" aria-label={name}>
      <h3 className="flex flex-wrap items-baseline gap-x-3">
        <bdi>{name}</bdi>
        <State server={server} />
      </h3>
      <p className="hint break-all">{server.of_operator ? words.say("mcp.of_operator") : <bdi dir="ltr">{url}</bdi>}</p>
      {server.tools.length > 0 && <Choices server={server} tools={tools} change={change} />}
      <ProblemLine>{check.problem ?? remove.problem}</ProblemLine>
      {isEdited && <McpServerForm server={server} done={() => edit(false)} cancel={() => edit(false)} />}
      {isLeaving && <p>{words.say("mcp.remove_sure", { name })}</p>}
      <div className="flex flex-wrap gap-2">
        {isLeaving ? (
          <>
            <Button rank="bad" busy={remove.busy && words.say("mcp.removing")} onClick={() => remove.do()}>
              {words.say("mcp.remove")}
            </Button>
            <Button onClick={() => setLeaving(false)}>{words.say("shell.cancel")}</Button>
          </>
        ) : (
          !isEdited && (
            <>
              <Button busy={check.busy && words.say("mcp.checking")} onClick={() => check.do()}>
                {words.say("mcp.check")}
              </Button>
              {!server.of_operator && (
                <>
                  <Button
                    rank="quiet"
                    onClick={() => edit(true)}
                    aria-label={words.say("agents.function_change_named", { name })}
                  >
                    {words.say("agents.function_change")}
                  </Button>
                  <Button
                    rank="quiet"
                    className="square"
                    onClick={() => setLeaving(true)}
                    aria-label={words.say("agents.function_remove", { name })}
                  >
                    <Icon name="trash" />
                  </Button>
                </>
              )}
            </>
          )
        )}
      </div>
    </section>
  );
}

const TONES = { new: "waiting", connected: "good", failed: "bad" } as const;

function State({ server: { state, problem, tools } }: { server: McpServer }): React.ReactNode {
  const words = useWords();
  const says =
    state === "failed"
      ? words.say(`mcp.${problem ?? "unreachable"}`)
      : state === "connected"
        ? words.say("mcp.connected", { tools: tools.length })
        : words.say("mcp.new");
  return <span className={`status ${TONES[state]} font-normal whitespace-normal`}>{says}</span>;
}

function Choices({ server, tools, change }: Pick<ServerProps, "server" | "tools" | "change">): React.ReactNode {
  const words = useWords();
  const isFull = mcpToolsOf(tools).length >= MOST_MCP_TOOLS_USED;
  return (
    <ul className="grid gap-2">
      {server.tools.map((tool) => {
        const isOn = isChosen(tools, server.name, tool.name);
        const put = (on: boolean): void =>
          change(on ? withMcpTool(tools, server.name, tool) : withoutMcpTool(tools, server.name, tool.name));
        return (
          <li key={tool.name}>
            <label className="flex items-start gap-2">
              <input type="checkbox" checked={isOn} disabled={!isOn && isFull} onChange={({ target }) => put(target.checked)} />
              <span className="min-w-0">
                <code dir="ltr">{tool.name}</code>{" "}
                <span className="hint">{words.say(tool.read_only ? "mcp.reads" : "mcp.changes")}</span>
                {tool.description !== "" && (
                  <span className="hint block line-clamp-2" dir="auto">
                    {tool.description}
                  </span>
                )}
              </span>
            </label>
          </li>
        );
      })}
    </ul>
  );
}
