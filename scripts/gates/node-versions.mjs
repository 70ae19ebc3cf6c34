import { join } from "node:path";
import { run } from "../steps/run.mjs";

const MAJORS = [20, 24];
const FETCH_TIMEOUT_MS = 180_000;
const TEST_TIMEOUT_MS = 1_200_000;
/** What stands on Node itself: sockets, threads, processes, files, native parts. The rest is the language, which the other run has tested. */
const ON_NODE = [
  "channels/src",
  "providers/src/host",
  "providers/src/http",
  "providers/src/socket",
  "scripts",
  "server/src/engines/media",
  "server/src/engines/recording",
  "server/src/calls/recording",
  "server/src/knowledge/reading",
  "server/src/platform",
  "server/src/engines/speech-hosts",
];

export const nodeVersions = {
  name: "node",
  promise: `it runs on Node ${MAJORS.join(" and ")}`,
  async run(root) {
    const current = Number(process.versions.node.split(".")[0]);
    const lines = [];
    const notes = [];
    for (const major of MAJORS) {
      if (major === current) continue;
      const node = await binaryOf(major, root);
      if (!node) {
        notes.push(`Node ${major} is not to be had from npm here, so it was left out`);
        continue;
      }
      const tests = await run(
        node,
        [join(root, "node_modules/vitest/vitest.mjs"), "run", "--reporter=dot", "--testTimeout=120000", ...ON_NODE],
        {
          cwd: root,
          timeoutMs: TEST_TIMEOUT_MS,
        },
      );
      if (tests.code !== 0)
        lines.push(`The tests of what stands on Node fail on Node ${major}:`, ...tests.output.trim().split("\n").slice(-40));
      else notes.push(`the tests of what stands on Node pass on Node ${major}, too`);
    }
    return { ok: lines.length === 0, lines, note: notes.join("; ") };
  },
};

/** npm carries Node itself as a package. */
async function binaryOf(major, root) {
  const asked = await run("npx", ["-y", `node@${major}`, "-p", "process.execPath"], { cwd: root, timeoutMs: FETCH_TIMEOUT_MS });
  const path = asked.output.trim().split("\n").at(-1) ?? "";
  return asked.code === 0 && path.startsWith("/") ? path : undefined;
}
