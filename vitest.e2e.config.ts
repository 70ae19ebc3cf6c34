import { defineConfig } from "vitest/config";

/** Stories with real parts: one after the other, so that they do not fight for ports and processors. */
export default defineConfig({
  test: {
    include: ["e2e/**/*.test.ts"],
    fileParallelism: false,
    maxWorkers: 1,
    passWithNoTests: true,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Real ears, phones and browsers on a busy machine: a story that failed is told once more, and the report keeps both.
    retry: 1,
  },
});
