import { expect, test } from "vitest";
import { createDemoOpenings } from "./demo-openings.ts";

function openings(counts: { inAll: number; ofCode: number } = { inAll: 0, ofCode: 0 }) {
  const world = { made: 0, nowMs: 0, counts };
  const open = createDemoOpenings({ count: async () => world.counts, most: 10, nowMs: () => world.nowMs });
  const ask = (visit?: string) =>
    open({
      visit,
      codeId: "code",
      open: async () => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        return `workspace-${++world.made}`;
      },
    });
  return { world, ask };
}

test("a code that one browser sends eight times at once, and once more later, opens one workspace", async () => {
  const { world, ask } = openings();
  const all = await Promise.all(Array.from({ length: 8 }, () => ask("visit")));
  expect(new Set([...all, await ask("visit")])).toEqual(new Set(["workspace-1"]));
  expect(await ask("another visit")).toBe("workspace-2");
  world.nowMs = 3_700_000;
  expect(await ask("visit")).toBe("workspace-3");
});

test("an installation that is full of demo workspaces, or a code that was used a hundred times, opens no more", async () => {
  const full = openings({ inAll: 10, ofCode: 0 });
  await expect(full.ask("visit")).rejects.toMatchObject({ code: "demo.full" });
  full.world.counts = { inAll: 9, ofCode: 0 };
  expect(await full.ask("visit")).toBe("workspace-1");
  await expect(openings({ inAll: 0, ofCode: 100 }).ask("visit")).rejects.toMatchObject({ code: "demo.full" });
});

test("visitors who come at once do not slip past the limit together", async () => {
  const { world, ask } = openings({ inAll: 8, ofCode: 0 });
  const asked = await Promise.allSettled(Array.from({ length: 6 }, () => ask()));
  expect(asked.filter(({ status }) => status === "fulfilled").length).toBeLessThanOrEqual(2);
  expect(world.made).toBeLessThanOrEqual(2);
});
