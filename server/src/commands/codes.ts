/** `npm run codes -- list | issue | replace | revoke <code>`: the invitation codes, beside a running server or without one. */
import type { Config } from "../platform/config/config.ts";
import { createCodes, type Codes, createKeys } from "../accounts/index.ts";
import { CannotStart } from "../platform/cannot-start.ts";
import { createSlowHash } from "../platform/secrets/slow-hash.ts";
import { databaseBeside } from "./database-beside.ts";
import usage from "./usage.json" with { type: "json" };

export type CodesCommand = { act: "list" } | { act: "issue" } | { act: "replace" } | { act: "revoke"; code: string };

export function parseCodes([act = "list", code, ...rest]: readonly string[]): CodesCommand {
  if (act === "revoke" && code !== undefined && rest.length === 0) return { act, code };
  if ((act === "list" || act === "issue" || act === "replace") && code === undefined) return { act };
  throw new CannotStart(usage.codes);
}

export async function codes(command: CodesCommand, config: Config, tell: (line: string) => void): Promise<void> {
  const { database, close } = await databaseBeside(config);
  const hashing = createSlowHash();
  const endedIn = (ids: string[]): Promise<void> => createKeys(database).endOfDemos(ids);
  try {
    await carryOut(command, createCodes({ db: database.everywhere, hashing, endedIn }), tell);
  } finally {
    await hashing.stop();
    await close();
  }
}

async function carryOut(command: CodesCommand, all: Codes, tell: (line: string) => void): Promise<void> {
  if (command.act === "issue") return tell(`${await all.issue()}  (shown once)`);
  if (command.act === "replace") {
    const made = await all.replaceUnused();
    for (const code of made) tell(`${code}  (shown once)`);
    return made.length === 0 ? tell("Every code has been used or revoked: none was replaced.") : undefined;
  }
  if (command.act === "revoke") {
    if (!(await all.revoke(command.code))) throw new CannotStart(`No code in force begins with "${command.code.slice(0, 4)}".`);
    return tell(`${command.code.slice(0, 4)}-…  revoked`);
  }
  const list = await all.list();
  for (const { prefix, uses, createdAt, revokedAt } of list) {
    const state = revokedAt ? `revoked ${day(revokedAt)}` : "in force";
    tell(`${prefix}-…  ${state.padEnd(18)}  used ${uses === 1 ? "once" : `${uses} times`}, issued ${day(createdAt)}`);
  }
  if (list.length === 0) tell("No codes yet. The first start makes five.");
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10);
}
