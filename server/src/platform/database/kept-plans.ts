/**
 * Work that asks the same of single rows again and again: PostgreSQL keeps the plans of its questions on each connection, since most of what
 * such a question takes is its plan. For work whose questions find rows by their keys: a plan that is kept knows no values.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import type pg from "pg";

/** Of texts; each is a plan on each connection. */
const MOST_PLANS = 400;

const keeping = new AsyncLocalStorage<true>();
const names = new Map<string, string>();

export function withKeptPlans<T>(work: () => T): T {
  return keeping.run(true, work);
}

/** A question with values, as it is asked within such work: by a name, so that its plan is kept. */
export function askedByName(config: string | pg.QueryConfig, values: readonly unknown[] = []): string | pg.QueryConfig {
  if (keeping.getStore() === undefined || typeof config === "string" || values.length === 0) return config;
  const name = config.name ?? nameOf(config.text);
  return name === undefined ? config : { ...config, name };
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_PLANS) return known;
  const name = createHash("sha256").update(text).digest("base64url").slice(0, 22);
  names.set(text, name);
  return name;
}
