/** `npm run check`: every gate that a change must pass; `npm run check -- types lint` for some of them. */
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { helpFor } from "./steps/help.mjs";
import { installPackages, requireNode } from "./steps/install.mjs";
import { say } from "./steps/say.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Runs the gates one after the other. @returns {Promise<{ passed: number, failed: number, failures: string[] }>} */
export async function check(folder, only = []) {
  // Not at the top: a gate reads a package, and --help comes before the packages.
  const { GATES } = await import("./gates/gates.mjs");
  let passed = 0;
  const failures = [];
  for (const gate of GATES) {
    if (only.length > 0 && !only.includes(gate.name)) continue;
    const startedMs = Date.now();
    const result = await gate.run(folder).catch((error) => ({ ok: false, lines: [String(error?.stack ?? error)] }));
    const seconds = ((Date.now() - startedMs) / 1000).toFixed(1);
    say(
      `${result.ok ? "ok  " : "FAIL"} ${gate.name.padEnd(12)} ${gate.promise} (${seconds} s)${result.note ? `: ${result.note}` : ""}`,
    );
    if (result.ok) passed++;
    else {
      failures.push(
        `gate ${gate.name}: ${result.lines.find((line) => /Error|FAIL/.test(line))?.trim() ?? result.lines[0] ?? ""}`,
      );
      for (const line of result.lines.slice(0, 60)) say(`     ${line}`);
    }
  }
  return { passed, failed: failures.length, failures };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  requireNode();
  helpFor("check", process.argv.slice(2));
  await installPackages(root);
  const { failed } = await check(root, process.argv.slice(2));
  process.exitCode = failed > 0 ? 1 : 0;
}
