/** Plain lines for people at a terminal. */

let out = process.stdout;

/** For a command whose standard output belongs to another program. */
export function sayOnStandardError() {
  out = process.stderr;
}

/** One line about a step. */
export function say(line) {
  out.write(`${line}\n`);
}

/** Ends the program with one clear sentence. */
export function stop(sentence, code = 1) {
  process.stderr.write(`${sentence}\n`);
  process.exit(code);
}

/** Says the sentence again every ten seconds while the work lasts, so that a slow line does not look like a hang. */
export async function whileSaying(sentence, work) {
  const startedMs = Date.now();
  const timer = setInterval(() => say(`  ${sentence} (${Math.round((Date.now() - startedMs) / 1000)} s)`), 10_000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
