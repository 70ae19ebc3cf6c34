import { appendFileSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { say, stop, whileSaying } from "./say.mjs";

/** npm and its Debian packages may take 15 minutes each. */
const LONGEST_WAIT_MS = 30 * 60_000;
const POLL_MS = 200;

/**
 * Lets one process of this checkout at a time do the work; the others say so and wait.
 * Tickets are files: `.ongea/install-7` names its processes by id and start time, so the ticket of a killed process holds nobody up.
 * The highest number counts and is created once; a returned ticket is empty, and stays for the count.
 * @param {(hold: (pid: number) => void) => Promise<T>} work `hold` names a child that keeps the lock when this process dies
 * @template T
 * @returns {Promise<T>}
 */
export async function oneAtATime(root, { name, doing }, work) {
  const folder = join(root, ".ongea");
  mkdirSync(folder, { recursive: true });
  const ticket = takeTicket(folder, name) ?? (await nextTicket(folder, { name, doing }));
  try {
    return await work((pid) => appendFileSync(ticket, nameOf(pid)));
  } finally {
    writeFileSync(ticket, "");
  }
}

async function nextTicket(folder, { name, doing }) {
  say(`Another command is ${doing}. This one waits for it …`);
  const untilMs = Date.now() + LONGEST_WAIT_MS;
  return whileSaying(`still waiting for the command that is ${doing}`, async () => {
    while (Date.now() < untilMs) {
      await sleep(POLL_MS);
      const ticket = takeTicket(folder, name);
      if (ticket) return ticket;
    }
    const holders = ticketsOf(folder, name).flatMap((number) => aliveIn(join(folder, `${name}-${number}`)));
    return stop(
      `Another command has been ${doing} for ${LONGEST_WAIT_MS / 60_000} minutes (process ${holders.join(", ")}). End it and try again.`,
    );
  });
}

/** The path of the ticket; undefined while another process has it. */
function takeTicket(folder, name) {
  const before = ticketsOf(folder, name);
  const last = before.at(-1) ?? 0;
  if (last > 0 && aliveIn(join(folder, `${name}-${last}`)).length > 0) return undefined;
  const ticket = join(folder, `${name}-${last + 1}`);
  const draft = join(folder, `${name}-by-${process.pid}`);
  writeFileSync(draft, nameOf(process.pid));
  try {
    // Unlike an exclusive write, a link appears with its content.
    linkSync(draft, ticket);
  } catch (error) {
    if (error.code === "EEXIST") return undefined;
    throw error;
  } finally {
    rmSync(draft);
  }
  if (ticketsOf(folder, name).at(-1) !== last + 1) {
    // The number had been given out before, and cleared away since.
    rmSync(ticket, { force: true });
    return undefined;
  }
  for (const number of before) rmSync(join(folder, `${name}-${number}`), { force: true });
  return ticket;
}

function ticketsOf(folder, name) {
  const numbers = readdirSync(folder).map((file) => Number(file.startsWith(`${name}-`) && file.slice(name.length + 1)));
  return numbers.filter((number) => number > 0).toSorted((a, b) => a - b);
}

/** The ids of the processes that a ticket names and that still run. One that was cleared away meanwhile names none. */
function aliveIn(ticket) {
  const lines = existsSync(ticket) ? readFileSync(ticket, "utf8").split("\n").filter(Boolean) : [];
  return lines.filter((line) => nameOf(Number.parseInt(line, 10)) === `${line}\n`).map((line) => line.split(" ")[0]);
}

/** A process id comes back after a restart; the id and the start time together do not. Empty: no such process. */
function nameOf(pid) {
  try {
    if (process.platform !== "linux") return process.kill(pid, 0) ? `${pid}\n` : "";
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return state === "Z" ? "" : `${pid} ${fields[18]}\n`;
  } catch (error) {
    return error.code === "EPERM" ? `${pid}\n` : "";
  }
}
