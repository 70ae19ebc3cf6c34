/** What everything else stands on: the data folder, the log, the database, the home workspace and who answers there. Part of the composition. */
import { resolve } from "node:path";
import { localSecret } from "./accounts/access/index.ts";
import { createAgents, type Agents } from "./agents/documents/index.ts";
import { inheritedEnvironment, type Config } from "./config.ts";
import { MIGRATIONS } from "./migrations.ts";
import { createNumbers, type Numbers } from "./telephony/numbers/index.ts";
import type { Closing } from "./platform/closing.ts";
import { openDatabase, type Database } from "./platform/database/database.ts";
import { openJobs, type Jobs } from "./platform/jobs/jobs.ts";
import { prepareJobs } from "./platform/jobs/prepare.ts";
import { takeDataFolder } from "./platform/lock/data-folder.ts";
import { openLog, type Log } from "./platform/log/log.ts";
import { QUEUES } from "./queues.ts";
import { createAdmissions, createWorkspaces, type Admissions, type Workspaces } from "./accounts/workspaces/index.ts";

export interface Foundation {
  dataDir: string;
  log: Log;
  database: Database;
  jobs: Jobs;
  workspaces: Workspaces;
  admissions: Admissions;
  /** The workspace of those who run the installation. */
  homeId: string;
  agents: Agents;
  /** Of this installation: signs cookies and seals what is stored. */
  secret: string;
  numbers: Numbers;
}

export async function openFoundation(config: Config, closing: Closing): Promise<Foundation> {
  const dataDir = resolve(config.DATA_DIR);
  const folder = takeDataFolder(dataDir);
  closing.add("data folder", () => folder.release());
  const log = openLog({ to: config.LOG_TO, level: config.LOG_LEVEL, dataDir });
  closing.add("log", () => void log.flush());
  const database = await openDatabase(
    {
      dataDir,
      url: config.DATABASE_URL,
      environment: inheritedEnvironment(),
      onEvent: (event) =>
        log.warn(event, event.kind === "ended" ? "PostgreSQL ended and will be started again" : "PostgreSQL runs again"),
    },
    MIGRATIONS,
    (client, role) => prepareJobs(client, QUEUES, role),
  );
  closing.add("database", () => database.close());
  const jobs = await openJobs(database, log);
  const workspaces = createWorkspaces(database);
  const { id: homeId } = await workspaces.home();
  const secret = config.AUTH_SECRET ?? localSecret(dataDir);
  const agents = createAgents(database, secret);
  const numbers = createNumbers(database);
  if (await agents.seed(homeId)) await numbers.seed(homeId, agents);
  const admissions = createAdmissions(workspaces, log);
  return { dataDir, log, database, jobs, workspaces, admissions, homeId, agents, numbers, secret };
}
