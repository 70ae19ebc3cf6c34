/** The order of the stories: those with a browser, which keep a processor busy, between those that mostly wait for somebody to finish speaking. */
import { readFileSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

export class MixedOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- it is the sequencer's own
    const sorted = await super.sort(files);
    const screens = sorted.filter(hasScreen);
    const others = sorted.filter((file) => !hasScreen(file));
    const every = others.length === 0 ? 1 : screens.length / others.length;
    const mixed = [
      ...screens.map((file, at) => ({ file, at: at + 0.5 })),
      ...others.map((file, at) => ({ file, at: (at + 1) * every })),
    ];
    const orderOf = ({ project }: TestSpecification): number => project.config.sequence.groupOrder;
    return mixed.toSorted((a, b) => orderOf(a.file) - orderOf(b.file) || a.at - b.at).map(({ file }) => file);
  }
}

function hasScreen({ moduleId }: TestSpecification): boolean {
  return readFileSync(moduleId, "utf8").includes('from "./browser.ts"');
}
