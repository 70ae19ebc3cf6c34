import { defineConfig } from "vitest/config";

/** What has no sockets, processes or threads: its files share a process, which saves a third of the time. Nothing there may be left behind by a test. */
const PURE = ["contract/src", "client/src", "conversation/src", "web/src", "providers/src/builtin/guided"];

const shared = {
  // More than there are cores: many wait for a peer, a clock or a database.
  maxWorkers: 3,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // Some speak in real time with real peers, three files at once on two cores: what failed is asked once more, and the report tells it.
  retry: 1,
  // On a busy machine all takes longer; what never comes is told all the same.
  expect: { poll: { timeout: 15_000 } },
};

export default defineConfig({
  test: {
    globalSetup: "server/src/testing/made-once.ts",
    projects: [
      { test: { ...shared, name: "pure", include: PURE.map((folder) => `${folder}/**/*.test.{ts,tsx}`), isolate: false } },
      {
        test: {
          ...shared,
          name: "parts",
          include: ["*/src/**/*.test.{ts,tsx}", "scripts/**/*.test.ts", "bench/**/*.test.ts"],
          exclude: [...PURE.map((folder) => `${folder}/**`), "**/node_modules/**"],
        },
      },
    ],
  },
});
