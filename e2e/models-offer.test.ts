/** The first start at a terminal offers the local models that fit the machine; calls already work while they come, and the next one has them. */
import { existsSync, readFileSync } from "node:fs";
import { createReadStream, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join, normalize } from "node:path";
import { readModels, readStatus } from "@ongea/contract";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { bareDataDir, newDataDir, removeDataDir, ROOT } from "./running-server.ts";
import { hasTerminal, startInTerminal, type Terminal } from "./terminal.ts";

const WEIGHTS = join(ROOT, "../shared/models");
const hasWeights = existsSync(join(WEIGHTS, "whisper-base-int8")) && hasTerminal;
const LEFT_OUT = hasWeights ? "" : " (left out: no weights beside the repository, or no terminal)";

const dataDir = newDataDir();
const modelsDir = bareDataDir();
let mirror: Server;
let opened: Terminal | undefined;
/** The mirror sends nothing more while it is shut. */
let gate: Promise<void> = Promise.resolve();
const asked: string[] = [];

beforeAll(async () => {
  mirror = createServer(async (request, response) => {
    asked.push(`${request.url} ${request.headers.range ?? "whole"}`);
    await gate;
    const path = join(WEIGHTS, normalize(`/${request.url ?? ""}`));
    if (!existsSync(path)) return response.writeHead(404).end();
    const size = statSync(path).size;
    const start = Number(/bytes=(\d+)-/.exec(request.headers.range ?? "")?.[1] ?? 0);
    const head = start > 0 ? { "content-range": `bytes ${start}-${size - 1}/${size}` } : { "content-length": size };
    response.writeHead(start > 0 ? 206 : 200, head);
    createReadStream(path, { start }).pipe(response);
  });
  await new Promise<void>((resolve) => mirror.listen(0, "127.0.0.1", resolve));
});

afterEach(async () => {
  opened?.close();
  await opened?.gone();
});

afterAll(() => {
  mirror.closeAllConnections();
  mirror.close();
  removeDataDir(dataDir);
  removeDataDir(modelsDir);
});

test.skipIf(!hasWeights)(
  `a yes at the terminal fetches the set while the server answers, and takes it into use without a restart; nobody is asked again${LEFT_OUT}`,
  async () => {
    let openGate = (): void => {};
    gate = new Promise((resolve) => (openGate = resolve));
    const settings = { MODELS_DIR: modelsDir, MODELS_MIRROR: `http://127.0.0.1:${(mirror.address() as AddressInfo).port}` };
    const terminal = (opened = await startInTerminal(dataDir, settings));
    await expect.poll(() => terminal.output()).toMatch(/Whisper base[^]*Smart Turn[^]*Fetch them now\? \[Y\/n\]/);
    const { client } = terminal;
    expect(asked).toEqual([]);
    terminal.press("\n");
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    expect(await client.call(readModels)).toMatchObject({ state: "pulling", done_megabytes: 0 });
    expect((await client.call(readStatus)).speech[0]?.name).toMatch(/^PocketSphinx/);
    openGate();
    await expect.poll(async () => (await client.call(readModels)).state).toBe("ready");
    expect((await client.call(readStatus)).speech.map(({ part, name }) => `${part}: ${name}`).join("\n")).toMatch(
      /ears: Whisper base \(int8\); then PocketSphinx[^]*end of turn: Smart Turn/,
    );
    await expect.poll(() => terminal.output()).toContain("Models       in use: the next call has them");
    expect(readFileSync(join(dataDir, "local-models"), "utf8")).toBe("yes\n");
    expect(readFileSync(join(dataDir, "hearing-speed.json"), "utf8")).toContain("whisper-base-int8 on ");
    terminal.pressCtrlC();
    await expect.poll(() => terminal.left()).toEqual([]);

    const again = (opened = await startInTerminal(dataDir, settings));
    expect(await again.client.call(readModels)).toMatchObject({ state: "none" });
    expect(again.output()).not.toContain("Fetch them now?");
  },
);

test.skipIf(!hasTerminal)("Ctrl-C at the question ends the server, and the question comes again", async () => {
  const own = newDataDir();
  const settings = { MODELS_DIR: join(own, "models"), MODELS_MIRROR: "http://127.0.0.1:9" };
  const terminal = (opened = await startInTerminal(own, settings));
  await expect.poll(() => terminal.output()).toContain("Fetch them now? [Y/n]");
  terminal.pressCtrlC();
  await expect.poll(() => terminal.left()).toEqual([]);
  expect(terminal.output()).toContain("Stopped.");
  expect(existsSync(join(own, "local-models"))).toBe(false);
  removeDataDir(own);
});
