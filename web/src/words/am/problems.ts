import type { problems as english } from "../en/problems.ts";

export const problems = {
  unreachable: "አገልጋዩን ማግኘት አልተቻለም። መሥራቱን ያረጋግጡና እንደገና ይሞክሩ።",
  unknown: "ያ አልተሳካም።",
} satisfies Record<keyof typeof english, string>;
