import { expect, test } from "vitest";
import { withoutCandidates } from "./patient-offer.ts";
import { Page } from "./testing/page.ts";

test("an offer of the tests' browser leaves out where it comes from, and nothing else", async () => {
  const page = new Page("127.0.0.1");
  const offer = await page.offer();
  page.close();
  expect(offer).not.toMatch(/candidate/);
  expect(offer.match(/^m=/gm)).toHaveLength(2);
  expect(offer).toMatch(/^a=ice-ufrag:/m);
  expect(withoutCandidates(`v=0\r\na=candidate:1 1 UDP 1 127.0.0.1 9 typ host\r\na=end-of-candidates\r\na=mid:0\r\n`)).toBe(
    "v=0\r\na=mid:0\r\n",
  );
});
