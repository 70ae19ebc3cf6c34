/** `npm run doctor`: looks at everything a call needs, places one call each way, and says what to do about what is wrong. */
import { statfsSync } from "node:fs";
import { resolve } from "node:path";
import {
  createClient,
  documentOf,
  listAgents,
  otherHours,
  readHealth,
  readStatus,
  type Agent,
  type Weekday,
} from "@ongea/contract";
import { startServer, type Server } from "../compose.ts";
import type { Config } from "../platform/config/config.ts";
import { CannotStart } from "../platform/cannot-start.ts";
import { loopbackBrowserCall } from "./browser-probe.ts";
import { loopbackPhoneCall } from "./loopback-call.ts";
import { timerLatenessMs } from "./timer-lateness.ts";
import { clientOn, accessTo, type ServerAccess } from "./server-access.ts";

interface Finding {
  what: string;
  ok: boolean;
  found: string;
  /** For the person at the terminal, when it is not well. */
  advice?: string;
}

const DAY_NAMES: Readonly<Record<Weekday, string>> = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
};
const LEAST_FREE_MB = 500;
const MOST_LATENESS_MS = 15;
const FIRST_SANE_YEAR = 2026;

/** Returns whether everything is well. */
export async function doctor(config: Config, tell: (line: string) => void): Promise<boolean> {
  let wellSoFar = true;
  const report = (finding: Finding): void => {
    tell(`${finding.ok ? green("ok  ") : red("FAIL")} ${finding.what.padEnd(15)} ${finding.found}`);
    if (!finding.ok && finding.advice) tell(`     → ${finding.advice}`);
    wellSoFar &&= finding.ok;
  };
  report(node());
  report(clock());
  report(await timers());
  report(disk(config.DATA_DIR));
  const address = accessTo(config).url;
  const running = await isRunning(address);
  const started = running ? undefined : await startHere(config, report);
  const url = started?.address ?? address;
  try {
    if (!running && !started) return false;
    if (running) report({ what: "server", ok: true, found: `runs at ${url}; its ports are its own` });
    await examine({ ...accessTo(config), url }, report);
  } finally {
    await started?.stop();
  }
  return wellSoFar;
}

async function examine(way: ServerAccess, report: (finding: Finding) => void): Promise<void> {
  const client = clientOn(way);
  report({ what: "database", ok: true, found: (await client.call(readStatus)).database });
  report(await called("call by SIP", () => loopbackPhoneCall(way)));
  report(await called("call by browser", () => loopbackBrowserCall(way)));
  // Read after the calls: by then a server that has just started knows whether its services answer.
  for (const { part, name, ready, note } of (await client.call(readStatus)).speech) {
    report({ what: part, ok: ready, found: name, ...(note ? { advice: note } : {}) });
  }
  report(openingHours(await client.call(listAgents)));
}

/** An agent that tells callers other hours than it books. */
export function openingHours(agents: readonly Agent[]): Finding {
  const what = "opening hours";
  const others = agents.flatMap((agent) => {
    const days = otherHours(documentOf(agent)).map(
      ({ day, said, kept }) => `${DAY_NAMES[day]} ${said}, and the calendar has ${kept || "closed"}`,
    );
    return days.length > 0 ? [`${agent.agent_name}: the prompt says ${days.join("; ")}`] : [];
  });
  if (others.length === 0) return { what, ok: true, found: "no prompt says others than its calendar has" };
  const advice =
    "Change the prompt or the calendar (Assistant Setup, Tools), so that callers are told the hours that can be booked.";
  return { what, ok: false, found: others.join(". "), advice };
}

async function called(what: string, place: () => Promise<string>): Promise<Finding> {
  try {
    return { what, ok: true, found: await place() };
  } catch (error) {
    const advice = "Look into ongea.log in the data folder. A firewall on this machine may block UDP on the loopback interface.";
    return { what, ok: false, found: messageOf(error), advice };
  }
}

function node(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const ok = major > 20 || (major === 20 && minor >= 19);
  return { what: "Node", ok, found: process.versions.node, advice: "Install Node 20.19 or newer." };
}

function clock(): Finding {
  const now = new Date();
  const ok = now.getFullYear() >= FIRST_SANE_YEAR;
  return {
    what: "clock",
    ok,
    found: now.toISOString(),
    advice: "Set the system's clock (timedatectl set-ntp true): appointments and logs depend on it.",
  };
}

async function timers(): Promise<Finding> {
  const lateMs = await timerLatenessMs();
  const found = `a 20 ms beat is at most ${lateMs.toFixed(1)} ms late (99 %)`;
  return {
    what: "timers",
    ok: lateMs <= MOST_LATENESS_MS,
    found,
    advice: "The machine is too busy for calls: stop other programs or give it more processors.",
  };
}

function disk(folder: string): Finding {
  const { bavail, bsize } = statfsSync(existing(resolve(folder)));
  const freeMb = Math.floor((bavail * bsize) / 1_048_576);
  return {
    what: "disk",
    ok: freeMb >= LEAST_FREE_MB,
    found: `${freeMb} MB free for ${folder}`,
    advice: "Make room, or choose another folder with DATA_DIR.",
  };
}

function existing(folder: string): string {
  try {
    statfsSync(folder);
    return folder;
  } catch {
    return resolve(folder, "..");
  }
}

async function isRunning(url: string): Promise<boolean> {
  return createClient(url, fetch)
    .call(readHealth)
    .then(() => true)
    .catch(() => false);
}

/** No server runs: this one lives as long as the examination. Its start judges ports, data folder and database. */
async function startHere(config: Config, report: (finding: Finding) => void): Promise<Server | undefined> {
  try {
    const server = await startServer(config);
    report({
      what: "ports",
      ok: true,
      found: `page ${config.PORT}, SIP ${server.sipPort}: free (a server was started for this examination)`,
    });
    return server;
  } catch (error) {
    report({
      what: "start",
      ok: false,
      found: messageOf(error),
      advice: error instanceof CannotStart ? "The sentence says what to change." : "Please report this.",
    });
    return undefined;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function green(text: string): string {
  return process.stdout.isTTY ? `\u001B[32m${text}\u001B[0m` : text;
}

function red(text: string): string {
  return process.stdout.isTTY ? `\u001B[31m${text}\u001B[0m` : text;
}
