/** What every domain stands on: the data folder, the log, the database, work for later, live events, the way in over HTTP. */
import { z } from "zod";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { LiveEvent } from "@ongea/contract";
import type { Closing } from "./closing.ts";
import { inheritedEnvironment, type Config } from "./config/config.ts";
import { publicUrlOf } from "./config/public-url.ts";
import { openDatabase, type Database } from "./database/database.ts";
import type { Schema } from "./database/schema.ts";
import { createSocketPlaces, type SocketPlaces } from "./http/sockets.ts";
import { openJobs, type Jobs } from "./jobs/jobs.ts";
import { prepareJobs } from "./jobs/prepare.ts";
import type { Live } from "./live/live.ts";
import { openLive, type FindCall } from "./live/open-live.ts";
import { takeDataFolder } from "./lock/data-folder.ts";
import { openLog, type Log } from "./log/log.ts";
import { createWrongGuesses, type WrongGuesses } from "./log/wrong-guesses.ts";
import { createMail, type Mail } from "./mail/mail.ts";
import { connectionKeys } from "./secrets/connection-keys.ts";
import type { KeyRing } from "./secrets/key-ring.ts";
import { localSecret } from "./secrets/local-secrets.ts";
import { createSlowHash, type SlowHash } from "./secrets/slow-hash.ts";

export interface Platform {
  config: Config;
  /** Of the product. */
  version: string;
  dataDir: string;
  log: Log;
  database: Database;
  jobs: Jobs;
  closing: Closing;
  /** Of this installation: signs cookies and seals what is stored. */
  secret: string;
  /** Seals the keys of workspaces' own providers and trunks. */
  ring: KeyRing;
  hashing: SlowHash;
  guesses: WrongGuesses;
  mail: Mail;
  live: Live<LiveEvent>;
  /** By which live events find a call again. */
  findCallsBy(find: FindCall): void;
  /** How many live sockets one principal may hold. */
  places: SocketPlaces;
  /** Where people and clients reach the installation. */
  publicUrl: string;
}

export async function openPlatform(config: Config, closing: Closing, schema: Schema): Promise<Platform> {
  const dataDir = resolve(config.DATA_DIR);
  const folder = takeDataFolder(dataDir);
  closing.add("data folder", () => folder.release());
  const log = openLog({ to: config.LOG_TO, level: config.LOG_LEVEL, dataDir });
  closing.add("log", () => void log.flush());
  const database = await openStored({ config, dataDir, log }, schema);
  closing.add("database", () => database.close());
  const jobs = await openJobs(database, log);
  const hashing = createSlowHash();
  closing.add("hashing", () => hashing.stop());
  return {
    config,
    version: productVersion(),
    dataDir,
    log,
    database,
    jobs,
    closing,
    secret: config.AUTH_SECRET ?? localSecret(dataDir),
    ring: connectionKeys(config, dataDir),
    hashing,
    guesses: createWrongGuesses(log, () => performance.now()),
    mail: createMail({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM, dataDir, log }),
    ...openLive({ database, log, closing }),
    places: createSocketPlaces(config.SOCKETS_PER_ASKER),
    publicUrl: publicUrlOf(config, config.PORT),
  };
}

function openStored(
  { config, dataDir, log }: Pick<Platform, "config" | "dataDir" | "log">,
  { migrations, queues }: Schema,
): Promise<Database> {
  return openDatabase(
    {
      dataDir,
      url: config.DATABASE_URL,
      environment: inheritedEnvironment(),
      onEvent: (event) =>
        log.warn(event, event.kind === "ended" ? "PostgreSQL ended and will be started again" : "PostgreSQL runs again"),
    },
    migrations,
    (client, role) => prepareJobs(client, queues, role),
  );
}

function productVersion(): string {
  const file = resolve("package.json");
  return existsSync(file) ? z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, "utf8"))).version : "";
}
