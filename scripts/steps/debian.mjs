import { existsSync, lstatSync, symlinkSync } from "node:fs";
import { say, whileSaying } from "./say.mjs";
import { run } from "./run.mjs";

/** What the built-in ears and voices are made of. */
export const SPEECH_PACKAGES = ["flite", "espeak-ng", "libpocketsphinx3", "pocketsphinx-en-us"];
/** The real browser, telephones, proxy, mail servers and SMSC that the tests drive. */
export const TEST_PACKAGES = [
  "chromium",
  "chromium-headless-shell",
  "sip-tester",
  "baresip",
  "sox",
  "kamailio",
  "postfix",
  "dovecot-imapd",
  "libnet-smpp-perl",
];
/** Debian packages that bring a server, which would start by itself and take a port; the tests start their own. By its unit. */
const UNIT_OF = { kamailio: "kamailio", postfix: "postfix", "dovecot-imapd": "dovecot" };
const UNITS = "/etc/systemd/system";

/**
 * Sees to it that Debian packages are there: installs them as root, prints the one line to run otherwise.
 * @returns {Promise<string[]>} the packages that are still missing
 */
export async function debianPackages(names, what) {
  if (!existsSync("/usr/bin/dpkg-query")) {
    say(`This is not Debian: ${what} come from the system's own packages (${names.join(", ")}), where they are installed.`);
    return [];
  }
  const missing = await stillMissing(names);
  if (missing.length === 0) return [];
  const line = `apt-get install -y --no-install-recommends ${missing.join(" ")}`;
  if (process.getuid?.() !== 0) {
    say(`Not installed: ${missing.join(", ")} (${what}). To add them, run:\n  sudo ${line}`);
    return missing;
  }
  say(`Installing ${what} from Debian: ${missing.join(", ")} …`);
  for (const name of missing) if (UNIT_OF[name]) keepStopped(UNIT_OF[name]);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  // Another command may be at it: wait for its lock instead of giving up.
  const args = ["install", "-o", "DPkg::Lock::Timeout=600", "-y", "-q", "--no-install-recommends", ...missing];
  const done = await whileSaying(`still installing ${what}`, async () => {
    const first = await run("apt-get", args, { env });
    if (first.code === 0) return first;
    await run("apt-get", ["update", "-q"], { env });
    return run("apt-get", args, { env });
  });
  const left = await stillMissing(missing);
  if (left.length > 0) {
    const reason = done.output.trim().split("\n").at(-1) ?? "";
    say(`Debian could not install ${left.join(", ")}${reason ? ` (${reason})` : ""}. Going on without. Later: ${line}`);
  }
  return left;
}

/**
 * Where systemd starts servers, one that is about to be installed is masked first (systemctl(1), mask), and stays so until somebody unmasks it.
 * Debian's scripts for other inits start Kamailio only where /etc/default/kamailio says so.
 */
function keepStopped(name) {
  const unit = `${UNITS}/${name}.service`;
  if (!existsSync("/run/systemd/system") || lstatSync(unit, { throwIfNoEntry: false })) return;
  symlinkSync("/dev/null", unit);
  say(`${name} is installed without starting its server; "systemctl unmask ${name}" gives that back.`);
}

async function stillMissing(names) {
  const found = await run("dpkg-query", ["-W", "-f", "${Package} ${db:Status-Status}\n", ...names]);
  const installed = new Set();
  for (const line of found.output.split("\n")) {
    const [name, status] = line.split(" ");
    if (status === "installed") installed.add(name);
  }
  return names.filter((name) => !installed.has(name));
}
