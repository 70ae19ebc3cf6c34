/** Changes to files of a copy, for the proof of the gates. */
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** So many lines that each decide something. */
export function branches(count) {
  return Array.from({ length: count }, (_, at) => `  if (a === ${at}) return ${at + 1};\n`).join("");
}

export function write(copy, file, text) {
  writeFileSync(join(copy, file), text);
}

export function append(copy, file, text) {
  appendFileSync(join(copy, file), text);
}

export function prepend(copy, file, text) {
  write(copy, file, text + readFileSync(join(copy, file), "utf8"));
}

export function edit(copy, file, from, to) {
  write(copy, file, readFileSync(join(copy, file), "utf8").replace(from, to));
}
