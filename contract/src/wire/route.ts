import type { z } from "zod";
import type { Role } from "../accounts/roles.ts";
import type { KeyScope } from "../accounts/scopes.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Who may ask: anyone; from this role of the workspace on (a visitor owns their demo workspace, a key acts in the role that it was
 * given); only a person with an account; only the operator of the installation.
 */
export type Who = "anyone" | Role | "person" | "operator";

/** What a client and the server promise each other about one address. */
export interface Route {
  method: Method;
  /** With `:name` for each of `params`. */
  path: string;
  who: Who;
  /** What a key must be for (`scopeOf`); absent: what `who` comes to (viewer: read, agent_manager: write, all above: admin). */
  scope?: KeyScope;
  /** A key that is held to some agents may ask it: all that it shows and changes is an agent's. Absent: it is about the whole workspace. */
  ofAgents?: true;
  /** What it is for, in a sentence. */
  does: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Numbers and booleans of the body may be written as text (`asWritten`), as existing clients do. */
  textForNumbers?: true;
  /** The body may come as a form (multipart/form-data), too. */
  form?: true;
  /** The body is not JSON but these bytes, of one of these types. */
  upload?: { types: readonly string[]; mostBytes: number };
  /** Absent: an answer that is not JSON (a recording). */
  answer?: z.ZodType;
  /** What a client says when something that is no refusal of ours was answered; before the status. `API request failed` when absent. */
  failed?: string;
  /** Of a success; 200 when absent. */
  status?: number;
  /** Another status of a success, and when it is that. */
  otherwise?: { status: number; when: string };
  /** Of an answer that is not JSON; audio/wav when absent. */
  media?: string;
}

/** Declares a route and keeps its exact shapes for the compiler. */
export function route<const R extends Route>(declaration: R): R {
  return declaration;
}

type Input<S> = S extends z.ZodType ? z.input<S> : undefined;
type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a client gives. */
export interface RouteInput<R extends Route> {
  params: Input<R["params"]>;
  query: Input<R["query"]>;
  body: Input<R["body"]>;
}

/** What the server has after checking it. */
export interface Checked<R extends Route> {
  params: Output<R["params"]>;
  query: Output<R["query"]>;
  body: Output<R["body"]>;
}

/** What a client is told. */
export type Answer<R extends Route> = Output<R["answer"]>;
/** What the server answers with. */
export type AnswerInput<R extends Route> = Input<R["answer"]>;
