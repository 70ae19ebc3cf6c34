import pg from "pg";
import { CannotStart } from "../cannot-start.ts";
import { roleThatOwnsNothing } from "./app-role.ts";
import { isAway } from "./away.ts";
import { runningEmbeddedPostgres, startEmbeddedPostgres } from "./embedded.ts";
import { CONNECT_TIMEOUT_MS, openConnectionPool, type ConnectionPool } from "./connection-pool.ts";
import { migrate, type Migration } from "./migrate.ts";
import type { PostmasterEvent } from "./postmaster.ts";
import { readScopeKey } from "./scope.ts";
import { tenancyOn, type Tenancy } from "./tenancy.ts";

export interface Database extends Tenancy {
  /** For people: which PostgreSQL, and where. */
  readonly description: string;
  /** For what other servers are told in time or not at all: requests that wait never hold its connection. */
  readonly beats: Pick<Tenancy, "everywhere">;
  ping(): Promise<void>;
  /** A new connection of its own to a database on which other servers of ours may work; undefined: none does. */
  readonly connectAlone: (() => Promise<pg.Client>) | undefined;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  dataDir: string;
  /** A server of one's own instead of the embedded one. */
  url?: string | undefined;
  environment: Readonly<Record<string, string>>;
  /** The embedded one ended by itself, or has been started again. */
  onEvent?(event: PostmasterEvent): void;
}

/** What the owner of the database prepares, besides the tables, for the role that the server works as (absent: the owner itself). */
export type Prepare = (client: pg.ClientBase, appRole: string | undefined) => Promise<void>;

/** Opens the database and brings its schema up to date. */
export async function openDatabase(
  options: DatabaseOptions,
  migrations: readonly Migration[],
  prepare?: Prepare,
): Promise<Database> {
  const schema = { migrations, prepare };
  if (options.url !== undefined) return openServer(options.url, schema);
  const embedded = await startEmbeddedPostgres(options.dataDir, options.environment, options.onEvent ?? (() => undefined));
  let key: string;
  try {
    ({ key } = await bringUpToDate(embedded.owner, schema, "ongea_app"));
  } catch (error) {
    await embedded.stop();
    throw error;
  }
  const lending = openConnectionPool(embedded.app);
  return {
    ...opened(lending, key, `PostgreSQL 18 from npm, in ${embedded.folder}`),
    connectAlone: undefined,
    close: async () => {
      await lending.close();
      await embedded.stop();
    },
  };
}

/** Opens the embedded database of a server that runs in this data folder, for a command beside it. */
export async function joinDatabase(dataDir: string): Promise<Database> {
  const owner = new pg.Client(runningEmbeddedPostgres(dataDir, "owner"));
  await owner.connect();
  const key = await readScopeKey(owner).finally(() => owner.end());
  const lending = openConnectionPool(runningEmbeddedPostgres(dataDir));
  const description = "PostgreSQL of the running server";
  return { ...opened(lending, key, description), connectAlone: undefined, close: () => lending.close() };
}

interface Schema {
  migrations: readonly Migration[];
  prepare: Prepare | undefined;
}

async function openServer(url: string, schema: Schema): Promise<Database> {
  const connection = { connectionString: url };
  const where = nameOf(url);
  const { role, key } = await bringUpToDate(connection, schema).catch((error: unknown) => {
    if (error instanceof Error && (error instanceof CannotStart || error.message.startsWith("The migration"))) throw error;
    throw new CannotStart(`The database ${where} of DATABASE_URL cannot be reached: ${reason(error)}.`, { cause: error });
  });
  const lending = openConnectionPool({ ...connection, ...(role === undefined ? {} : { verify: takeOn(role) }) });
  const connectAlone = (): Promise<pg.Client> => connectAs(role, connection);
  return { ...opened(lending, key, `PostgreSQL at ${where}`), connectAlone, close: () => lending.close() };
}

async function connectAs(role: string | undefined, connection: pg.ClientConfig): Promise<pg.Client> {
  const limits = { connectionTimeoutMillis: CONNECT_TIMEOUT_MS, query_timeout: CONNECT_TIMEOUT_MS, keepAlive: true };
  const client = new pg.Client({ ...connection, ...limits });
  client.on("error", () => undefined);
  try {
    await client.connect();
    if (role !== undefined) await client.query(`set role ${role}`);
    return client;
  } catch (error) {
    void client.end().catch(() => undefined);
    throw error;
  }
}

function opened(
  lending: ConnectionPool,
  key: string,
  description: string,
): Tenancy & Pick<Database, "description" | "beats" | "ping"> {
  return {
    ...tenancyOn(lending, key),
    beats: tenancyOn({ connect: () => lending.connect("beats") }, key),
    description,
    ping: async () => {
      const client = await lending.connect();
      try {
        await client.query("select 1");
        client.release();
      } catch (error) {
        client.release(isAway(error));
        throw error;
      }
    },
  };
}

/** A connection that cannot take on the role is not used. */
function takeOn(role: string): NonNullable<pg.PoolConfig["verify"]> {
  return (client, done) => client.query(`set role ${role}`, (error: Error | null) => done(error ?? undefined));
}

/** `appRole`: the role that the server works as; absent, one is made or found. Returns the role to take on, where one must be, and the key of scopes. */
async function bringUpToDate(
  connection: pg.ClientConfig,
  { migrations, prepare }: Schema,
  appRole?: string,
): Promise<{ role: string | undefined; key: string }> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const role = appRole ?? (await roleThatOwnsNothing(client));
    await migrate(client, migrations, role);
    await prepare?.(client, role);
    return { role, key: await readScopeKey(client) };
  } finally {
    await client.end();
  }
}

function nameOf(url: string): string {
  try {
    const { hostname, port, pathname } = new URL(url);
    return `${pathname.slice(1) || "postgres"} on ${hostname || "this machine"}:${port || "5432"}`;
  } catch {
    return "";
  }
}

function reason(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reason(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
