import { expect, test } from "vitest";
import { returnPath, withReturnPath } from "./return-path.ts";

test("somebody who had to sign in first lands on the screen that they had asked for", () => {
  const asked = "/dashboard/call-history?status=failed";
  const there = withReturnPath("/sign-in", asked);
  expect(there).toBe("/sign-in?to=%2Fdashboard%2Fcall-history%3Fstatus%3Dfailed");
  expect(returnPath(there.slice(there.indexOf("?")))).toBe(asked);
  expect(withReturnPath("/sign-in", "/dashboard")).toBe("/sign-in");
});

test("nobody is sent to another site, or to a page that is not a screen", () => {
  for (const to of [
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "/dashboardly",
    "javascript:alert(1)",
    "/dashboard/\\x",
  ])
    expect(returnPath(`?to=${encodeURIComponent(to)}`)).toBe("/dashboard");
});
