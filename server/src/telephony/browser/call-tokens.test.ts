import { expect, test } from "vitest";
import { createCallTokens } from "./call-tokens.ts";

const clock = { nowMs: 0 };
const tokens = createCallTokens(() => clock.nowMs);

test("an invitation opens its own call, once", () => {
  const { token, expiresInSeconds } = tokens.issue("call-1");
  expect(expiresInSeconds).toBeLessThanOrEqual(60);
  expect(tokens.redeem("call-2", token)).toBe(false);
  expect(tokens.redeem("call-1", token)).toBe(true);
  expect(tokens.redeem("call-1", token)).toBe(false);
});

test("an invitation expires after a minute", () => {
  const { token } = tokens.issue("call-3");
  clock.nowMs += 60_001;
  expect(tokens.redeem("call-3", token)).toBe(false);
});

test("an invitation that was made up or changed opens nothing", () => {
  const { token } = tokens.issue("call-4");
  for (const forged of ["", ".", "a.b", `${token}x`, token.slice(0, -1), token.replace(".", "")]) {
    expect(tokens.redeem("call-4", forged)).toBe(false);
  }
  expect(createCallTokens(() => 0).redeem("call-4", token)).toBe(false);
  expect(tokens.redeem("call-4", token)).toBe(true);
});
