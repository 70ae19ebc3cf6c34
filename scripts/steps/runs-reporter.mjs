import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";

/** A vitest reporter: how long each test took, how often it was tried and why, as JSON in `.ongea/test-reports`, the slowest first. */
export default class RunsReporter {
  #root = "";
  #config = "";
  #runs = [];

  onInit(vitest) {
    this.#root = vitest.config.root;
    this.#config = basename(vitest.vite.config.configFile || "vitest");
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
    const folder = join(this.#root, ".ongea", "test-reports");
    mkdirSync(folder, { recursive: true });
    const runs = this.#runs.toSorted((a, b) => b.durationMs - a.durationMs);
    writeFileSync(join(folder, `${this.#config}-runs.json`), `${JSON.stringify(runs, undefined, 1)}\n`);
  }
}
