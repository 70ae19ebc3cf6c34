import { lookup } from "node:dns/promises";
import { scryptSync } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { createSlowHash } from "./slow-hash.ts";

const hashing = createSlowHash();
afterAll(() => hashing.stop());

test("a password is known again, another one is not, and hashes are those of the sign-in library", async () => {
  const hash = await hashing.hashPassword("a long enough password");
  expect(await hashing.verifyPassword({ hash, password: "a long enough password" })).toBe(true);
  expect(await hashing.verifyPassword({ hash, password: "another password" })).toBe(false);
  const theirs = scryptSync("pass", "salt", 64, { N: 16_384, r: 16, p: 1, maxmem: 128 * 16_384 * 32 }).toString("hex");
  expect(await hashing.verifyPassword({ hash: `salt:${theirs}`, password: "pass" })).toBe(true);
  expect(await hashing.verifyPassword({ hash: "nonsense", password: "pass" })).toBe(false);
});

test("of four hundred wrong passwords at once a few wait their turn and the rest hear so at once; name look-ups wait for none", async () => {
  const hash = await hashing.hashPassword("a long enough password");
  const order: string[] = [];
  const guesses = Array.from({ length: 400 }, async (_, n) => {
    const outcome = await hashing.verifyPassword({ hash, password: `guess ${n}` }).catch((error: { code: string }) => error.code);
    order.push("guess");
    return outcome;
  });
  await lookup("localhost").then(() => order.push("look-up"));
  const outcomes = await Promise.all(guesses);
  expect(outcomes.filter((outcome) => outcome === false)).toHaveLength(32);
  expect(outcomes.filter((outcome) => outcome === "request.too_many")).toHaveLength(368);
  // Those that were refused at once come before it, those that wait come after it.
  expect(order.indexOf("look-up")).toBeLessThan(380);
  expect(await hashing.verifyPassword({ hash, password: "a long enough password" })).toBe(true);
});

test("a hash that takes too long tells its asker to come back, and so does a thread that ends", async () => {
  const slow = createSlowHash(1);
  const later = { code: "server.busy", retryAfterSeconds: 2 };
  await expect(slow.verifyPassword({ hash: "salt:00", password: "a long enough password" })).rejects.toMatchObject(later);
  await slow.stop();
  const ending = createSlowHash();
  const asked = ending.hashPassword("a long enough password");
  await Promise.all([ending.stop(), expect(asked).rejects.toMatchObject(later)]);
});
