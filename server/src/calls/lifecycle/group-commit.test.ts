import { expect, test } from "vitest";
import type { WriteOfCall } from "../records/store.ts";
import { createGroupCommit, type GroupCommitParts } from "./group-commit.ts";

const WORKSPACE = "3f1c2b5e-0000-4000-8000-000000000002";

function writeOf(id: string, workspaceId = WORKSPACE): WriteOfCall {
  return { call: { id, workspaceId }, write: { change: { status: "in-progress" } } };
}

interface World {
  groups: string[][];
  commit: ReturnType<typeof createGroupCommit>;
}

function world(
  applied: (ids: readonly string[]) => Promise<void> = async () => undefined,
  options: Partial<GroupCommitParts> = {},
): World {
  const groups: string[][] = [];
  const commit = createGroupCommit({
    gatherMs: 1,
    applyAll: (_workspaceId, writes) => {
      const ids = writes.map(({ call }) => call.id);
      groups.push(ids);
      return applied(ids);
    },
    ...options,
  });
  return { groups, commit };
}

test("a hundred calls that end in one moment take two transactions", async () => {
  const { groups, commit } = world();
  await Promise.all(Array.from({ length: 100 }, (_, n) => commit(writeOf(`call ${n}`))));
  expect(groups.map(({ length }) => length)).toEqual([64, 36]);
});

test("what comes while a transaction is on its way goes together into the next; another workspace does not wait for it", async () => {
  let done: () => void = () => undefined;
  const { groups, commit } = world((ids) => (ids.includes("a") ? new Promise((resolve) => (done = resolve)) : Promise.resolve()));
  const first = commit(writeOf("a"));
  await expect.poll(() => groups.length).toBe(1);
  const later = [commit(writeOf("b")), commit(writeOf("c"))];
  await commit(writeOf("d", "3f1c2b5e-0000-4000-8000-000000000003"));
  done();
  await Promise.all([first, ...later]);
  expect(groups).toEqual([["a"], ["d"], ["b", "c"]]);
});

test("a write that the database refuses is its call's alone: those beside it are stored", async () => {
  const stored: string[] = [];
  const { commit } = world(async (ids) => {
    if (ids.includes("bad")) throw new Error("invalid input");
    stored.push(...ids);
  });
  const settled = await Promise.allSettled(["a", "bad", "b"].map((id) => commit(writeOf(id))));
  expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(stored).toEqual(["a", "b"]);
});

test("a database that is away tells all of a group, once", async () => {
  const { groups, commit } = world(() => Promise.reject(Object.assign(new Error("gone"), { code: "57P01" })));
  const settled = await Promise.allSettled(["a", "b"].map((id) => commit(writeOf(id))));
  expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(groups).toHaveLength(1);
});

test("a transaction that never answers holds up nobody but its own calls", async () => {
  const { commit } = world((ids) => (ids.includes("a") ? new Promise(() => undefined) : Promise.resolve()), { patienceMs: 20 });
  void commit(writeOf("a"));
  await new Promise((resolve) => setTimeout(resolve, 5));
  await expect(commit(writeOf("b"))).resolves.toBeUndefined();
});
