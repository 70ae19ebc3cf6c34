import { randomUUID } from "node:crypto";
import {
  changeMcpServer,
  checkMcpServer,
  createMcpServer,
  deleteMcpServer,
  listMcpServers,
  MOST_MCP_SERVERS,
  type McpServer,
} from "@ongea/contract";
import type { Audit } from "../../accounts/index.ts";
import { whileHere } from "../../platform/http/gone.ts";
import type { Http } from "../../platform/http/http.ts";
import { createRateLimit } from "../../platform/http/rate-limit.ts";
import { refuse } from "../../platform/http/refuse.ts";
import { serve } from "../../platform/http/serve.ts";
import type { McpServers } from "./mcp-servers.ts";
import type { McpServerRow, McpServerStore } from "./store.ts";

export interface McpServerRoutesParts {
  store: McpServerStore;
  servers: McpServers;
  audit: Pick<Audit, "act">;
}

/** Each connects elsewhere. */
const CHECKED = { burst: 10, refillMs: 3_000 };

export function mcpServerRoutes(app: Http, { store, servers, audit }: McpServerRoutesParts): void {
  const limit = createRateLimit({ ...CHECKED, nowMs: () => performance.now() });
  const read = async (workspaceId: string, id: string): Promise<McpServerRow> => {
    const row = await store.read({ workspaceId, id });
    if (!row) throw refuse("mcp_server.not_found");
    return row;
  };
  serve(app, listMcpServers, async (_given, { principal }) => ({ data: (await store.all(principal.workspaceId)).map(wire) }));
  serve(app, createMcpServer, async ({ body: { name, url, header, secret = "" } }, { principal }) => {
    const { workspaceId } = principal;
    requireAddress(url);
    if ((await store.count(workspaceId)) >= MOST_MCP_SERVERS) throw refuse("mcp_server.too_many");
    const id = randomUUID();
    const sealed = secret === "" ? null : servers.sealed(id, secret);
    return audit.act(principal, async (write) => {
      const row = await store.add({ id, workspaceId, name, url, header, sealed });
      if (!row) throw refuse("mcp_server.name_taken");
      await write({ act: "mcp_server.added", subject: name });
      return wire(row);
    });
  });
  serve(app, changeMcpServer, async ({ params, body: { url, header, secret } }, { principal }) => {
    const before = await read(principal.workspaceId, params.server_id);
    requireAddress(url);
    // A secret goes to the server that it was given for, under the name that it was given for.
    const stays = originOf(before.url) === originOf(url) && before.header.toLowerCase() === header.toLowerCase();
    if (secret === undefined && before.sealed !== null && !stays)
      throw refuse("request.invalid", [
        { type: "secret", loc: ["body", "secret"], msg: "must be entered again for this address" },
      ]);
    const sealed = secret === undefined ? before.sealed : secret === "" ? null : servers.sealed(before.id, secret);
    return audit.act(principal, async (write) => {
      const row = await store.change(before, { url, header, sealed });
      if (!row) throw refuse("mcp_server.not_found");
      await write({ act: "mcp_server.changed", subject: row.name });
      return wire(row);
    });
  });
  serve(app, deleteMcpServer, async ({ params }, { principal }) => {
    await audit.act(principal, async (write) => {
      const name = await store.remove({ workspaceId: principal.workspaceId, id: params.server_id });
      if (name === undefined) throw refuse("mcp_server.not_found");
      await write({ act: "mcp_server.removed", subject: name });
    });
    return { success: true as const };
  });
  serve(app, checkMcpServer, async ({ params }, { principal, reply }) => {
    limit.take(principal.workspaceId);
    const row = await servers.check(await read(principal.workspaceId, params.server_id), whileHere(reply));
    return wire(row ?? (await read(principal.workspaceId, params.server_id)));
  });
}

const ADDRESS = /^https?:\/\/[^/?#%\s@]+(?=[/?#]|$)/i;
const NO_ADDRESS = "must begin with https:// or http:// and the name of a server";

/** "https://shop:99999" begins as an address does, and is none. */
function requireAddress(url: string): void {
  if (ADDRESS.test(url) && URL.canParse(url)) return;
  throw refuse("request.invalid", [{ type: "url", loc: ["body", "url"], msg: NO_ADDRESS }]);
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}

function wire({ id, name, url, header, sealed, state, problem, tools, checkedAt, createdAt }: McpServerRow): McpServer {
  return {
    id,
    name,
    url,
    header,
    has_secret: sealed !== null,
    of_operator: url === "stdio",
    state,
    problem,
    tools,
    checked_at: checkedAt?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
  };
}
