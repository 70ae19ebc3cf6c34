/** `npm run doctor`: looks at everything a call needs, places one call each way, and says what to do about what is wrong. */
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
import { clientOn, accessTo, type ServerAccess } from "./server-access.ts";
import { type Finding, clock, disk, node, timers } from "./machine-checks.ts";

const DAY_NAMES: Readonly<Record<Weekday, string>> = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
};
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
