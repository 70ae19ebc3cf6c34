import { tool } from "./tool.mjs";

export const lint = {
  name: "lint",
  promise:
    "the linter has nothing to say, with types; no clock, timer or Node in conversation/; no module mocks, no tests left out",
  run: (root) => tool(root, "oxlint", ["--type-aware", "--deny-warnings", "--format", "unix"]),
};
