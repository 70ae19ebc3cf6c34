import { expect, test } from "vitest";
import { runModelsCommand } from "./models-command.ts";

test("an option of the models command that there is not is refused, and nothing is done", async () => {
  const said: string[] = [];
  const code = await runModelsCommand({ args: ["pull", "x", "--frob"], modelsFolder: "nowhere", say: (line) => said.push(line) });
  expect(code).toBe(2);
  expect(said.join("\n")).toMatch(/^"--frob" is not known here\.\nnpm run models -- list/);
});
