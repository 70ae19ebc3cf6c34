import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { oneAtATime } from "./lock.mjs";
import { say, stop, whileSaying } from "./say.mjs";
import { run } from "./run.mjs";

/** Stops with a sentence when this Node is too old to run anything here. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    stop(
      `Ongea needs Node 20.19 or newer; this is Node ${process.versions.node}. The README tells how to get it on Debian; for other systems see https://nodejs.org/en/download.`,
    );
}

/** Installs the npm packages of the lock file, unless they are there; waits for another command that does. */
export async function installPackages(root) {
  if (isInstalled(root)) return;
  await oneAtATime(root, { name: "install", doing: "installing packages" }, async (hold) => {
    if (!isInstalled(root)) await install(root, hold);
  });
}

/** npm goes on when the command that started it is killed: it holds the lock itself. */
async function install(root, hold) {
  say("Installing packages from npm (once, about a minute) …");
  const npm = await whileSaying("still installing packages", () =>
    run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
      cwd: root,
      env: { ...process.env, NODE_ENV: "development" },
      onStart: hold,
    }),
  );
  if (npm.code !== 0) stop(`npm could not install the packages:\n${npm.output.trim()}`);
}

/** npm writes down what it has installed: it must be what the lock file wants; packages for other machines may be absent. */
function isInstalled(root) {
  const installed = packagesOf(join(root, "node_modules", ".package-lock.json"));
  const wanted = packagesOf(join(root, "package-lock.json"));
  if (!installed || !wanted) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes("node_modules/") || entry.link) return true;
    const found = installed[path];
    return found ? found.version === entry.version : entry.optional === true || entry.devOptional === true;
  });
}

/** undefined: not there, or half written. */
function packagesOf(file) {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages;
  } catch {
    return undefined;
  }
}
