/**
 * Work that sends the same queries again and again: PostgreSQL prepares each once on a connection and caches its plan, since most of what such a
 * query takes is planning. For work whose queries find rows by their keys: a cached plan knows no values.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import type pg from "pg";

/** Each is a plan on each connection. */
const MOST_STATEMENTS = 400;

const preparing = new AsyncLocalStorage<true>();
const names = new Map<string, string>();

export function withPreparedStatements<T>(work: () => T): T {
  return preparing.run(true, work);
}

/** A query with values, as it is sent within such work: by a name, so that its plan is cached. */
export function prepareQuery(config: string | pg.QueryConfig, values: readonly unknown[] = []): string | pg.QueryConfig {
  if (preparing.getStore() === undefined || typeof config === "string" || values.length === 0) return config;
  const name = config.name ?? statementName(config.text);
  return name === undefined ? config : { ...config, name };
}

/** Undefined: there are too many already. */
export function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_STATEMENTS) return known;
  const name = createHash("sha256").update(text).digest("base64url").slice(0, 22);
  names.set(text, name);
  return name;
}
