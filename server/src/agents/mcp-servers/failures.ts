/** What went wrong at an MCP server. */
import type { McpProblem } from "@ongea/contract";
import { OutsideFailure, type OutsideProblem } from "../../platform/fetch/outside.ts";

export class McpFailure extends Error {
  readonly problem: McpProblem;
  /** The server no longer knows this connection: nothing was done. */
  readonly isForgotten: boolean;
  constructor(problem: McpProblem, options: ErrorOptions & { isForgotten?: boolean } = {}) {
    super(`An MCP server could not be used: ${problem}`, options);
    this.name = "McpFailure";
    this.problem = problem;
    this.isForgotten = options.isForgotten === true;
  }
}

const OF_OUTSIDE: Readonly<Record<OutsideProblem, McpProblem>> = {
  "not-reached": "unreachable",
  private: "private",
  "too-large": "too_large",
  "too-many-redirects": "not_mcp",
  "not-http": "not_mcp",
};

const REQUEST_TIMEOUT = -32_001;
const CONNECTION_CLOSED = -32_000;
/** Codes of the client itself. */
export const OWN_CODES: ReadonlySet<number> = new Set([CONNECTION_CLOSED, REQUEST_TIMEOUT]);
/** It has ended, or there is no such program. */
const UNREACHABLE: ReadonlySet<unknown> = new Set([CONNECTION_CLOSED, "ENOENT", "EACCES"]);
const UNAUTHORIZED: ReadonlySet<unknown> = new Set([401, 403]);

export function failureOf(error: unknown): McpFailure {
  if (error instanceof OutsideFailure) return new McpFailure(OF_OUTSIDE[error.problem], { cause: error });
  const name = error instanceof Error ? error.name : "";
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  if (name === "TimeoutError" || name === "AbortError" || code === REQUEST_TIMEOUT)
    return new McpFailure("timeout", { cause: error });
  if (UNREACHABLE.has(code)) return new McpFailure("unreachable", { cause: error });
  if (UNAUTHORIZED.has(code)) return new McpFailure("unauthorized", { cause: error });
  return new McpFailure(typeof code === "number" && code >= 500 ? "unreachable" : "not_mcp", {
    cause: error,
    isForgotten: code === 404 && name !== "McpError",
  });
}
