import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What is measured here, by the stories themselves or by the doctor, must have the machine for itself. */
const MEASURED = ["e2e/doctor.test.ts", "e2e/mobile-home.test.ts", "e2e/seen.test.ts", "e2e/slow-llm.test.ts"];

/** Voices that must be heard and understood, in real time: beside pages that draw and are checked, words get lost. */
const SPOKEN = [
  "africas-talking",
  "browser-call",
  "carriers",
  "changed-appointment",
  "commands",
  "demo-call",
  "front-desk-by-phone",
  "live-board",
  "neural-call",
  "other-server",
  "parts-killed",
  "phone-calls",
  "provider-in-call",
  "public-ways",
  "readme-call",
  "say-again",
  "supervision",
  "transfer",
  "two-servers",
  "voice-cloning",
  "voices",
  "web-call-clients",
  "web-widget",
].map((name) => `e2e/${name}.test.ts`);

/** The longest, by `.ongea/test-reports`: begun last, one of them would go on alone. */
const LONGEST = [
  "languages",
  "dashboard-quality",
  "dashboard",
  "terminal",
  "front-desk-by-phone",
  "knowledge",
  "voice-cloning",
  "phone-calls",
  "carriers",
  "two-servers",
  "voices",
  "access",
  "agent-setup",
].map((name) => `/${name}.test.ts`);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(name));
      return at < 0 ? LONGEST.length : at;
    };
    // oxlint-disable-next-line unicorn/no-array-sort -- the method of the sequencer, not of an array
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

const shared = {
  // As in vitest.config.ts.
  experimental: { fsModuleCache: true },
  setupFiles: "e2e/failed-pages.ts",
  // Its servers, phones and browsers are processes of their own; what a story is made of is loaded once for all files.
  isolate: false,
  testTimeout: 300_000,
  hookTimeout: 180_000,
  // A story waits for an event, not for a time: what never comes is told all the same.
  // Ten times a second for a minute were more than a server answers one person.
  expect: { poll: { timeout: 60_000, interval: 200 } },
  // Real ears, phones and browsers on a busy machine: a story that failed is told once more, and the report keeps both.
  retry: 1,
};

/** Stories with real parts, three files at a time, each with servers and ports of its own. */
export default defineConfig({
  test: {
    passWithNoTests: true,
    sequence: { sequencer: LongestFirst },
    globalSetup: "server/src/platform/testing/prepare-once.ts",
    experimental: { fsModuleCachePath: ".ongea/modules" },
    projects: [
      {
        test: {
          ...shared,
          name: "stories",
          include: ["e2e/**/*.test.ts"],
          exclude: [...MEASURED, ...SPOKEN],
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      { test: { ...shared, name: "spoken", include: SPOKEN, maxWorkers: 2, sequence: { groupOrder: 0 } } },
      { test: { ...shared, name: "measured", include: MEASURED, fileParallelism: false, sequence: { groupOrder: 2 } } },
    ],
  },
});
