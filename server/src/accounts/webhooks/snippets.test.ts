/** What the guide prints for receivers is run as it is printed, on deliveries that are signed as we sign them. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { newWebhookSecret, signedHeaders } from "./signature.ts";

const guide = readFileSync(new URL("../../../../docs/guides/webhooks.md", import.meta.url), "utf8");
const snippet = (language: string): string => new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(guide)?.[1] ?? "";

const folder = mkdtempSync(join(tmpdir(), "ongea-snippets-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SECRET = newWebhookSecret();
const BODY = JSON.stringify({ status: "completed", transcript: "user: ሰላም" });
const id = "5f0b3a1e";
const now = (): Date => new Date();
const right = signedHeaders({ id, body: BODY, at: now() }, [SECRET]);

const CASES: { name: string; headers: Record<string, string>; body: string; wanted: boolean }[] = [
  { name: "ours", headers: right, body: BODY, wanted: true },
  {
    name: "by a former secret",
    headers: signedHeaders({ id, body: BODY, at: now() }, [newWebhookSecret(), SECRET]),
    body: BODY,
    wanted: true,
  },
  { name: "changed", headers: right, body: `${BODY} `, wanted: false },
  { name: "by another", headers: signedHeaders({ id, body: BODY, at: now() }, [newWebhookSecret()]), body: BODY, wanted: false },
  {
    name: "old",
    headers: signedHeaders({ id, body: BODY, at: new Date(Date.now() - 400_000) }, [SECRET]),
    body: BODY,
    wanted: false,
  },
  { name: "unsigned", headers: signedHeaders({ id, body: BODY, at: now() }, []), body: BODY, wanted: false },
  { name: "bare", headers: {}, body: BODY, wanted: false },
  { name: "strange letters", headers: { ...right, "webhook-signature": "v1,é" }, body: BODY, wanted: false },
  { name: "a strange time", headers: { ...right, "webhook-timestamp": "soon" }, body: BODY, wanted: false },
];
const WANTED = CASES.map(({ name, wanted }) => [name, wanted]);

test("the TypeScript receiver of the guide takes what is ours and nothing else", async () => {
  const file = join(folder, "receiver.mjs");
  writeFileSync(file, snippet("typescript"));
  const { isFromOngea } = (await import(pathToFileURL(file).href)) as {
    isFromOngea(secret: string, headers: object, body: string): boolean;
  };
  expect(CASES.map(({ name, headers, body }) => [name, isFromOngea(SECRET, headers, body)])).toEqual(WANTED);
});

const PYTHON = "/usr/bin/python3";
test.skipIf(!existsSync(PYTHON))(`so does the Python one${existsSync(PYTHON) ? "" : " (left out: no Python here)"}`, () => {
  const ask = `
import json, sys
print(json.dumps([[c["name"], is_from_ongea(sys.argv[1], c["headers"], c["body"])] for c in json.load(sys.stdin)]))
`;
  const told = execFileSync(PYTHON, ["-c", snippet("python") + ask, SECRET], { input: JSON.stringify(CASES), encoding: "utf8" });
  expect(JSON.parse(told)).toEqual(WANTED);
});
