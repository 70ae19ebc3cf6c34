import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SampledDecoders } from "./sampled-decoders.ts";
import type { Sphinx } from "./sphinx.ts";

const english = { sounds: () => "AH", likeliest: () => ["the", "to"] } as unknown as Sphinx;

test("the ears go on without sample utterances where their files cannot be written, say so once, and try again after a while", () => {
  const folder = mkdtempSync(join(tmpdir(), "ongea-test-"));
  const said: string[] = [];
  const decoder = { free: () => {} } as unknown as Sphinx;
  let now = 0;
  let read = 0;
  const parts = {
    folder: join(folder, "missing"),
    create: ({ languageModel }: { languageModel: string }) => {
      if (existsSync(languageModel)) read++;
      return decoder;
    },
    now: () => now,
    tell: (line: string) => said.push(line),
  };
  const decoders = new SampledDecoders(english, parts);
  expect(decoders.of(["i want to book {a}"])).toBeUndefined();
  expect(decoders.of(["i want to book {a}"])).toBeUndefined();
  now = 60_001;
  expect(decoders.of(["i want to book {a}"])).toBeUndefined();
  expect(said).toEqual([expect.stringContaining("without sample utterances")]);
  parts.folder = folder;
  expect(decoders.of(["i want to book {a}"])).toBeUndefined();
  now = 120_002;
  expect(decoders.of(["i want to book {a}"])).toBe(decoder);
  expect(read).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});

test("a decoder that does not start leaves the ears as they were, too, and no file behind", () => {
  const folder = mkdtempSync(join(tmpdir(), "ongea-test-"));
  const said: string[] = [];
  const create = (): Sphinx => {
    throw new Error("PocketSphinx does not start");
  };
  const decoders = new SampledDecoders(english, { folder, create, now: () => 0, tell: (line) => said.push(line) });
  expect(decoders.of(["where is my order"])).toBeUndefined();
  expect(said).toHaveLength(1);
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});
