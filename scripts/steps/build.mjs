import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { oneAtATime } from "./lock.mjs";
import { say } from "./say.mjs";
import { packPage } from "./pack.mjs";
import { prerenderSite } from "./prerender.mjs";

const ROOMS = ["contract", "conversation", "channels", "providers", "server"];
/** How the sources name a program that runs in a thread or process of its own. */
const ENTRY = /new URL\(\s*"(\.{1,2}\/[\w./-]+)\.ts",\s*import\.meta\.url,?\s*\)/g;

/** Builds the server and the page into dist/, unless nothing has changed since the last time; waits for another command that does. */
export async function build(root) {
  if (isBuilt(root)) return;
  await oneAtATime(root, { name: "build", doing: "building" }, async () => {
    if (!isBuilt(root)) await buildAll(root);
  });
}

const stampOf = (root) => join(root, "dist", ".built");

/** Nothing has changed since the last build. */
export function isBuilt(root) {
  const stamp = stampOf(root);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint(root);
}

async function buildAll(root) {
  const stamp = stampOf(root);
  const wanted = fingerprint(root);
  // A build that is killed leaves nothing that looks finished.
  rmSync(stamp, { force: true });
  say("Building …");
  const startedMs = Date.now();
  await buildServer(root);
  await buildWeb(root);
  await prerenderSite(root, packagesOutside(root));
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
  say(`Built in ${((Date.now() - startedMs) / 1000).toFixed(1)} s.`);
}

/**
 * Bundles main.ts and every program that the sources start beside it, flat into dist/server. Packages from npm stay in node_modules.
 * A program is found by `new URL("./name.ts", import.meta.url)`, which the bundle turns into the bundled file beside it.
 */
async function buildServer(root) {
  const { build: bundle } = await import("esbuild");
  const entries = { main: join(root, "server/src/main.ts") };
  for (const file of ROOMS.flatMap((room) => files(join(root, room, "src")))) {
    if (!file.endsWith(".ts") || file.endsWith(".test.ts") || file.includes("/testing/")) continue;
    for (const match of readFileSync(file, "utf8").matchAll(ENTRY)) {
      const target = `${resolve(dirname(file), match[1])}.ts`;
      if (existsSync(target)) entries[entryName(root, target)] = target;
    }
  }
  await bundle({
    entryPoints: entries,
    outdir: join(root, "dist/server"),
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: "linked",
    logLevel: "warning",
    plugins: [flatEntries(root), packagesOutside(root)],
  });
}

/** `providers/src/builtin/host.ts` becomes `providers-builtin-host`. */
function entryName(root, target) {
  return relative(root, target).replace("/src/", "/").replace(/\.ts$/, "").replaceAll("/", "-");
}

function flatEntries(root) {
  return {
    name: "flat-entries",
    setup(builder) {
      builder.onLoad({ filter: /\/src\/.*\.ts$/ }, (args) => {
        if (args.path.includes("node_modules")) return undefined;
        const source = readFileSync(args.path, "utf8");
        if (!source.includes("import.meta.url")) return undefined;
        const contents = source.replace(
          ENTRY,
          (_all, path) => `new URL("./${entryName(root, resolve(dirname(args.path), path))}.js", import.meta.url)`,
        );
        return { contents, loader: "ts" };
      });
    },
  };
}

/**
 * Packages of many small modules: to find, read and compile 1,400 files for each start and each thread took longer than all else that a start does.
 * What takes native parts, programs or files of its own along stays where npm put it.
 */
const TAKEN_IN = new Set(["zod", "libphonenumber-js", "drizzle-orm", "kysely", "better-auth", "better-call", "jose"]);

/** Read when it is first used: what its reader asks of it are promises. */
const PASSKEYS = "@simplewebauthn/server";
const PASSKEY_WORK = [
  "generateAuthenticationOptions",
  "generateRegistrationOptions",
  "verifyAuthenticationResponse",
  "verifyRegistrationResponse",
];

/** What npm put beside one room alone is not found from dist/ and is taken into the bundle. */
function packagesOutside(root) {
  return {
    name: "packages-outside",
    setup(builder) {
      builder.onLoad({ filter: /./, namespace: PASSKEYS }, () => ({ contents: PASSKEY_WORK.map(whenCalled).join("") }));
      builder.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
        if (path.startsWith("@ongea/")) return undefined;
        if (path === PASSKEYS && kind === "import-statement") return { path, namespace: PASSKEYS };
        const name = path.split("/", path.startsWith("@") ? 2 : 1).join("/");
        if (TAKEN_IN.has(name) || name.startsWith("@better-auth/")) return undefined;
        const isShared = path.startsWith("node:") || isBuiltin(path) || existsSync(join(root, "node_modules", name));
        return isShared ? { path, external: true } : undefined;
      });
    },
  };
}

function whenCalled(name) {
  return `export const ${name} = async (...given) => (await import("${PASSKEYS}")).${name}(...given);\n`;
}

async function buildWeb(root) {
  if (!existsSync(join(root, "web/vite.config.ts"))) return;
  const { build: bundle } = await import("vite");
  await bundle({ root: join(root, "web"), logLevel: "warn" });
  packPage(root);
}

function fingerprint(root) {
  const hash = createHash("sha256");
  const sources = [...ROOMS, "web", "docs/guides"].flatMap((room) => files(join(root, room)));
  for (const file of [
    ...sources,
    join(root, "package-lock.json"),
    join(root, "scripts/steps/build.mjs"),
    join(root, "scripts/steps/pack.mjs"),
    join(root, "scripts/steps/prerender.mjs"),
  ]) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest("hex");
}

function files(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === "node_modules" || entry.name === "dist") return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? files(path) : [path];
  });
}
