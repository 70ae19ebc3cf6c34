/** A PostgreSQL of our own, reached through a Unix socket that only its folder's owner and root can open. */
import { spawn } from "node:child_process";
import { chownSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { CannotStart } from "../cannot-start.ts";
import { postgresBinaries } from "./binaries.ts";
import { chooseFolders, readPasswords, SYSTEM_FOLDER, type Passwords, type DatabaseFolders } from "./database-folders.ts";
import { startPostmaster, type ChildSettings, type PostmasterEvent } from "./postmaster.ts";
import { databaseUser } from "./unprivileged.ts";

const DATABASE = "ongea";

export interface EmbeddedPostgres {
  /** Where the data lie. */
  readonly folder: string;
  /** As the owner of the tables: for migrations. */
  readonly owner: pg.PoolConfig;
  /** As a role that owns nothing: for everything else. */
  readonly app: pg.PoolConfig;
  stop(): Promise<void>;
}

export async function startEmbeddedPostgres(
  dataDir: string,
  environment: Readonly<Record<string, string>>,
  onEvent: (event: PostmasterEvent) => void,
): Promise<EmbeddedPostgres> {
  const user = databaseUser();
  const place = chooseFolders(dataDir, user);
  const home = postgresBinaries(user !== undefined, SYSTEM_FOLDER);
  const passwords = readPasswords(join(dataDir, "database-passwords.json"));
  const settings = { cwd: place.base, env: { ...environment, LC_ALL: "C", LC_MESSAGES: "C" }, ...user };
  if (!existsSync(join(place.data, "PG_VERSION"))) await initialise(home, place, passwords, settings);

  const superuser = { host: place.sockets, user: "postgres", password: passwords.superuser };
  const postmaster = await startPostmaster({ program: join(home, "bin/postgres"), place, settings, superuser, onEvent });
  try {
    await makeRoles(superuser, passwords);
  } catch (error) {
    await postmaster.stop();
    throw error;
  }
  return {
    folder: place.data,
    owner: { host: place.sockets, user: "ongea_owner", password: passwords.owner, database: DATABASE },
    app: { host: place.sockets, user: "ongea_app", password: passwords.app, database: DATABASE },
    stop: () => postmaster.stop(),
  };
}

/** How to reach the PostgreSQL that another process of ours runs in this data folder. */
export function runningEmbeddedPostgres(dataDir: string, as: "app" | "owner" | "superuser" = "app"): pg.PoolConfig {
  const { sockets } = chooseFolders(dataDir, databaseUser());
  const passwords = readPasswords(join(dataDir, "database-passwords.json"));
  return { host: sockets, user: as === "superuser" ? "postgres" : `ongea_${as}`, password: passwords[as], database: DATABASE };
}

async function initialise(home: string, place: DatabaseFolders, passwords: Passwords, settings: ChildSettings): Promise<void> {
  rmSync(place.data, { recursive: true, force: true });
  const passwordFile = join(place.base, "initial-password");
  writeFileSync(passwordFile, passwords.superuser, { mode: 0o600 });
  if (settings.uid !== undefined && settings.gid !== undefined) chownSync(passwordFile, settings.uid, settings.gid);
  const unfinished = `${place.data}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  const options = [
    "--username=postgres",
    "--auth=scram-sha-256",
    `--pwfile=${passwordFile}`,
    "--encoding=UTF8",
    "--locale=C",
    "--no-instructions",
  ];
  try {
    await run(join(home, "bin/initdb"), [`--pgdata=${unfinished}`, ...options], settings);
    await run("mv", [unfinished, place.data], settings);
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    throw new CannotStart(`The database could not be made in ${place.data}: ${words}`, { cause: error });
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** Runs a program to its end, out of reach of the terminal's Ctrl-C: what is half made is finished first. */
async function run(command: string, args: readonly string[], settings: ChildSettings): Promise<void> {
  const child = spawn(command, args, { ...settings, detached: true, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (said = (said + chunk).slice(-2_000)));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) throw new Error(said.trim());
}

async function makeRoles(superuser: pg.ClientConfig, passwords: Passwords): Promise<void> {
  const client = new pg.Client({ ...superuser, database: "postgres" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    for (const [role, password] of [
      ["ongea_owner", passwords.owner],
      ["ongea_app", passwords.app],
    ] as const) {
      const { rowCount } = await client.query("select 1 from pg_roles where rolname = $1", [role]);
      await client.query(
        `${rowCount ? "alter" : "create"} role ${role} login nosuperuser nocreatedb nocreaterole nobypassrls password '${password}'`,
      );
    }
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [DATABASE]);
    if (!rowCount) await client.query(`create database ${DATABASE} owner ongea_owner`);
  } finally {
    await client.end();
  }
}
