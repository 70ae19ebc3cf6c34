import { defineConfig } from "vitest/config";

/** What is measured here, by the stories themselves or by the doctor, must have the machine for itself. */
const MEASURED = ["e2e/doctor.test.ts", "e2e/mobile-home.test.ts", "e2e/seen.test.ts"];

const shared = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // Real ears, phones and browsers on a busy machine: a story that failed is told once more, and the report keeps both.
  retry: 1,
};

/** Stories with real parts, three files at a time, each with servers and ports of its own: they mostly wait for somebody to finish speaking. */
export default defineConfig({
  test: {
    passWithNoTests: true,
    globalSetup: "server/src/testing/made-once.ts",
    projects: [
      {
        test: {
          ...shared,
          name: "stories",
          include: ["e2e/**/*.test.ts"],
          exclude: MEASURED,
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
        },
      },
      { test: { ...shared, name: "measured", include: MEASURED, fileParallelism: false, sequence: { groupOrder: 1 } } },
    ],
  },
});
