import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["*/src/**/*.test.{ts,tsx}", "scripts/**/*.test.ts", "bench/**/*.test.ts"],
    maxWorkers: 2,
    globalSetup: "server/src/testing/made-once.ts",
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Some speak in real time with real peers, two files at once on two cores: what failed is asked once more, and the report tells it.
    retry: 1,
    // On a busy machine all takes longer; what never comes is told all the same.
    expect: { poll: { timeout: 15_000 } },
  },
});
