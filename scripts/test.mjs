/**
 * `npm test`: installs what the tests need, then runs every gate, the tests beside the code and the end-to-end stories.
 * The last line says `N passed, N failed`. `npm test -- gates`, `unit` or `e2e` runs one part. `.ongea/test-reports/*-runs.json` holds the
 * duration of each test and how often it was tried.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { build } from "./steps/build.mjs";
import { debianPackages, SPEECH_PACKAGES, TEST_PACKAGES } from "./steps/debian.mjs";
import { forgetFigures, printFigures } from "./steps/figures.mjs";
import { helpFor } from "./steps/help.mjs";
import { installPackages, requireNode } from "./steps/install.mjs";
import { run } from "./steps/run.mjs";
import { say } from "./steps/say.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const parts = process.argv.slice(2);
const total = { passed: 0, failed: 0, skipped: 0 };
/** Tests that passed on their second try only. With more of them nobody can trust the suite, so it fails: one in a thousand. */
const MOST_FLAKY = 6;
/** Files that are run once more, from their beginning, where a test failed on every try: a story's second try finds what its first left. */
const MOST_FILES_AGAIN = 6;
/** All stories that run at a time take less than half of it on two cores. */
const LONGEST_MS = 60 * 60_000;
const STORIES = "vitest.e2e.config.ts";
/** A nice value: a third of the processor of what speaks, before the voices that a server itself puts behind all else. */
const BEHIND = 5;
/** What failed, and why: told once more at the end, where somebody looks first. */
const failures = [];
/** The tests that passed on their second try only, each with what its first try said. */
const flaky = [];

requireNode();
helpFor("test", parts);
process.chdir(root);
await installPackages(root);
const missing = await debianPackages([...SPEECH_PACKAGES, ...TEST_PACKAGES], "the real parts of the tests");
if (missing.length > 0) say(`Tests that need ${missing.join(", ")} are left out and say so.`);

// Voices are spoken in real time, and a processor waits for them: whatever else there is to test runs meanwhile, behind them.
const spoken = wanted("e2e") && (await built()) ? stories("spoken") : undefined;
if (spoken) prefer(BEHIND);
if (wanted("gates")) {
  const { check } = await import("./check.mjs");
  count(await check(root));
}
if (wanted("unit")) count(await vitest("unit", "vitest.config.ts", [await runFiles("unit", "vitest.config.ts")]));
if (spoken) {
  const runs = [await stories("stories"), await spoken];
  prefer(constants.priority.PRIORITY_NORMAL);
  // What is measured has the machine for itself.
  runs.push(await stories("measured"));
  count(await vitest("e2e", STORIES, runs));
  printFigures(root);
}

if (flaky.length > MOST_FLAKY)
  count({ failed: 1, failures: [`${flaky.length} tests passed on a second try only; at most ${MOST_FLAKY} may`] });
list("What failed:", failures);
list("Flaky, with what the first try said:", flaky);
if (flaky.length > 0) say(`${total.passed} passed (${flaky.length} flaky)`);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
say(`${total.passed} passed, ${total.failed} failed${skipped}`);
process.exit(total.failed > 0 ? 1 : 0);

/** Of this process, and of everything that it starts from now on. */
function prefer(priority) {
  try {
    setPriority(priority);
  } catch {
    // Only root may step forward again: all that is left shares alike.
  }
}

async function built() {
  forgetFigures(root);
  try {
    await build(root);
    return true;
  } catch (error) {
    const message = `The build failed: ${error instanceof Error ? error.message : String(error)}`;
    say(message);
    count({ failed: 1, failures: [message] });
    return false;
  }
}

function stories(project) {
  return runFiles(project, STORIES, ["--project", project]);
}

function wanted(part) {
  return parts.length === 0 || parts.includes(part);
}

function count({ passed = 0, failed = 0, skipped = 0, failures: told = [] }) {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  failures.push(...told);
}

