/** Words of like meaning are near, others are far; a word that is no common English one is compared with none. */
import { expect, test } from "vitest";
import { NearWords } from "./near-words.ts";
import { cosine, directionOf } from "./word-vectors.ts";

test("synonyms are nearer than words of one subject, and those than any two", () => {
  const near = (one: string, other: string): number => cosine(directionOf(one)!, directionOf(other)!);
  expect(near("lend", "loan")).toBeGreaterThan(0.7);
  expect(near("lorry", "truck")).toBeGreaterThan(0.5);
  expect(near("lorry", "truck")).toBeGreaterThan(near("lorry", "invoice") + 0.3);
});

test("tells which text holds such a word", () => {
  const texts = new NearWords([["fertiliser", "seed"], ["charge", "reconnection"], []]);
  const [seed, charge, empty] = texts.nearTo("fee")!;
  expect(charge).toBeGreaterThan(0.5);
  expect(seed).toBe(0);
  expect(empty).toBe(0);
});

test("names, days and words of other languages are near to none", () => {
  const texts = new NearWords([["monday", "nairobi", "maji"]]);
  for (const word of ["tuesday", "kisumu", "umeme", "", "constructor"]) expect(texts.nearTo(word)).toBeUndefined();
});
