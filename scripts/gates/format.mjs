import { tool } from "./tool.mjs";

export const format = {
  name: "format",
  promise: "every file is formatted",
  run: (root) => tool(root, "oxfmt", ["--check", "."]),
};
