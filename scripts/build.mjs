/** Builds what has changed, in a process of its own: the bundlers' memory is given back before the server runs. */
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "./steps/build.mjs";
import { stop } from "./steps/say.mjs";

try {
  await build(dirname(dirname(fileURLToPath(import.meta.url))));
} catch (error) {
  stop(`The build failed: ${error instanceof Error ? error.message : String(error)}`);
}
