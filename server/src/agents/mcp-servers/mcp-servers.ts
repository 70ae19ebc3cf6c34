/** The MCP servers of workspaces: they are connected, their tools are listed, and agents call them in their calls. */
import { isDeepStrictEqual } from "node:util";
import { MCP_TOOL_SECONDS, type McpProblem, type McpRequest, type McpTool } from "@ongea/contract";
import type { ToolOutcome } from "@ongea/conversation";
import type { Log } from "../../platform/log/log.ts";
import type { Seal } from "../../platform/secrets/seal.ts";
import type { OperatorServer } from "./operator-servers.ts";
import { resultText } from "./result-text.ts";
import { openMcpSession, type McpSession, type McpTarget } from "./session.ts";
import { McpFailure } from "./failures.ts";
import type { McpServerRow, McpServerStore } from "./store.ts";
import { timeLimit } from "@ongea/providers";

export interface McpServers {
  /** Connects and lists; null: it is gone, or was changed meanwhile. */
  check(row: McpServerRow, signal: AbortSignal): Promise<McpServerRow | null>;
  /** Runs a tool of an agent. `callId`: of one call all tools of a server share a connection; null: this use has its own. */
  run(use: McpUse, signal: AbortSignal): Promise<ToolOutcome>;
  sealed(id: string, secret: string): string;
  stop(): void;
}

export interface McpUse {
  workspaceId: string;
  callId: string | null;
  request: McpRequest;
  given: Readonly<Record<string, unknown>>;
  /** It changes something: the list of tools is read just before it. */
  hasEffect: boolean;
}

interface Parts {
  store: McpServerStore;
  seal: Seal;
  /** Private addresses that may be reached all the same. */
  allowed: readonly string[];
  /** Of the operator, by id: they run as programs. */
  operators?: readonly OperatorServer[];
  log: Pick<Log, "warn">;
  nowMs: () => number;
}

const CHECK_MS = 10_000;
/** A list of tools is read again after so long. */
const LIST_MS = 60_000;
const LIST_BEFORE_EFFECT_MS = 5_000;
/** A connection of a call that nothing is asked over is closed. */
const IDLE_MS = 120_000;
const MOST_SESSIONS = 500;
/** Each is a process on this machine. */
const MOST_PROGRAMS = 20;
const MOST_LISTINGS = 100;

const SAYS: Readonly<Record<McpProblem, string>> = {
  unreachable: "The service could not be reached.",
  // A model would read a reason that concerns the operator alone to the caller.
  private: "The service could not be reached.",
  unauthorized: "The service refused the request.",
  timeout: "The service did not answer in time.",
  not_mcp: "The service answered with something that cannot be read.",
  too_large: "The answer of the service is too long.",
};
const UNSURE = " Whether it did what it was asked to is not known.";

interface OpenSession {
  session: McpSession;
  isProgram: boolean;
  idle: ReturnType<typeof setTimeout>;
}

interface Listing {
  tools: McpTool[];
  atMs: number;
}