function list(title, lines) {
  if (lines.length > 0) say(title);
  for (const line of lines) console.log(`  ${line}`);
}

/** Files of these runs with a failure run once more, and count as flaky where they pass then. */
async function vitest(name, config, runs) {
  const first = together(runs);
  if (first.files.length === 0 || first.files.length > MOST_FILES_AGAIN) return first;
  say(`Once more, from the beginning: ${first.files.join(", ")}`);
  const again = await runFiles(`${name}-again`, config, first.files);
  if (again.failed > 0) return { ...first, failures: [...first.failures, ...again.failures.map((line) => `once more: ${line}`)] };
  flaky.push(...first.failures);
  return { ...first, passed: first.elsewhere + again.passed, failed: 0, failures: [] };
}

function together(runs) {
  const sum = (key) => runs.reduce((total, one) => total + (one[key] ?? 0), 0);
  return {
    passed: sum("passed"),
    failed: sum("failed"),
    skipped: sum("skipped"),
    elsewhere: sum("elsewhere"),
    failures: runs.flatMap((one) => one.failures),
    files: runs.flatMap((one) => one.files),
  };
}

/** What the runner itself complains of (an error outside a test, no report) counts as one failure, of no file. */
async function runFiles(name, config, only = []) {
  say(`Running the ${name} tests …`);
  const folder = join(root, ".ongea", "test-reports");
  const report = join(folder, `${name}.json`);
  mkdirSync(folder, { recursive: true });
  rmSync(report, { force: true });
  const runs = join(folder, `${name}-runs.json`);
  rmSync(runs, { force: true });
  const runsReporter = join(root, "scripts/steps/runs-reporter.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--reporter=${runsReporter}`, `--outputFile.json=${report}`];
  const done = await run(
    process.execPath,
    [join(root, "node_modules/vitest/vitest.mjs"), "run", "--config", config, ...reporters, ...only],
    { cwd: root, inherit: true, timeoutMs: LONGEST_MS, env: { ...process.env, RUNS_FILE: runs } },
  );
  if (!existsSync(report)) return { failed: 1, failures: [`the ${name} tests: the runner wrote no report`], files: [] };
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
  const broken = testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.every((test) => test.status !== "failed"),
  );
  const files = testResults.filter((file) => file.status === "failed");
  const failed = numFailedTests + broken.length;
  const outside = failed === 0 && done.code !== 0;
  flaky.push(...flakyIn(runs));
  return {
    passed: numPassedTests,
    failed: outside ? 1 : failed,
    skipped: numPendingTests + numTodoTests,
    failures: outside ? [`the ${name} tests: an error outside a test`] : failuresIn(testResults, broken),
    files: files.map((file) => relative(root, file.name)),
    elsewhere: numPassedTests - files.flatMap((file) => file.assertionResults).filter((test) => test.status === "passed").length,
  };
}

function flakyIn(runs) {
  if (!existsSync(runs)) return [];
  const again = JSON.parse(readFileSync(runs, "utf8")).filter((one) => one.flaky);
  return again.map(({ file, test, errors }) => `${file} > ${test}: ${inOneLine(errors[0])}`);
}

function failuresIn(files, broken) {
  const tests = files.flatMap((file) =>
    file.assertionResults
      .filter((test) => test.status === "failed")
      .map((test) => `${relative(root, file.name)} > ${test.fullName}: ${inOneLine(test.failureMessages[0])}`),
  );
  return [...tests, ...broken.map((file) => `${relative(root, file.name)}: ${inOneLine(file.message)}`)];
}

/** What a test said, in one line: what it waited for stands behind the first. */
function inOneLine(text = "") {
  const { message } = /^(?<message>.*?)(?:\n\s+at .*)?$/s.exec(stripVTControlCharacters(text)).groups;
  return message.replaceAll(/\s+/g, " ").trim().slice(0, 900);
}
