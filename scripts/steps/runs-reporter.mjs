import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** A vitest reporter: how long each test took, how often it was tried and why, as JSON in the file RUNS_FILE, the slowest first. */
export default class RunsReporter {
  #root = "";
  #runs = [];

  onInit(vitest) {
    this.#root = vitest.config.root;
  }

  onTestCaseResult(test) {
    const { duration = 0, retryCount = 0, flaky = false } = test.diagnostic() ?? {};
    this.#runs.push({
      file: relative(this.#root, test.module.moduleId),
      test: test.fullName,
      state: test.result().state,
      durationMs: Math.round(duration),
      tries: retryCount + 1,
      flaky,
      // Also of a try that a later one made good.
      errors: (test.result().errors ?? []).map(({ message }) => message),
    });
  }

  onTestRunEnd() {
    const file = process.env.RUNS_FILE ?? join(this.#root, ".ongea", "test-reports", "runs.json");
    mkdirSync(dirname(file), { recursive: true });
    const runs = this.#runs.toSorted((a, b) => b.durationMs - a.durationMs);
    writeFileSync(file, `${JSON.stringify(runs, undefined, 1)}\n`);
  }
}