export function createMcpServers({ store, seal, allowed, operators = [], log, nowMs }: Parts): McpServers {
  const sessions = new Map<string, OpenSession>();
  /** By server and revision. */
  const listings = new Map<string, Listing>();

  const targetOf = (row: McpServerRow): McpTarget =>
    operators.find(({ id }) => id === row.id)?.program ?? {
      url: row.url,
      headers: row.sealed === null ? {} : { [row.header]: opened(seal, row.sealed, row.id) },
      allowed,
    };
  const keyOf = ({ id, revision }: McpServerRow): string => `${id}/${revision}`;
  const forget = (key: string): void => {
    const gone = sessions.get(key);
    if (!gone) return;
    sessions.delete(key);
    clearTimeout(gone.idle);
    gone.session.close();
  };
  const keep = (row: McpServerRow, tools: McpTool[]): void => {
    listings.delete(keyOf(row));
    listings.set(keyOf(row), { tools, atMs: nowMs() });
    for (const oldest of listings.keys()) {
      if (listings.size <= MOST_LISTINGS) break;
      listings.delete(oldest);
    }
  };
  /** Only what is news is written. */
  const note = async (row: McpServerRow, problem: McpProblem | null, tools?: McpTool[]): Promise<void> => {
    const isKnown = row.problem === problem && row.state !== "new" && (!tools || isDeepStrictEqual(row.tools, tools));
    if (isKnown) return;
    await store.found(row, tools ? { problem, tools } : { problem });
  };
  const list = async (row: McpServerRow, session: McpSession, mostMs: number, signal: AbortSignal): Promise<McpTool[]> => {
    const known = listings.get(keyOf(row));
    if (known && nowMs() - known.atMs < mostMs) return known.tools;
    const tools = await session.listTools(signal);
    keep(row, tools);
    await note(row, null, tools);
    return tools;
  };
  const sessionFor = async (row: McpServerRow, key: string, signal: AbortSignal): Promise<McpSession> => {
    const known = sessions.get(key);
    if (known) {
      known.idle.refresh();
      // The one that was used least lately goes first.
      sessions.delete(key);
      sessions.set(key, known);
      return known.session;
    }
    const session = await openMcpSession(targetOf(row), signal);
    const other = sessions.get(key);
    if (other) {
      session.close();
      return other.session;
    }
    const isProgram = operators.some(({ id }) => id === row.id);
    const alike = [...sessions].filter(([, one]) => one.isProgram === isProgram);
    for (const [oldest] of alike.slice(0, Math.max(0, alike.length + 1 - (isProgram ? MOST_PROGRAMS : MOST_SESSIONS))))
      forget(oldest);
    sessions.set(key, { session, isProgram, idle: setTimeout(() => forget(key), IDLE_MS).unref() });
    return session;
  };

  return {
    async check(row, signal) {
      const over = timeLimit(CHECK_MS, signal);
      try {
        const session = await openMcpSession(targetOf(row), over);
        try {
          const tools = await session.listTools(over);
          keep(row, tools);
          return (await store.found(row, { problem: null, tools })) ?? null;
        } finally {
          session.close();
        }
      } catch (error) {
        if (!(error instanceof McpFailure)) throw error;
        if (signal.aborted) return null;
        log.warn({ server: row.id, problem: error.problem, err: error.cause }, "An MCP server could not be used");
        return (await store.found(row, { problem: error.problem })) ?? null;
      }
    },
    async run({ workspaceId, callId, request, given, hasEffect }, signal) {
      const row = await store.named(workspaceId, request.server);
      if (!row) return { ok: false, result: "The service is not connected here." };
      const limitMs = (request.timeout_seconds ?? MCP_TOOL_SECONDS) * 1_000;
      const over = timeLimit(limitMs, signal);
      const key = `${callId ?? crypto.randomUUID()}/${keyOf(row)}`;
      let isSent = false;
      const attempt = async (): Promise<ToolOutcome> => {
        const session = await sessionFor(row, key, over);
        const tools = await list(row, session, hasEffect ? LIST_BEFORE_EFFECT_MS : LIST_MS, over);
        const tool = tools.find(({ name }) => name === request.tool);
        if (!tool) return { ok: false, result: "The service no longer has this tool." };
        if (tool.fingerprint !== request.fingerprint)
          return { ok: false, result: "The service has changed this tool. It is used again once the agent's owner has seen it." };
        isSent = true;
        const result = await session.callTool(request.tool, given, over);
        const text = resultText(result);
        return result.isError === true
          ? { ok: false, result: `The service answered with an error. ${text}` }
          : { ok: true, result: text };
      };
      try {
        return await attempt().catch((error: unknown) => {
          // A connection that the server has forgotten, after its restart say: nothing was done over it.
          if (!(error instanceof McpFailure) || !error.isForgotten || !sessions.has(key)) throw error;
          forget(key);
          isSent = false;
          return attempt();
        });
      } catch (error) {
        forget(key);
        if (!(error instanceof McpFailure)) throw error;
        if (!signal.aborted) await note(row, error.problem);
        return { ok: false, result: `${SAYS[error.problem]}${isSent && hasEffect ? UNSURE : ""}` };
      } finally {
        if (callId === null) forget(key);
      }
    },
    sealed: (id, secret) => seal.close(secret, id),
    stop() {
      for (const key of sessions.keys()) forget(key);
    },
  };
}

/** Sealed under another secret (AUTH_SECRET was changed): it is lost, and the server says so. */
function opened(seal: Seal, sealed: string, id: string): string {
  try {
    return seal.open(sealed, id);
  } catch {
    return "";
  }
}
