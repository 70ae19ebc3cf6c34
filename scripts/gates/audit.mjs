import { run } from "../steps/run.mjs";

const TIMEOUT_MS = 60_000;

export const audit = {
  name: "audit",
  promise: "nothing that ships has a known hole of high or critical severity",
  async run(root) {
    const { output } = await run("npm", ["audit", "--omit=dev", "--json", "--audit=true"], { cwd: root, timeoutMs: TIMEOUT_MS });
    const report = parse(output);
    const found = report?.metadata?.vulnerabilities;
    if (!found) return { ok: true, lines: [], note: "the registry answers no audits here, so nothing was checked" };
    const lines = Object.values(report.vulnerabilities ?? {})
      .filter(({ severity }) => severity === "high" || severity === "critical")
      .map(({ name, severity, range }) => `${name} ${range}: ${severity}`);
    return { ok: found.high + found.critical === 0, lines, note: `${found.total} findings of any severity` };
  },
};

function parse(output) {
  try {
    return JSON.parse(output.slice(output.indexOf("{"), output.lastIndexOf("}") + 1));
  } catch {
    return undefined;
  }
}
