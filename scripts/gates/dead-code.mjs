import { tool } from "./tool.mjs";

export const deadCode = {
  name: "dead code",
  promise: "every file, export and dependency is used",
  run: (root) => tool(root, "knip", ["--no-progress", "--reporter", "compact"]),
};
