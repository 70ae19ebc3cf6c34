/** Every part of the server, made once, by hand, top to bottom. */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { readHealth } from "@ongea/contract";
import { inheritedEnvironment, type Config } from "./config.ts";
import { createClosing } from "./platform/closing.ts";
import { openDatabase } from "./platform/database/database.ts";
import { createHttp } from "./platform/http/http.ts";
import { listen } from "./platform/http/listen.ts";
import { servePages } from "./platform/http/pages.ts";
import { serve } from "./platform/http/serve.ts";
import { takeDataFolder } from "./platform/lock/data-folder.ts";
import { openLog } from "./platform/log/log.ts";

export interface Server {
  readonly address: string;
  /** What it chose, a line each, for people. */
  readonly lines: readonly string[];
  /** Ends live calls politely, then everything else. */
  stop(): Promise<void>;
}

/** Starts everything, or ends what it had started and throws. */
export async function startServer(config: Config): Promise<Server> {
  const closing = createClosing();
  try {
    return await compose(config, closing);
  } catch (error) {
    await closing.closeAll(() => undefined);
    throw error;
  }
}

async function compose(config: Config, closing: ReturnType<typeof createClosing>): Promise<Server> {
  const dataDir = resolve(config.DATA_DIR);
  const folder = takeDataFolder(dataDir);
  closing.add("data folder", () => folder.release());
  const log = openLog({ to: config.LOG_TO, level: config.LOG_LEVEL, dataDir });
  closing.add("log", () => void log.flush());

  const database = await openDatabase({ dataDir, url: config.DATABASE_URL, environment: inheritedEnvironment() }, []);
  closing.add("database", () => database.close());

  const app = await createHttp(log);
  closing.add("http", () => app.close());
  const version = productVersion();
  serve(app, readHealth, async () => {
    await database.ping();
    return { status: "ok" as const, version, calls: 0 };
  });
  await servePages(app, resolve("web/dist"));
  const port = await listen(app, config.HOST, config.PORT);

  const address = `http://${shownHost(config.HOST)}:${port}`;
  log.info({ address, version }, "The server is ready");
  return {
    address,
    lines: [`Database     ${database.description}`, `Data folder  ${dataDir}`, `Page         port ${port} on ${config.HOST}`],
    stop: () => closing.closeAll((name, error) => log.error({ err: error, part: name }, "A part did not end well")),
  };
}

function shownHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

function productVersion(): string {
  const file = resolve("package.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version : "";
}
