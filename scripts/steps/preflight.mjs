/** What `npm start` needs of the machine, checked in a second, before anything is downloaded or built. Plain Node: no package is there yet. */
import { createSocket } from "node:dgram";
import { existsSync, readFileSync, statfsSync } from "node:fs";
import { createServer } from "node:net";
import { totalmem } from "node:os";
import { dirname, join, resolve } from "node:path";
import { stop } from "./say.mjs";

/** As in server/src/platform/config/config.ts; a test compares them. */
export const DEFAULTS = {
  HOST: "127.0.0.1",
  PORT: "3000",
  SIP_PORT: "5060",
  SIP_TLS_CERT: "",
  SIP_TLS_PORT: "5061",
  DATA_DIR: ".data",
};
/** Measured on Debian 12: node_modules takes 535 MB, npm's cache, the build and a new data folder the rest; the build peaks at 684 MB of memory. */
const FIRST_START = { diskMb: 1_000, memoryMb: 700 };
/** The running server with its database and speech hosts took 340 MB of memory; `npm run doctor` asks for the same disk. */
const LATER_START = { diskMb: 500, memoryMb: 400 };
const NO_SUCH_ADDRESS = new Set(["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EAI_NONAME", "EINVAL"]);

/** Ends the program with a sentence for each thing that would stop the start later. */
export async function requireRoomAndPorts(root) {
  const settings = await readSettings(root);
  const sentences = [...portSettingProblems(settings)];
  if (sentences.length === 0) sentences.push(...(await portProblems(settings)));
  const isInstalled = existsSync(join(root, "node_modules", ".package-lock.json")) && existsSync(join(root, "dist", ".built"));
  const data = nearestFolder(resolve(root, settings.DATA_DIR));
  sentences.push(...roomProblems({ freeMb: freeMb(root), folder: root, memoryMb: availableMemoryMb(), isInstalled }));
  if (freeMb(data) < LATER_START.diskMb && freeMb(root) !== freeMb(data))
    sentences.push(`Only ${freeMb(data)} MB are free for ${data}: make room, or choose another folder with DATA_DIR.`);
  if (sentences.length > 0) stop(sentences.join("\n"));
}

/** The environment first, then `.env`, then the defaults, as the server reads them. */
async function readSettings(root) {
  // Not at the top: an older Node has no parseEnv, and is refused with a sentence instead.
  const { parseEnv } = await import("node:util");
  const file = join(root, ".env");
  const written = existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
  const given = (name) => process.env[name] || written[name] || DEFAULTS[name];
  return Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, given(name)]));
}

function usedPorts({ SIP_TLS_CERT }) {
  return ["PORT", "SIP_PORT", ...(SIP_TLS_CERT === "" ? [] : ["SIP_TLS_PORT"])];
}

function portSettingProblems(settings) {
  const sentences = usedPorts(settings)
    .filter((name) => !/^\d{1,5}$/.test(settings[name]) || Number(settings[name]) > 65_535)
    .map((name) => `The setting ${name}="${settings[name]}" is not valid: it must be a whole number from 0 to 65535.`);
  const { PORT, SIP_PORT } = settings;
  if (sentences.length === 0 && Number(PORT) !== 0 && Number(PORT) === Number(SIP_PORT))
    sentences.push(`PORT and SIP_PORT are both ${PORT}: choose another for one of them.`);
  return sentences;
}

/** The server's own sentences (platform/cannot-listen.ts), each once. */
async function portProblems(settings) {
  const { HOST: host } = settings;
  const sentences = new Set();
  for (const name of usedPorts(settings)) {
    const port = Number(settings[name]);
    const what = { PORT: "Port", SIP_PORT: "SIP port", SIP_TLS_PORT: "SIP port" }[name];
    const codes = [await tcpProblem(host, port), name === "SIP_PORT" ? await udpProblem(host, port) : undefined];
    const code = codes.find((one) => one !== undefined);
    if (code === "EADDRINUSE")
      sentences.add(`${what} ${port} on ${host} is in use by another program. Choose another with ${name}.`);
    if (code === "EACCES") sentences.add(`${what} ${port} may not be opened by this user. Choose one above 1023 with ${name}.`);
    if (NO_SUCH_ADDRESS.has(code)) sentences.add(`This machine has no address ${host}. Check HOST.`);
  }
  return sentences;
}

/** The error's code; undefined: the port is free. */
function tcpProblem(host, port) {
  const server = createServer();
  return new Promise((done) => {
    server.once("error", (error) => done(error.code));
    server.listen({ host, port }, () => server.close(() => done(undefined)));
  });
}

function udpProblem(host, port) {
  const socket = createSocket(host.includes(":") ? "udp6" : "udp4");
  return new Promise((done) => {
    socket.once("error", (error) => socket.close(() => done(error.code)));
    socket.bind({ address: host, port }, () => socket.close(() => done(undefined)));
  });
}

/** What is too little of disk and memory, a sentence each. */
export function roomProblems({ freeMb: free, folder, memoryMb, isInstalled }) {
  const needs = isInstalled ? LATER_START : FIRST_START;
  const what = isInstalled ? "a start" : "a first start";
  const sentences = [];
  if (free < needs.diskMb)
    sentences.push(`Only ${free} MB are free for ${folder}, and ${what} takes ${needs.diskMb} MB: make room on this disk.`);
  if (memoryMb < needs.memoryMb)
    sentences.push(
      `Only ${memoryMb} MB of memory are available, and ${what} takes ${needs.memoryMb} MB: stop other programs or use a larger machine.`,
    );
  return sentences;
}

function freeMb(folder) {
  const { bavail, bsize } = statfsSync(folder);
  return Math.floor((bavail * bsize) / 1_048_576);
}

/** Linux tells what programs can have, swap included; elsewhere "free" leaves out what the system gives back, so all memory counts. */
function availableMemoryMb() {
  const limit = process.constrainedMemory?.() ?? 0;
  const here = process.platform === "linux" ? linuxMemory() : totalmem();
  return Math.floor((limit > 0 ? Math.min(here, limit) : here) / 1_048_576);
}

function linuxMemory() {
  const text = readFileSync("/proc/meminfo", "utf8");
  const of = (name) => Number(new RegExp(`^${name}: +(\\d+) kB`, "m").exec(text)?.[1] ?? 0) * 1_024;
  return of("MemAvailable") + of("SwapFree");
}

function nearestFolder(path) {
  return existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path));
}
