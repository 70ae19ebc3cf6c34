import type { Words } from "../../words/index.ts";
import { ALL_CONTROLS, keyOf, type Path } from "./controls.ts";

/** As its control is called; a field without one by its place in the document. */
export function labelOf(path: Path, words: Words): string {
  const control = ALL_CONTROLS.find((one) => keyOf(one.path) === keyOf(path));
  return control ? words.say(control.label) : path.slice(-2).join(".");
}
