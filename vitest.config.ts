import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** What has no sockets, processes or threads: its files share a process, and a test leaves nothing behind. */
const PURE = ["contract/src", "client/src", "conversation/src", "web/src", "providers/src/builtin/dialogue"];

/**
 * What works on a database, with sockets and timers: each test closes what it opened, and keeps its counts to itself, so files share a process
 * here too. To load the server again for each file took more of a processor than the tests themselves.
 */
const SHARING = ["accounts", "agents", "calls", "campaigns", "compliance", "contacts", "insights", "site", "threads"].map(
  (domain) => `server/src/${domain}`,
);

/** Real threads, sockets and processes, each closed by its test: their files share a process too, and what fails has its second try. */
const SHARING_PARTS = [
  "channels/src",
  "providers/src",
  ...["commands", "engines", "knowledge", "telephony"].map((domain) => `server/src/${domain}`),
];

/** Of the platform, what needs the tables of all domains: alone, each of them would load the whole server. */
const ALL_TABLES = [
  "database/own-server",
  "database/prepared-statements",
  "database/schema",
  "database/statements",
  "testing/data-folder",
].map((name) => `server/src/platform/${name}.test.ts`);

/**
 * Fake timers are a whole process's: whatever another file has left running there would be run through hours of them. So these files have
 * processes of their own.
 */
const FAKING = [...SHARING, ...SHARING_PARTS].flatMap((folder) =>
  readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => `${folder}/${file}`)
    .filter((file) => readFileSync(join(import.meta.dirname, file), "utf8").includes("useFakeTimers")),
);

const PARTS = ["*/src/**/*.test.{ts,tsx}", "scripts/**/*.test.ts", "bench/**/*.test.ts"];

const shared = {
  // What was made of a source is kept by its contents: other projects, later runs and the other Node read it back. Only what runs in
  // processes of its own: what comes before all tests loses its stack traces by it.
  experimental: { fsModuleCache: true },
  // Real threads, sockets and processes on a busy machine: what passes on a second try only is counted as flaky, and six may be.
  retry: 1,
  // More than there are cores: many wait for a peer, a clock or a database.
  maxWorkers: 3,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // On a busy machine all takes longer; what never comes is told all the same.
  expect: { poll: { timeout: 15_000 } },
};

export default defineConfig({
  test: {
    globalSetup: "server/src/platform/testing/prepare-once.ts",
    experimental: { fsModuleCachePath: ".ongea/modules" },
    projects: [
      {
        test: {
          ...shared,
          name: "pure",
          retry: 0,
          isolate: false,
          include: PURE.map((folder) => `${folder}/**/*.test.{ts,tsx}`),
        },
      },
      {
        test: {
          ...shared,
          name: "sharing",
          retry: 0,
          isolate: false,
          include: SHARING.map((folder) => `${folder}/**/*.test.ts`),
          exclude: [...FAKING, "**/node_modules/**"],
        },
      },
      {
        test: {
          ...shared,
          name: "sharing parts",
          isolate: false,
          include: [...SHARING_PARTS.map((folder) => `${folder}/**/*.test.ts`), ...ALL_TABLES],
          exclude: [...PURE.map((folder) => `${folder}/**`), ...FAKING, "**/node_modules/**"],
        },
      },
      { test: { ...shared, name: "fake timers", include: FAKING } },
      {
        test: {
          ...shared,
          name: "parts",
          include: PARTS,
          exclude: [
            ...[...PURE, ...SHARING, ...SHARING_PARTS].map((folder) => `${folder}/**`),
            ...ALL_TABLES,
            "**/node_modules/**",
          ],
        },
      },
    ],
  },
});
