import { expect, test } from "vitest";
import { publicModels } from "./manifest/index.ts";
import { runModelsCommand } from "./models-command.ts";

test("an option of the models command that there is not is refused, and nothing is done", async () => {
  const said: string[] = [];
  const code = await runModelsCommand({ args: ["pull", "x", "--frob"], modelsFolder: "nowhere", say: (line) => said.push(line) });
  expect(code).toBe(2);
  expect(said.join("\n")).toMatch(/^"--frob" is not known here\.\nnpm run models -- list/);
});

test("the list names of every model who publishes it, and of each of its downloads the address and the checksum", async () => {
  const said: string[] = [];
  expect(await runModelsCommand({ args: ["list"], modelsFolder: "nowhere", say: (line) => said.push(line) })).toBe(0);
  const list = said.join("\n");
  for (const { id, origin, archive, files } of publicModels()) {
    const shown = list.slice(list.indexOf(`${id} · `)).split("\n\n")[0] ?? "";
    expect(shown).toContain(`Origin: ${origin}.`);
    expect(shown).toMatch(/Publisher: \S+/);
    for (const { url, sha256, packages } of archive ? [archive].map((one) => ({ ...one, packages: undefined })) : files) {
      expect(shown).toContain(url ?? packages?.[0]?.name);
      expect(shown).toContain(sha256 ? `sha256 ${sha256}` : "no checksum");
    }
  }
});
